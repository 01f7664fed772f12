import { code, heading } from './markdown.ts';

/** A command and its help text. */
export interface CommandHelp {
  readonly verb: string;
  readonly help: string;
}

/** Page of every command: what `--help` prints. */
export function commandPage(general: string, commands: readonly CommandHelp[]): string {
  return [
    heading('Commands', 'What `kaas --help` and `kaas COMMAND --help` print.'),
    code(general),
    ...commands.map(({ verb, help }) => `## kaas ${verb}\n\n${code(help)}`),
  ].join('\n');
}
