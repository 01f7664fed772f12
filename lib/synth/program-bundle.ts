import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The program of the autoscaler job as one readable ES module, small enough for a ConfigMap. */
export const bundleAutoscaler = (): string => bundle('lib/autoscaler/job.ts');

/** The program of the restore jobs, in the same form. */
export const bundleRestore = (): string => bundle('lib/restore/program/job.ts');

/**
 * The same sources give the same bytes on every machine: paths in it are relative to the package.
 * Not minified, since people read it in the pull request that changes it.
 */
function bundle(entry: string): string {
  const result = buildSync({
    absWorkingDir: packageRoot(),
    entryPoints: [entry],
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

/** The package's folder, from lib/synth/ and from build/lib/synth/ alike. */
function packageRoot(): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  return existsSync(`${root}package.json`) ? root : dirname(root);
}
