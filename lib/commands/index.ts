import type { Command } from './command.ts';

/** Every verb and its module, loaded only when it is called: start-up stays quick. */
export const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  autoscaler: () => import('./autoscaler.ts'),
  check: () => import('./check.ts'),
  'class release': () => import('./class-release.ts'),
  completion: () => import('./completion.ts'),
  explain: () => import('./explain.ts'),
  new: () => import('./new.ts'),
  plan: () => import('./plan.ts'),
  'restore plan': () => import('./restore.ts'),
  synth: () => import('./synth.ts'),
  verify: () => import('./verify.ts'),
};
