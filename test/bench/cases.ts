/** One case of the synth benchmark, in a process of its own so that its memory is its own: `cases.ts CASE FOLDER`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { ApiObject, App, Chart } from 'cdk8s';
import { dump, loadAll } from 'js-yaml';
import { parse } from 'yaml';
import { run } from '../../lib/cli.ts';

interface Stored {
  readonly path: string;
  readonly object: ConstructorParameters<typeof ApiObject>[2];
}

const [name = '', folder = ''] = process.argv.slice(2);

const silent = {
  out: () => undefined,
  err: () => undefined,
  cwd: folder,
  color: false,
  interactive: false,
  env: process.env,
};

const cases: Record<string, () => Promise<() => unknown> | (() => unknown)> = {
  synth: () => () => run(['synth'], silent),
  unchanged: () => () => run(['synth'], silent),
  check: () => () => run(['check'], silent),
  floor: () => {
    const objects = storedObjects();
    return () => {
      parseInput();
      writeObjects(objects);
    };
  },
  cdk8s: () => {
    const objects = storedObjects();
    return () => plainApp(objects);
  },
};

const prepare = cases[name];
if (prepare === undefined) throw new Error(`no case ${name}`);
const work = await prepare();
const before = process.cpuUsage();
const start = performance.now();
await work();
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({ seconds, cpu: (user + system) / 1e6, maxRssMiB: process.resourceUsage().maxRSS / 1024 }),
);

/** What synth wrote, read back. Not timed. */
function storedObjects(): Stored[] {
  const files = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return {
      path: path.slice(join(folder, 'dist').length + 1),
      object: loadAll(readFileSync(path, 'utf8'))[0] as Stored['object'],
    };
  });
}

function parseInput(): void {
  for (const file of readdirSync(join(folder, 'tenants')))
    parse(readFileSync(join(folder, 'tenants', file), 'utf8'));
}

function writeObjects(objects: readonly Stored[]): void {
  const made = new Set<string>();
  for (const { path, object } of objects) {
    const file = join(folder, 'floor', path);
    if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    made.add(dirname(file));
    writeFileSync(file, dump(object, { noRefs: true, lineWidth: -1 }));
  }
}

/** The same objects as a plain cdk8s app with its default output: one chart and so one file per tenant. */
function plainApp(objects: readonly Stored[]): void {
  const app = new App({ outdir: join(folder, 'cdk8s') });
  const charts = new Map<string, Chart>();
  for (const { path, object } of objects) {
    const id = path.split('/').slice(0, 2).join('-').replaceAll('.', '-');
    const chart = charts.get(id) ?? new Chart(app, id, { disableResourceNameHashes: true });
    charts.set(id, chart);
    new ApiObject(chart, path.replaceAll('/', '-'), object);
  }
  app.synth();
}
