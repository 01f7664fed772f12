import { resolve } from 'node:path';
import { type Finding, type Format, printFindings } from '../finding/index.ts';
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
  const stale = [...result.missing, ...result.stale, ...result.extra].map((path) =>
    staleFile(`dist/${path}`),
  );
  const findings = [
    ...(result.interrupted ? [interrupted] : []),
    ...stale,
    ...result.foreign.map((path) => foreignFile(`dist/${path}`)),
  ];
  if (format === 'text') {
    io.out(result.diff);
    io.err(
      `${printFindings(findings.slice(0, 20), 'text', io.color)}${findings.length > 20 ? `... and ${String(findings.length - 20)} more\n` : ''}not up to date: run kaas synth and commit dist/\n`,
    );
  } else tellFindings(findings, format, io);
  return 1;
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

const staleFile = (file: string): Finding =>
  words(
    'stale-file',
    file,
    'not what the input files say',
    'dist/ is what kaas synth writes',
    'run kaas synth and commit dist/',
  );

const interrupted: Finding = words(
  'interrupted-write',
  'dist',
  'a run was interrupted while it wrote dist/',
  'a whole dist/',
  'run kaas synth: it completes or undoes that run first',
);
