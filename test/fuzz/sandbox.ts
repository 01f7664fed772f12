import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FleetDraft, type FleetFolders, readFleet } from '../../lib/fleet/index.ts';
import { synthesize } from '../../lib/synth/synthesize.ts';

const repository = join(import.meta.dirname, '../..');

/** A copy of the sample fleet, and of the larger files of the test fixtures, that may be damaged. */
export class Sandbox {
  readonly root = mkdtempSync(join(tmpdir(), 'kaas-fuzz-'));
  readonly folders: FleetFolders = {
    root: this.root,
    platform: join(this.root, 'platform'),
    tenants: join(this.root, 'tenants'),
  };
  /** Files that are mutated, relative to the root. */
  readonly names: readonly string[];
  /** The fleet before anything is damaged. */
  readonly fleet: FleetDraft;
  readonly #originals: ReadonlyMap<string, string>;

  constructor() {
    for (const folder of ['platform', 'tenants'])
      cpSync(join(repository, folder), join(this.root, folder), { recursive: true });
    cpSync(join(repository, 'test/fuzz/everything.yaml'), join(this.root, 'tenants/everything.yaml'));
    const tenants = readdirSync(this.folders.tenants).map((name) => `tenants/${name}`);
    // The file with every knob three times: it has the most to break.
    this.names = [...tenants, 'platform/site.yaml', 'tenants/everything.yaml', 'tenants/everything.yaml'];
    this.#originals = new Map(this.names.map((name) => [name, readFileSync(join(this.root, name), 'utf8')]));
    const { fleet } = readFleet(this.folders);
    // Schemas are compiled on first use: that is not the time of a damaged file.
    const { files, findings } = synthesize(this.folders);
    if (fleet === undefined || files === undefined) throw new Error(JSON.stringify(findings));
    this.fleet = fleet;
  }

  original(name: string): string {
    const text = this.#originals.get(name);
    if (text === undefined) throw new Error(`no file ${name}`);
    return text;
  }

  /** Names, sizes and times of everything in the sandbox: changes when anything is written. */
  fingerprint(): string {
    const hash = createHash('sha256');
    for (const name of readdirSync(this.root, { recursive: true, encoding: 'utf8' }).sort()) {
      const { size, mtimeMs } = statSync(join(this.root, name));
      hash.update(`${name} ${String(size)} ${String(mtimeMs)}\n`);
    }
    return hash.digest('hex');
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}
