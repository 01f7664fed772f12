import { resolve } from 'node:path';
import type { Finding, Format } from '../finding/index.ts';
import { compareTree, type OutputFile, outProblem, type TreeUpdate, updateTree } from '../output/index.ts';
import { synthesize } from '../synth/synthesize.ts';
import { type Command, type Io, UsageError } from './command.ts';
import { folderOptions, foldersOf } from './folders.ts';
import { progressOf } from './progress.ts';
import { countText, formatOf, formatOption, plural, tellFindings } from './tell.ts';

/** `kaas synth`: check everything, then make dist/ what the files say. */
export const command: Command = {
  verb: 'synth',
  summary: 'Check everything, then bring dist/ up to date: all of it, or nothing',
  positionals: '',
  arity: [0, 0],
  options: {
    ...folderOptions,
    out: { type: 'string', value: 'DIR', description: 'folder that is written (default: dist)' },
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
    const out =
      input.text('out') === undefined
        ? resolve(folders.root, 'dist')
        : resolve(io.cwd, input.text('out') ?? '');
    const problem = outProblem(out);
    if (problem !== undefined) throw new UsageError(`--out ${out} ${problem}`);
    const format = formatOf(input);
    const progress = progressOf(io);
    const { findings, files, tenants } = synthesize(folders, progress.step);
    progress.end();
    tellFindings(findings, format, io);
    if (files === undefined) {
      if (format === 'text') io.err(`nothing written: ${countText(findings)}\n`);
      return 1;
    }
    const told = `${plural(tenants, 'tenant') || 'no tenants'}, ${plural(files.length, 'file')}`;
    return input.flag('check')
      ? compare(out, files, format, io, told)
      : update(out, files, input.flag('remove-foreign'), format, io, told);
  },
};

function update(
  out: string,
  files: readonly OutputFile[],
  removeForeign: boolean,
  format: Format,
  io: Io,
  told: string,
): number {
  const result = updateTree(out, files, { removeForeign });
  if (!result.applied) {
    tellFindings(
      result.foreign.map((path) => foreignFile(`dist/${path}`)),
      format,
      io,
    );
    if (format === 'text')
      io.err(`nothing written: ${plural(result.foreign.length, 'file')} that kaas did not make\n`);
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

function compare(out: string, files: readonly OutputFile[], format: Format, io: Io, told: string): number {
  const result = compareTree(out, files);
  if (result.current) {
    if (format === 'text') io.err(`${told}: up to date\n`);
    return 0;
  }
  const findings = [
    ...(result.interrupted ? [interrupted] : []),
    ...byFolder(result.missing, 'not there'),
    ...result.stale.map((path) => staleFile(`dist/${path}`, 'not what the input files say')),
    ...byFolder(result.extra, 'of something that is gone'),
    ...result.foreign.map((path) => foreignFile(`dist/${path}`)),
  ];
  if (format === 'text') io.out(changesOnly(result.diff));
  tellFindings(findings, format, io);
  if (format === 'text') io.err('not up to date: run kaas synth and commit dist/\n');
  return 1;
}

/** A diff of files that are there before and after: the lines of a whole new or gone file would only bury them. */
function changesOnly(diff: string): string {
  const parts = diff.split(/^(?=--- )/m);
  return parts.filter((part) => !/^(?:---|\+\+\+) \/dev\/null$/m.test(part)).join('');
}

/** One finding per folder: a new tenant is one thing to say. */
function byFolder(paths: readonly string[], problem: string): Finding[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, 2).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders].map(([folder, files]) =>
    files.length === 1
      ? staleFile(`dist/${files[0] ?? folder}`, problem)
      : staleFile(`dist/${folder}`, `${String(files.length)} files are ${problem}`),
  );
}

const words = (rule: string, file: string, problem: string, allowed: string, remedy: string): Finding => ({
  rule,
  severity: 'error',
  place: { file, line: 1, column: 1 },
  problem,
  allowed,
  remedy,
  related: [],
});

const foreignFile = (file: string): Finding =>
  words(
    'foreign-file',
    file,
    'kaas did not make this file',
    'dist/ holds what kaas makes, and nothing else',
    'move it away, or let kaas synth --remove-foreign remove it',
  );

const staleFile = (file: string, problem: string): Finding =>
  words('stale-file', file, problem, 'dist/ is what kaas synth writes', 'run kaas synth and commit dist/');

const interrupted: Finding = words(
  'interrupted-write',
  'dist',
  'a run was interrupted while it wrote dist/',
  'a whole dist/',
  'run kaas synth: it completes or undoes that run first',
);
