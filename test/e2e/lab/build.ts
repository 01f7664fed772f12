import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Component, componentsFolder, type OptionalComponent, versionOf } from './components.ts';

/** Where built components and rendered manifests are kept: KAAS_LAB_CACHE, else ~/.cache/kaas-lab. */
export const cacheFolder = (): string =>
  process.env['KAAS_LAB_CACHE'] ?? join(homedir(), '.cache', 'kaas-lab');

/** Folder with ready binaries that the user names, like KUBEBUILDER_ASSETS. */
export const givenFolder = (): string | undefined => process.env['KAAS_LAB_BIN'];

/** How long one build took; 0 seconds: it was there. */
export interface Built {
  readonly component: string;
  readonly seconds: number;
}

/** Binary of a component that the user gave, `NAME-VERSION` before `NAME`. */
export function givenBinary(name: string, version?: string): string | undefined {
  const folder = givenFolder();
  if (folder === undefined) return undefined;
  const names = version === undefined ? [name] : [`${name}-${version.replace(/^v/, '')}`, name];
  return names.map((file) => join(folder, file)).find((file) => existsSync(file));
}

/** Rendered manifests that the user gave beside the binaries, as NAME.yaml. */
export function givenManifest(name: string): string | undefined {
  const folder = givenFolder();
  return folder === undefined ? undefined : existing(join(folder, `${name}.yaml`));
}

/** Path of a component's binary: the user's, or the built one. Throws if `ensureBuilt` has not made it. */
export function binary(component: Component): string {
  const given = givenBinary(component.name, versionOf(component));
  const path = given ?? cached(component);
  if (!existsSync(path)) throw new Error(`${component.name} is not built: run \`npm run lab\` first`);
  return path;
}

/** Path of a component that only the user can give. */
export const optionalBinary = ({ name }: OptionalComponent): string | undefined => givenBinary(name);

/** Builds what is missing, one after another, with progress on stderr. A stopped build goes on where it was. */
export async function ensureBuilt(components: readonly Component[]): Promise<readonly Built[]> {
  const built: Built[] = [];
  for (const [index, component] of components.entries()) {
    const present = givenBinary(component.name, versionOf(component)) ?? existing(cached(component));
    const label = `[${index + 1}/${components.length}] ${component.name} ${versionOf(component)}`;
    const seconds = present === undefined ? await build(component, label) : 0;
    built.push({ component: component.name, seconds });
  }
  return built;
}

/** Keyed by everything the binary is made of, so that a changed pin is a new file. */
function cached(component: Component): string {
  const folder = join(componentsFolder, component.folder);
  const hash = createHash('sha256');
  for (const file of sources(folder)) hash.update(readFileSync(join(folder, file)));
  const key = hash
    .update(component.package + linkerFlags(component))
    .digest('hex')
    .slice(0, 12);
  return join(cacheFolder(), 'bin', `${component.name}-${versionOf(component).replace(/^v/, '')}-${key}`);
}

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.go$|go\.(mod|sum)$/.test(file))
    .sort();

const existing = (path: string): string | undefined => (existsSync(path) ? path : undefined);

async function build(component: Component, label: string): Promise<number> {
  requireGo();
  const target = cached(component);
  mkdirSync(join(cacheFolder(), 'bin'), { recursive: true });
  const started = Date.now();
  const temporary = `${target}.${String(process.pid)}.tmp`;
  const args = [
    'build',
    '-v',
    '-trimpath',
    ...(component.cgo === true ? ['-tags', 'netgo,osusergo'] : []),
    '-ldflags',
    linkerFlags(component),
    '-o',
    temporary,
    component.package,
  ];
  await runGo(args, component, label);
  renameSync(temporary, target);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stderr.write(`${label}: built in ${seconds} s\n`);
  return seconds;
}

function linkerFlags({ variables = {}, cgo = false }: Component): string {
  const plain = cgo ? '-s -w -extldflags -static' : '-s -w';
  return [plain, ...Object.entries(variables).map(([name, value]) => `-X ${name}=${value}`)].join(' ');
}

/** `go build -v` names each package as it is compiled: their number is the progress. */
async function runGo(
  args: readonly string[],
  { folder, cgo = false }: Component,
  label: string,
): Promise<void> {
  const started = Date.now();
  const cwd = join(componentsFolder, folder);
  const env = { ...goEnvironment(), CGO_ENABLED: cgo ? '1' : '0' };
  const child = spawn('go', args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let packages = 0;
  const last: string[] = [];
  const tell = (): void => {
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stderr.write(`${label}: ${packages} packages compiled, ${seconds} s\n`);
  };
  const timer = setInterval(tell, 15_000);
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!line.startsWith('go: downloading')) packages += 1;
    last.push(line);
    if (last.length > 20) last.shift();
  });
  tell();
  const code = await new Promise<number | null>((done) => child.on('close', done));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${label}: go ${args.join(' ')} failed:\n${last.join('\n')}`);
}

/** Static binaries; the committed go.sum is the only authority on what is downloaded. */
export const goEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  CGO_ENABLED: '0',
  GOFLAGS: '-buildvcs=false -mod=readonly',
  GOWORK: 'off',
});

function requireGo(): void {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
  } catch {
    throw new Error(
      'no `go` on PATH: install Go 1.26 or newer, or name a folder with the binaries in KAAS_LAB_BIN',
    );
  }
}
