import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClassFile } from '../fleet/index.ts';
import { classText } from './class-text.ts';

/** Family of the class: what a generation's name starts with. */
const family = 'lab-tenant';

/** What a release did: the name of the newest generation, and the file that was written, if any. */
export interface ClassRelease {
  readonly name: string;
  readonly written: string | undefined;
}

/** Writes the next generation if the constructs make another class than the newest one holds. */
export function releaseClass(platform: string, files: readonly ClassFile[]): ClassRelease {
  const newest = Math.max(0, ...files.flatMap(({ name }) => numberOf(name) ?? []));
  const name = `${family}-${String(newest)}`;
  const current = files.find((file) => file.name === name);
  if (current !== undefined && current.source.text === classText(name)) return { name, written: undefined };
  return write(platform, `${family}-${String(newest + 1)}`);
}

function write(platform: string, name: string): ClassRelease {
  const path = join(platform, 'classes', `${name}.yaml`);
  mkdirSync(join(platform, 'classes'), { recursive: true });
  // "wx": a generation that is there is never written over.
  writeFileSync(path, classText(name), { flag: 'wx' });
  return { name, written: path };
}

function numberOf(name: string): number | undefined {
  const [, number] = /^lab-tenant-([1-9]\d*)$/.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}
