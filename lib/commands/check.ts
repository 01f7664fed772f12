import { hasErrors } from '../finding/index.ts';
import { checkFleet } from '../synth/synthesize.ts';
import { againstOption, earlierOf, tellFork } from './against.ts';
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
  options: { ...folderOptions, ...againstOption, ...formatOption },
  examples: [
    'kaas check',
    'kaas check --format github   # annotations on the lines of a pull request',
    'kaas check --against origin/main   # also refuse what a living tenant would not survive',
    'kaas check --tenants /tmp/candidates',
  ],
  run(input, io) {
    const folders = foldersOf(input, io);
    const format = formatOf(input);
    const earlier = earlierOf(input, folders);
    const progress = progressOf(io);
    const { findings: now, tenants } = checkFleet(folders, progress.step, earlier?.fleet);
    progress.end();
    const findings = [...(earlier?.findings ?? []), ...now];
    if (earlier !== undefined && format === 'text') tellFork(earlier, io);
    tellFindings(findings, format, io);
    if (format === 'text')
      io.err(
        `${hasErrors(findings) ? 'not good' : 'good'}: ${[plural(tenants, 'tenant') || 'no tenants', countText(findings)].filter((part) => part !== '').join(', ')}\n`,
      );
    return hasErrors(findings) ? 1 : 0;
  },
};
