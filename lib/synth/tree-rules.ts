import type { RuleDescription } from '../fleet/index.ts';

/** Rules about dist/: what kaas synth finds there, beside what it would write. */
export const treeRules = {
  foreign: {
    id: 'foreign-file',
    by: 'kaas synth',
    severity: 'error',
    summary: 'dist/ holds what kaas makes, and nothing else.',
    why: 'The engine syncs whatever lies in dist/, and a file that no input describes is checked by nobody. kaas does not remove what it did not write.',
    example: 'dist/tenants/acme/base/mine.yaml     # made by hand',
    remedy: 'move it away, or let kaas synth --remove-foreign remove it',
  },
  stale: {
    id: 'stale-file',
    by: 'kaas synth --check',
    severity: 'error',
    summary: 'dist/ is what the input files say.',
    why: 'The engine syncs dist/, not the input files: what was reviewed would not be what runs.',
    example: 'tenants/acme.yaml     # changed, and dist/tenants/acme is as before',
    remedy: 'run kaas synth and commit dist/',
  },
  interrupted: {
    id: 'interrupted-write',
    by: 'kaas synth --check',
    severity: 'error',
    summary: 'No run was interrupted while it wrote dist/.',
    why: 'dist/ may hold files of two states then, whatever each of them says.',
    example: '.dist.pending/plan.json     # left by a run that was killed',
    remedy: 'run kaas synth: it completes or undoes that run first',
  },
  lost: {
    id: 'tenant-lost',
    by: 'kaas synth',
    severity: 'warning',
    summary: 'The file of a tenant is deleted in a commit after the one that says state: removing.',
    why: 'The Cluster keeps its shield: no engine deletes it, its machines run on, and no file describes it any more. Both engines are silent about it.',
    example: '# tenants/acme.yaml is deleted, and dist/tenants/acme still has the shield',
    remedy:
      'take the file back from Git and set state: removing; delete it when kaas verify NAME says that it may go',
  },
} as const satisfies Record<string, RuleDescription>;
