import { relative, sep } from 'node:path';
import type { Finding, Format } from '../finding/index.ts';
import { compareTree, type OutputFile, type TreeUpdate, updateTree } from '../output/index.ts';
import { lostTenants } from '../synth/lost-tenants.ts';
import { synthesize } from '../synth/synthesize.ts';
import type { Command, Io } from './command.ts';
import { folderOptions, foldersOf } from './folders.ts';
import { type Out, outOf, outOption } from './out.ts';
import { progressOf } from './progress.ts';
import { comparisonFindings, foreignFindings, outOfDateRemedy } from './tree-findings.ts';
import { countText, formatOf, formatOption, plural, tellFindings } from './tell.ts';

/** `kaas synth`: check everything, then make dist/ what the files say. */
export const command: Command = {
  verb: 'synth',
  summary: 'Check everything, then bring dist/ up to date: all of it, or nothing',
  positionals: '',
  arity: [0, 0],
  options: {
    ...folderOptions,
    ...outOption,
    check: {
      type: 'boolean',
      description: 'write nothing; exit 1 with a diff if the folder is not up to date',
    },
    'remove-foreign': { type: 'boolean', description: 'remove files from the folder that kaas did not make' },
    ...formatOption,
  },
  examples: [
    'kaas synth',
    'kaas synth --check   # in CI',
    'kaas synth --out /tmp/dist && diff -r dist /tmp/dist',
  ],
  run(input, io) {
    const folders = foldersOf(input, io);
    const out = outOf(input, io, folders);
    const format = formatOf(input);
    const progress = progressOf(io);
    const { findings, files, tenants } = synthesize(folders, progress.step);
    progress.end();
    if (files === undefined) {
      tellFindings(findings, format, io);
      if (format === 'text') io.err(`nothing written: ${countText(findings)}\n`);
      return 1;
    }
    const shown = relative(folders.root, folders.tenants).split(sep).join('/');
    const all = [...findings, ...lostTenants(out.path, files, { tenants: shown, out: out.shown })];
    const told = `${plural(tenants, 'tenant') || 'no tenants'}, ${plural(files.length, 'file')}${out.shown === 'dist' ? '' : ` in ${out.shown}`}`;
    return input.flag('check')
      ? compare(out, files, all, { format, io, told })
      : update(out, files, all, input.flag('remove-foreign'), { format, io, told });
  },
};

interface Telling {
  readonly format: Format;
  readonly io: Io;
  /** How much there is. */
  readonly told: string;
}

function update(
  out: Out,
  files: readonly OutputFile[],
  findings: readonly Finding[],
  removeForeign: boolean,
  { format, io, told }: Telling,
): number {
  const result = updateTree(out.path, files, { removeForeign });
  const foreign = result.applied ? [] : foreignFindings(result.foreign, out.shown);
  tellFindings([...findings, ...foreign], format, io);
  if (!result.applied) {
    if (format === 'text')
      io.err(
        `nothing written: ${plural(result.foreign.length, 'file')} in ${out.shown}/ that kaas did not make\n`,
      );
    return 1;
  }
  if (format === 'text') io.err(`${told}: ${updateText(result)}\n`);
  return 0;
}

function updateText({ added, changed, removed, foreign, unchanged, recovery }: TreeUpdate): string {
  const counts = [
    [added.length, 'added'],
    [changed.length, 'changed'],
    [removed.length + foreign.length, 'removed'],
    [unchanged, 'unchanged'],
  ] as const;
  const text = counts
    .flatMap(([count, word]) => (count === 0 ? [] : [`${String(count)} ${word}`]))
    .join(', ');
  return recovery === 'none' || recovery === 'discarded'
    ? text
    : `${text} (an interrupted run was ${recovery} first)`;
}

function compare(
  out: Out,
  files: readonly OutputFile[],
  findings: readonly Finding[],
  { format, io, told }: Telling,
): number {
  const result = compareTree(out.path, files);
  if (format === 'text' && !result.current) io.out(changesOnly(result.diff));
  tellFindings([...findings, ...comparisonFindings(result, out.shown)], format, io);
  if (format === 'text')
    io.err(result.current ? `${told}: up to date\n` : `not up to date: ${outOfDateRemedy(out.shown)}\n`);
  return result.current ? 0 : 1;
}

/** A diff of files that are there before and after: the lines of a whole new or gone file would only bury them. */
function changesOnly(diff: string): string {
  const parts = diff.split(/^(?=--- )/m);
  return parts.filter((part) => !/^(?:---|\+\+\+) \/dev\/null$/m.test(part)).join('');
}
