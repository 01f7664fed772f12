export * from './earlier-fleet.ts';
export type { RevisionProblem } from './git.ts';
export * from './revision.ts';
export { changePlan } from './plan/change-plan.ts';
