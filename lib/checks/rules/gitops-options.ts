import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'gitops-options',
  severity: 'error',
  summary: 'The options of gitops are those of its engine.',
  why: 'Argo CD takes repositories and their credentials from its own Secrets, and makes one Application per tenant anyhow.',
  example: `--- # platform/site.yaml
gitops: {engine: argocd, repo: "https://git.k8s.lab/kaas.git", branch: main, artifacts: true}`,
  remedy: 'remove it',
  *check({ site }) {
    const { gitops } = site.file;
    if (gitops.engine === 'flux') return;
    for (const option of ['secret', 'artifacts'] as const) {
      if (gitops[option] === undefined) continue;
      yield {
        place: site.source.keyPlace(['gitops', option]),
        problem: `gitops.${option} is an option of flux, and the engine is ${gitops.engine}`,
        allowed: 'allowed: engine, repo, branch',
      };
    }
  },
};
