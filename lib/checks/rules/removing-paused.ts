import type { Rule } from '../rule.ts';

/** Source: seen on Cluster API v1.13.5: the deletion of a paused Cluster waits until it is resumed. */
export const rule: Rule = {
  id: 'removing-paused',
  severity: 'error',
  summary: 'A tenant that is being removed is not paused.',
  why: 'Nothing of a paused Cluster is deleted: its VMs run on, and the deletion hangs.',
  example: 'state: removing\npaused: true',
  remedy: 'remove paused, then delete the file in a second commit',
  *check({ tenants }) {
    for (const { state, paused, source } of tenants) {
      if (state !== 'removing' || !paused) continue;
      yield {
        place: source.place(['paused']),
        problem: 'the tenant is paused and being removed',
        allowed: 'allowed: state: removing without paused',
        related: [{ place: source.place(['state']), note: 'being removed' }],
      };
    }
  },
};
