import type { RuleDescription } from '../fleet/index.ts';
import { indented, wrapped } from './text.ts';

/** A rule as `kaas explain` shows it. */
export function ruleText(rule: RuleDescription): string {
  const { id, severity, by, summary, why, example, earlier, remedy } = rule;
  return [
    `${id} (${severity}${by === undefined ? '' : `, told by ${by}`})\n`,
    `${wrapped(summary)}\n`,
    `Why: ${wrapped(why)}\n`,
    ...(earlier === undefined ? [] : [`The earlier revision:\n${indented(earlier)}\n`]),
    `Breaks it:\n${indented(example)}\n`,
    `Remedy: ${wrapped(remedy)}\n`,
    ...(severity === 'warning' && by === undefined ? [acceptance(id)] : []),
  ].join('\n');
}

/** What is told of dist/ and of a live site has no file that could accept it. */
const acceptance = (id: string): string =>
  `Accept it in the file, with the reason:\n${indented(`accept: [{rule: ${id}, reason: ...}]`)}\nor make it an error in platform/site.yaml:\n${indented(`rules: {${id}: error}`)}\n`;
