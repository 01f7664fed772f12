import type { RuleDescription } from '../fleet/index.ts';
import { code, heading, plain, table } from './markdown.ts';

/** Page of every check, from the data of the rules. */
export function checkPage(rules: readonly RuleDescription[]): string {
  const rows = rules.map(({ id, severity, summary }) => [`[${id}](#${id})`, severity, plain(summary)]);
  return [
    heading(
      'Checks',
      `What \`kaas check\` looks at, ${String(rules.length)} rules. \`kaas explain RULE\` shows the same. A warning can be accepted in the file it is told of, with a reason (\`accept: [{rule: RULE, reason: ...}]\`), or made an error for the whole site (\`rules: {RULE: error}\` in site.yaml).`,
    ),
    table(['Rule', 'Severity', 'What must hold'], rows),
    ...rules.map(section),
  ].join('\n');
}

function section({ id, severity, summary, why, example, remedy }: RuleDescription): string {
  return `## ${id}\n\n${plain(summary)} (${severity})\n\nWhy: ${plain(why)}\n\n${code(example, 'yaml')}\nRemedy: ${plain(remedy)}.\n`;
}
