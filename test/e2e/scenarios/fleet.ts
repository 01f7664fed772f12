import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Bundle, readBundles } from '../lab/bundle.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** A fleet of its own in a folder: the platform of this repository, and the tenants that a scenario writes. */
export interface Fleet {
  /** Writes `tenants/NAME.yaml`. */
  write(name: string, text: string): void;
  /** Removes `tenants/NAME.yaml`. */
  remove(name: string): void;
  /** Runs `kaas synth` and reads what it made. Throws with its words if it refuses. */
  synth(): Promise<readonly Bundle[]>;
}

export function createFleet(dir: string): Fleet {
  const [platform, tenants, out] = [join(dir, 'platform'), join(dir, 'tenants'), join(dir, 'dist')];
  mkdirSync(tenants, { recursive: true });
  cpSync(join(repository, 'platform'), platform, { recursive: true });
  const kaas = join(repository, 'lib', 'kaas.js');
  const args = [kaas, 'synth', '--platform', platform, '--tenants', tenants, '--out', out];
  return {
    write: (name, text) => writeFileSync(join(tenants, `${name}.yaml`), text),
    remove: (name) => rmSync(join(tenants, `${name}.yaml`)),
    synth: async () => {
      await run(process.execPath, args, { cwd: repository, maxBuffer: 16 * 2 ** 20 }).catch(
        (error: unknown) => {
          throw new Error(`kaas synth: ${String((error as { stderr?: string }).stderr)}`);
        },
      );
      return readBundles(out);
    },
  };
}

/** The bundles of one tenant. */
export const bundlesOf = (bundles: readonly Bundle[], tenant: string): readonly Bundle[] =>
  bundles.filter(({ path }) => path.startsWith(`tenants/${tenant}/`));

/** Everything but the tenants. */
export const platformOf = (bundles: readonly Bundle[]): readonly Bundle[] =>
  bundles.filter(({ path }) => path.startsWith('platform/'));
