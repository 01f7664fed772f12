import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { binary, cacheFolder, goEnvironment, givenManifest } from './build.ts';
import { type Component, componentsFolder, kustomize, versionOf } from './components.ts';
import { type KubeObject, textAt } from './object.ts';

const run = promisify(execFile);

/** Manifests of a provider: what its own `config/default` renders, with the contract labels on the CRDs. */
export interface ManifestSource {
  readonly name: string;
  readonly component: Component;
  /** Folder inside the module that holds config/default. Default: its root. */
  readonly folder?: string;
  /** Values of the `${NAME:=default}` placeholders that differ from their default. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Rendered manifests of a provider, from KAAS_LAB_BIN/NAME.yaml, the cache, or the Go module. */
export async function manifests(source: ManifestSource): Promise<readonly KubeObject[]> {
  const text = readFileSync(givenManifest(source.name) ?? (await render(source)), 'utf8');
  return parseAllDocuments(fillIn(text, source.values ?? {}))
    .map((document) => document.toJS() as KubeObject | null)
    .filter((object) => object !== null);
}

async function render({ name, component, folder = '' }: ManifestSource): Promise<string> {
  const target = join(cacheFolder(), 'manifests', `${name}-${versionOf(component)}.yaml`);
  if (existsSync(target)) return target;
  process.stderr.write(`rendering the manifests of ${name} ${versionOf(component)}\n`);
  const cwd = join(componentsFolder, component.folder);
  const maxBuffer = 64 * 2 ** 20;
  const options = { cwd, env: goEnvironment(), maxBuffer };
  const download = ['mod', 'download', '-json', `${component.module}@${versionOf(component)}`];
  const { stdout: module } = await run('go', download, options);
  const input = join(textAt(JSON.parse(module), 'Dir'), folder, 'config', 'default');
  const { stdout } = await run(binary(kustomize), ['build', input], { maxBuffer });
  mkdirSync(join(cacheFolder(), 'manifests'), { recursive: true });
  writeFileSync(`${target}.tmp`, stdout);
  renameSync(`${target}.tmp`, target);
  return target;
}

/** Resolves `${NAME:=default}` and `${NAME="default"}`, as clusterctl does. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{(\w+)(?::?="?([^}"]*)"?)?\}/g,
    (_match, name: string, fallback: string | undefined) => {
      return values[name] ?? fallback ?? '';
    },
  );
}
