import type { HistoryRule } from '../history-rule.ts';

/** Told while the earlier revision is read. */
export const rule: HistoryRule = {
  id: 'history-unread',
  severity: 'warning',
  summary: 'The files of the earlier revision can be read.',
  why: 'What cannot be read cannot be compared: a change that a living tenant would not survive would pass.',
  earlier: 'kubernets: v1.35.5',
  example: 'kubernetes: v1.35.5',
  remedy: 'look at the changes of the file yourself',
  check: () => [],
};
