import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from '../../lib/cli.ts';

export const repository = join(import.meta.dirname, '../..');

/** A copy of the sample fleet in a folder of its own, and the real command on it. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), 'kaas-test-'));

  constructor() {
    for (const part of ['platform', 'tenants', 'dist'])
      cpSync(join(repository, part), join(this.folder, part), { recursive: true });
  }

  /** Runs kaas in the folder, in this process: starting Node for each test would take most of the time. */
  async kaas(args: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
    let stdout = '';
    let stderr = '';
    const status = await run(args, {
      out: (text) => (stdout += text),
      err: (text) => (stderr += text),
      cwd: this.folder,
      color: false,
      interactive: false,
      env: {},
    });
    return { status, stdout, stderr };
  }

  /** Runs the real command in a process of its own. */
  kaasProcess(
    args: readonly string[],
    env: Record<string, string> = {},
  ): { status: number | null; stdout: string; stderr: string } {
    const options = {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    } as const;
    return spawnSync(process.execPath, [join(repository, 'lib/kaas.js'), ...args], options);
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.folder, path, '..'), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Every file below the folder with its bytes. */
export function treeOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}
