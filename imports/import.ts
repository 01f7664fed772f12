import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printFindings } from '../lib/finding/index.ts';
import { generate } from './generator/generate.ts';
import { SourceUnreachable } from './generator/source-text.ts';
import { writeFiles } from './generator/write.ts';

const USAGE = `Usage: npm run import -- [--from DIR]... [--update] [--types-only]

Makes imports/ from the CRDs that imports/sources.yaml names.
  --from DIR     read DIR/PROJECT/VERSION/*.yaml instead of downloading; the first DIR that has a project wins,
                 and a project that no DIR has stays as committed
  --update       pin the digests of the schemas found; without it, a schema that differs is an error
  --types-only   make types and constructs again from the committed schemas; needs no network

Exit code: 0 done, 1 a source is not what sources.yaml says, 2 the import could not be done.
`;

/** Runs an import and returns its exit code. */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string', multiple: true, default: [] },
      update: { type: 'boolean', default: false },
      'types-only': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return say(USAGE, 0);
  const root = dirname(fileURLToPath(import.meta.url));
  const options = { root, from: values.from, update: values.update, typesOnly: values['types-only'] };
  const { files, findings } = await generate(options);
  if (findings.length > 0) return say(printFindings(findings, 'text', false), 1);
  const changed = writeFiles(root, files);
  return say(
    `${changed.map((path) => `imports/${path}\n`).join('')}${changed.length} of ${files.size} files changed\n`,
    0,
  );
}

function say(text: string, code: number): number {
  (code === 0 ? process.stdout : process.stderr).write(text);
  return code;
}

function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (isUsageError(error)) return say(`import: ${error.message}\n\n${USAGE}`, 2);
  if (error instanceof SourceUnreachable) return say(`import: ${error.message}\n`, 2);
  throw error;
});
