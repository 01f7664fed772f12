import { hasErrors } from '../finding/index.ts';
import { synthesize } from '../synth/synthesize.ts';
import type { Command } from './command.ts';
import { folderOptions, foldersOf } from './folders.ts';
import { progressOf } from './progress.ts';
import { countText, formatOf, formatOption, plural, tellFindings } from './tell.ts';

/** `kaas check`: everything that synth would refuse, without writing. */
export const command: Command = {
  verb: 'check',
  summary: 'Say what is wrong with the site and the tenant files, each at its line; write nothing',
  positionals: '',
  arity: [0, 0],
  options: { ...folderOptions, ...formatOption },
  examples: [
    'kaas check',
    'kaas check --format github   # annotations on the lines of a pull request',
    'kaas check --tenants /tmp/candidates',
  ],
  run(input, io) {
    const progress = progressOf(io);
    const { findings, tenants } = synthesize(foldersOf(input, io), progress.step);
    progress.end();
    const format = formatOf(input);
    tellFindings(findings, format, io);
    if (format === 'text')
      io.err(
        `${hasErrors(findings) ? 'not good' : 'good'}: ${[plural(tenants, 'tenant') || 'no tenants', countText(findings)].filter((part) => part !== '').join(', ')}\n`,
      );
    return hasErrors(findings) ? 1 : 0;
  },
};
