import type { Command } from './command.ts';
import { loadCommands } from './load.ts';

/** `kaas --help`: what there is, and how to get further. */
export async function generalHelp(): Promise<string> {
  const loaded = await loadCommands();
  const width = Math.max(...loaded.map(({ verb }) => verb.length));
  const lines = loaded.map(({ verb, summary }) => `  ${verb.padEnd(width)}  ${summary}`);
  return [
    'kaas: Kubernetes clusters as small files, checked as a fleet and delivered as plain YAML',
    '',
    'Usage: kaas COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...lines,
    '',
    'Options:',
    '  -h, --help         this text; after a command, or as kaas help COMMAND: its own',
    '  -v, -V, --version  version of kaas',
    '',
    'Exit codes: 0 done, 1 findings or a wrong command line, 2 nothing was done: the first word of a command alone, a',
    'cluster that cannot be asked, or the tool itself failed.',
    'Colours are used on a terminal only; NO_COLOR switches them off.',
    '',
    'Examples:',
    '  kaas check                  what is wrong, each at its line',
    '  kaas synth                  check, then bring dist/ up to date',
    '  kaas synth --check          is dist/ what the files say? (for CI)',
    '',
  ].join('\n');
}

/** `kaas GROUP --help`: the commands that begin with the word. */
export async function groupHelp(group: string): Promise<string> {
  const loaded = (await loadCommands()).filter(({ verb }) => verb.startsWith(`${group} `));
  const width = Math.max(...loaded.map(({ verb }) => verb.length));
  return [
    `Usage: kaas ${group} COMMAND [OPTIONS]`,
    '',
    'Commands:',
    ...loaded.map(({ verb, summary }) => `  ${verb.padEnd(width)}  ${summary}`),
    '',
    'Examples:',
    ...loaded.flatMap(({ examples }) => examples.map((example) => `  ${example}`)),
    '',
  ].join('\n');
}

/** `kaas COMMAND --help`. */
export function commandHelp(command: Command): string {
  const usage = [
    'kaas',
    command.verb,
    command.positionals,
    Object.keys(command.options).length > 0 ? '[OPTIONS]' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
  return [
    command.summary,
    '',
    `Usage: ${usage}`,
    ...optionLines(command),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
    '',
  ].join('\n');
}

function optionLines(command: Command): string[] {
  const rows = Object.entries(command.options).map(([name, option]) => {
    const short = option.short === undefined ? '' : `-${option.short}, `;
    const value = option.type === 'string' ? ` ${option.value ?? option.choices?.join('|') ?? 'VALUE'}` : '';
    return [`  ${short}--${name}${value}`, option.description] as const;
  });
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([left]) => left.length));
  return ['', 'Options:', ...rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`)];
}
