import type { RuleDescription } from '../fleet/index.ts';
import { indented, wrapped } from './text.ts';

/** A rule as `kaas explain` shows it. */
export function ruleText({ id, severity, summary, why, example, remedy }: RuleDescription): string {
  const warning = `Accept it in the file, with the reason:\n${indented(`accept: [{rule: ${id}, reason: ...}]`)}\nor make it an error in platform/site.yaml:\n${indented(`rules: {${id}: error}`)}\n`;
  return [
    `${id} (${severity})\n`,
    `${wrapped(summary)}\n`,
    `Why: ${wrapped(why)}\n`,
    `Breaks it:\n${indented(example)}\n`,
    `Remedy: ${wrapped(remedy)}\n`,
    ...(severity === 'warning' ? [warning] : []),
  ].join('\n');
}
