import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'gitops-repo',
  severity: 'error',
  summary: 'gitops.repo is a URL that the engine takes, without credentials.',
  why: 'Flux refuses the short form of SSH (its schema wants http, https or ssh), and whatever stands before the @ of an https URL would lie in Git for everyone to read.',
  example: `--- # platform/site.yaml
gitops: {engine: flux, repo: "git@git.k8s.lab:kaas.git", branch: main}`,
  remedy: 'write ssh://git@HOST/PATH, and give credentials to the engine as a Secret',
  *check({ site }) {
    const { engine, repo } = site.file.gitops;
    const place = site.source.place(['gitops', 'repo']);
    if (engine === 'flux' && !/^(?:https?|ssh):\/\//.test(repo))
      yield {
        place,
        problem: `Flux cannot read ${repo}`,
        allowed: 'allowed: https://HOST/PATH or ssh://git@HOST/PATH',
        remedy: `write ${repo.replace(/^([^:]+):/, 'ssh://$1/')}`,
      };
    if (/^https?:\/\/[^/]*@/.test(repo))
      yield {
        place,
        problem: 'gitops.repo holds credentials',
        allowed: 'allowed: https://HOST/PATH',
        remedy:
          'give them to the engine as a Secret, and change them: whoever reads the repository knows them',
      };
  },
};
