import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths below the root, in the order of the files given. */
export interface Written {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

const OWNED = ['schemas', 'types'];

/** Writes the files that differ and removes what is left in the generated folders. */
export function writeFiles(root: string, files: ReadonlyMap<string, string>): Written {
  const stale = OWNED.flatMap((folder) => filesBelow(root, folder)).filter((path) => !files.has(path));
  const differing = [...files].filter(([path, text]) => readText(join(root, path)) !== text);
  for (const path of stale) rmSync(join(root, path));
  for (const [path, text] of differing) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { written: differing.map(([path]) => path), removed: stale };
}

function filesBelow(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const groups = entries.filter((entry) => entry.isDirectory()).map((entry) => `${folder}/${entry.name}`);
  return groups.flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`));
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
