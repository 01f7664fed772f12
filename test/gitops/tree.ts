import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { printFindings } from '../../lib/finding/index.ts';
import { readFleet, type Site } from '../../lib/fleet/index.ts';
import type { PlatformObject } from '../../lib/platform/index.ts';
import { synthesize } from '../../lib/synth/synthesize.ts';

export const repository = new URL('../../', import.meta.url).pathname;

export type Engine = 'argocd' | 'flux';
export const engines: readonly Engine[] = ['argocd', 'flux'];

/** A file of dist/ with the object that it holds. */
export interface TreeFile {
  /** Below dist/. */
  readonly path: string;
  readonly text: string;
  readonly object: PlatformObject;
}

const unchanged = (text: string): string => text;
const trees = new Map<Engine, readonly TreeFile[]>();

/** dist/ of the sample site with an engine. `edit` changes the texts of site.yaml and versions.yaml first. */
export function sampleTree(engine: Engine, edit = unchanged): readonly TreeFile[] {
  if (edit !== unchanged) return builtTree(engine, edit);
  const tree = trees.get(engine) ?? builtTree(engine, edit);
  trees.set(engine, tree);
  return tree;
}

function builtTree(engine: Engine, edit: (text: string) => string): TreeFile[] {
  return withSample(engine, edit, (folders) => {
    const { files, findings } = synthesize(folders);
    if (files === undefined) throw new Error(printFindings(findings, 'text', false));
    return files.map(({ path, text }) => ({ path, text, object: parse(text) as PlatformObject }));
  });
}

/** The sample site with an engine. */
export function sampleSite(engine: Engine, edit = unchanged): Site {
  return withSample(engine, edit, (folders) => {
    const { fleet, findings } = readFleet(folders);
    if (fleet === undefined) throw new Error(printFindings(findings, 'text', false));
    return fleet.site;
  });
}

interface Folders {
  readonly root: string;
  readonly platform: string;
  readonly tenants: string;
}

function withSample<T>(engine: Engine, edit: (text: string) => string, use: (folders: Folders) => T): T {
  const root = mkdtempSync(join(tmpdir(), 'kaas-tree-'));
  try {
    const folders = { root, platform: join(root, 'platform'), tenants: join(root, 'tenants') };
    cpSync(join(repository, 'platform'), folders.platform, { recursive: true });
    cpSync(join(repository, 'tenants'), folders.tenants, { recursive: true });
    for (const name of ['site.yaml', 'versions.yaml']) {
      const path = join(folders.platform, name);
      const text = readFileSync(path, 'utf8').replace('engine: argocd', `engine: ${engine}`);
      writeFileSync(path, edit(text));
    }
    return use(folders);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The objects of one kind. */
export function ofKind(tree: readonly TreeFile[], kind: string): PlatformObject[] {
  return tree.map(({ object }) => object).filter((object) => object.kind === kind);
}

/** A field of an object by its way, such as `spec.source.path`. */
export function at(object: unknown, way: string): unknown {
  return way
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], object);
}
