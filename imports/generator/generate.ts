import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../lib/finding/index.ts';
import type { KindSchema } from '../schemas.ts';
import { committedFiles } from './committed.ts';
import { printIndex } from './index-file.ts';
import { digestFinding, sameNames } from './judge.ts';
import { digestOf, makeSchemaFiles, type SchemaFile, schemaPath } from './schema-file.ts';
import { downloadTexts, localTexts, SourceUnreachable } from './source-text.ts';
import { parseSources, pinDigests, type Source } from './sources.ts';
import { printTypes } from './types.ts';

/** What a run shall do. */
export interface GenerateOptions {
  /** The folder that holds sources.yaml and receives everything else. */
  readonly root: string;
  /** Local folders that hold sources; none: download. What no folder holds stays as committed. */
  readonly from: readonly string[];
  /** Pin the digests of the schemas made anew instead of refusing those that differ. */
  readonly update: boolean;
  /** Leave the committed schemas, make only what follows from them. */
  readonly typesOnly: boolean;
}

/** Every generated file by its path below the root; empty if there are findings. */
export interface Generated {
  readonly files: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
  /** Sources whose committed schemas were taken. */
  readonly kept: readonly Source[];
}

/** Makes all generated files in memory. Throws SourceUnreachable if a source cannot be had. */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const text = readFileSync(join(options.root, 'sources.yaml'), 'utf8');
  const sources = parseSources(text, 'imports/sources.yaml');
  const { made, kept } = await allSchemaFiles(sources, options);
  const files = made.filter(isFile);
  const findings = made.filter(isFinding);
  const settled = options.update ? files.filter((file) => file.committed) : files;
  const digests = settled.flatMap((file) => digestFinding(file) ?? []);
  const problems = [...findings, ...digests, ...sameNames(files)];
  if (problems.length > 0) return { files: new Map(), findings: problems, kept };
  const pins = files.map((file) => ({ place: file.wanted.place, digest: digestOf(file) }));
  const sourcesFile = options.update ? pinDigests(text, pins) : text;
  return {
    files: new Map([['sources.yaml', sourcesFile], ...(await derivedFiles(files))]),
    findings: [],
    kept,
  };
}

/** The schema files of every source: made anew, or as committed. */
async function allSchemaFiles(
  sources: readonly Source[],
  { root, from, typesOnly }: GenerateOptions,
): Promise<{ readonly made: readonly (SchemaFile | Finding)[]; readonly kept: readonly Source[] }> {
  const texts = typesOnly ? sources.map(() => undefined) : await sourceTexts(sources, from);
  const made = sources.flatMap((source, index) => {
    const ofSource = texts[index];
    return ofSource === undefined ? committedFiles(source, root) : makeSchemaFiles(source, ofSource);
  });
  return { made, kept: sources.filter((_, index) => texts[index] === undefined) };
}

async function sourceTexts(
  sources: readonly Source[],
  from: readonly string[],
): Promise<readonly (readonly string[] | undefined)[]> {
  if (from.length === 0) return Promise.all(sources.map(downloadTexts));
  const texts = sources.map((source) => localTexts(source, from));
  if (texts.some((ofSource) => ofSource !== undefined)) return texts;
  throw new SourceUnreachable(
    `no source of imports/sources.yaml is in ${from.join(' or ')} (as PROJECT/VERSION)`,
  );
}

async function derivedFiles(files: readonly SchemaFile[]): Promise<readonly (readonly [string, string])[]> {
  const schemas = files.map((file) => [schemaPath(file.schema), file.text] as const);
  const typed = files.filter((file) => file.source.typed).map((file) => file.schema);
  const types: (readonly [string, string])[] = [];
  for (const schema of typed) types.push([typesPath(schema), await printTypes(schema)]);
  const sorted = [...typed].sort((a, b) => (a.kind < b.kind ? -1 : 1));
  return [...schemas, ...types, ['index.ts', printIndex(sorted)]];
}

function typesPath(schema: KindSchema): string {
  return schemaPath(schema)
    .replace(/^schemas/, 'types')
    .replace(/json$/, 'ts');
}

function isFile(value: SchemaFile | Finding): value is SchemaFile {
  return !isFinding(value);
}

function isFinding(value: SchemaFile | Finding): value is Finding {
  return 'rule' in value;
}
