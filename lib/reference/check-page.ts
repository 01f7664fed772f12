import type { RuleDescription } from '../fleet/index.ts';
import { code, heading, plain, table } from './markdown.ts';

/** Page of every check, from the data of the rules. */
export function checkPage(rules: readonly RuleDescription[]): string {
  const rows = rules.map(({ id, severity, summary }) => [`[${id}](#${id})`, severity, plain(summary)]);
  return [
    heading(
      'Checks',
      `Every rule of \`kaas check\`, ${String(rules.length)} with those about changes (\`--against\`), about dist/ (\`kaas synth\`) and about what is live (\`kaas verify\`). \`kaas explain RULE\` shows the same. A warning of \`kaas check\` can be accepted in the file it is told of, with a reason (\`accept: [{rule: RULE, reason: ...}]\`), or made an error for the whole site (\`rules: {RULE: error}\` in site.yaml).`,
    ),
    table(['Rule', 'Severity', 'What must hold'], rows),
    ...rules.map(section),
  ].join('\n');
}

function section({ id, severity, by, summary, why, example, earlier, remedy }: RuleDescription): string {
  const told = by === undefined ? severity : `${severity}, told by \`${by}\``;
  const before =
    earlier === undefined ? '' : `The earlier revision:\n\n${code(earlier, 'yaml')}\nThis one:\n\n`;
  return `## ${id}\n\n${plain(summary)} (${told})\n\nWhy: ${plain(why)}\n\n${before}${code(example, 'yaml')}\nRemedy: ${plain(remedy)}.\n`;
}
