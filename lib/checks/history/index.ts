export * from './history-rule.ts';
export { historyRules } from './rules/index.ts';
