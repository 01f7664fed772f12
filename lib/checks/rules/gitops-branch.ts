import type { Rule } from '../rule.ts';

/** Rules of `git check-ref-format`, as far as a name without them is a mistake and not a taste. */
const malformed = /^refs\/|^[/.-]|[\s~^:?*[\\]|\.\.|\/\/|@\{|[/.]$|\.lock$/;

export const rule: Rule = {
  id: 'gitops-branch',
  severity: 'error',
  summary: 'gitops.branch is the short name of a branch.',
  why: 'The engines put refs/heads/ before it; what Git does not allow as a name is found nowhere, and nothing is synced.',
  example: `--- # platform/site.yaml
gitops: {engine: argocd, repo: "https://git.k8s.lab/kaas.git", branch: refs/heads/main}`,
  remedy: 'write the name alone, such as main',
  *check({ site }) {
    const { branch } = site.file.gitops;
    if (!malformed.test(branch)) return;
    yield {
      place: site.source.place(['gitops', 'branch']),
      problem: `gitops.branch cannot be ${branch}`,
      allowed: 'allowed: the short name of a branch, as git check-ref-format has it',
    };
  },
};
