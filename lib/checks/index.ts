export * from './history/index.ts';
export * from './judge.ts';
export * from './rule.ts';
export { rules } from './rules/index.ts';
