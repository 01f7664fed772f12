/** The program of the restore jobs as one readable ES module, small enough for a ConfigMap. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The package's folder, from lib/restore/ and from build/lib/restore/ alike. */
function packageRoot(): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  return existsSync(`${root}package.json`) ? root : dirname(root);
}

/** Text of the bundle: not minified, and the same bytes on every machine. */
export function bundleRestore(): string {
  const result = buildSync({
    absWorkingDir: packageRoot(),
    entryPoints: ['lib/restore/program/job.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    tsconfigRaw: '{}',
    // No literal ${...} in dist/: Flux would replace it where substitution is on.
    supported: { 'template-literal': false },
  });
  const [file] = result.outputFiles;
  if (file === undefined) throw new Error('esbuild gave no output');
  return file.text;
}
