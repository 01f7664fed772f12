import { parseArgs } from 'node:util';
import { printFindings } from '../../lib/finding/index.ts';
import { generate } from './generate.ts';
import { textAt } from './json.ts';
import { SourceUnreachable } from './source-text.ts';
import { MalformedSources } from './sources.ts';
import { writeFiles } from './write.ts';

const USAGE = `Usage: npm run import -- [--from DIR]... [--update] [--types-only]

Makes imports/ from the CRDs that imports/sources.yaml names.
  --from DIR     read DIR/PROJECT/VERSION/*.yaml instead of downloading; the first DIR that has a project wins,
                 and a project that no DIR has stays as committed
  --update       pin the digests of the schemas found; without it, a schema that differs is an error
  --types-only   make types and constructs again from the committed schemas; needs no network

Exit code: 0 done, 1 a source is not what sources.yaml says, 2 the import could not be done.
`;

/** What a run prints, and its exit code. */
export interface Outcome {
  readonly code: 0 | 1 | 2;
  readonly text: string;
}

/** Runs the import command on the folder `root`, which holds sources.yaml. */
export async function runImport(args: readonly string[], root: string): Promise<Outcome> {
  try {
    return await run(args, root);
  } catch (error) {
    if (isUsageError(error)) return { code: 2, text: `import: ${textAt(error, 'message')}\n\n${USAGE}` };
    if (error instanceof SourceUnreachable) return { code: 2, text: `import: ${error.message}\n` };
    if (error instanceof MalformedSources) return { code: 1, text: `${error.message}\n` };
    throw error;
  }
}

async function run(args: readonly string[], root: string): Promise<Outcome> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string', multiple: true, default: [] },
      update: { type: 'boolean', default: false },
      'types-only': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return { code: 0, text: USAGE };
  const options = { root, from: values.from, update: values.update, typesOnly: values['types-only'] };
  if (options.update && options.typesOnly) {
    return { code: 2, text: 'import: --update and --types-only exclude each other\n' };
  }
  const { files, findings, kept } = await generate(options);
  if (findings.length > 0) return { code: 1, text: printFindings(findings, 'text', false) };
  const untouched = options.typesOnly ? [] : kept;
  const notes = untouched.map(({ project, version }) => `kept as committed: ${project} ${version}`);
  const { written, removed } = writeFiles(root, files);
  const changes = [
    ...written.map((path) => `changed: imports/${path}`),
    ...removed.map((path) => `removed: imports/${path}`),
  ];
  const sum = `${files.size} files generated, ${changes.length} changed`;
  return { code: 0, text: [...notes, ...changes, sum, ''].join('\n') };
}

/** parseArgs throws plain TypeErrors; their code tells them from a fault of ours. */
function isUsageError(error: unknown): boolean {
  return textAt(error, 'code').startsWith('ERR_PARSE_ARGS');
}
