import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { blocksOf, root, sectionOf, textOf } from '../docs/markdown.ts';
import { type ApiServer, startApiServer } from './lab/api-server.ts';
import { binary, ensureBuilt } from './lab/build.ts';
import { kubectl } from './lab/components.ts';
import { extraCrds } from './lab/crds.ts';
import { kubeconfig } from './lab/kubeconfig.ts';
import type { KubeObject } from './lab/object.ts';
import { until } from './lab/wait.ts';

const dir = mkdtempSync(join(tmpdir(), 'kaas-access-'));
let api: ApiServer;

/** Groups of tenants/acme.yaml. */
const groups = { viewer: 'acme', fetcher: 'acme-admins', stranger: 'somebody' } as const;
type Who = keyof typeof groups;

beforeAll(async () => {
  await ensureBuilt([kubectl]);
  api = await startApiServer({ dir: join(dir, 'api') });
  for (const crd of extraCrds(new Set()))
    if (/\.(?:cluster|controlplane\.cluster|infrastructure\.cluster)\.x-k8s\.io$/.test(crd.metadata.name))
      await api.client.apply(crd);
  for (const [plural, kind, group] of others) await api.client.apply(openCrd(plural, kind, group));
  for (const file of ['namespace-tenant-acme', ...['view', 'kubeconfig'].flatMap(rbacOf)])
    await api.client.apply(emitted(file));
  await api.client.apply({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'acme-kubeconfig', namespace: 'tenant-acme' },
    data: { value: Buffer.from('a kubeconfig').toString('base64') },
  });
  for (const who of Object.keys(groups) as Who[])
    writeFileSync(join(dir, who), kubeconfig(await api.identity(who, [groups[who]])));
  await api.client.apply(cluster);
  await until('every kind to be served', () => run('viewer', linesOf(0).at(-1) ?? '').ok);
}, 600_000);

afterAll(async () => {
  await api.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Kinds of Cluster API that nobody writes in Git, so that the project has no schema of them. */
const others = [
  ['machinesets', 'MachineSet', 'cluster.x-k8s.io'],
  ['machines', 'Machine', 'cluster.x-k8s.io'],
] as const;

const openCrd = (plural: string, kind: string, group: string): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural, kind, singular: kind.toLowerCase() },
    versions: [
      {
        name: 'v1beta2',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});

const rbacOf = (role: string): string[] => [`role-tenant-${role}`, `rolebinding-tenant-${role}`];
const emitted = (file: string): KubeObject =>
  parse(readFileSync(join(root, `dist/tenants/acme/base/${file}.yaml`), 'utf8')) as KubeObject;
const cluster = parse(
  readFileSync(join(root, 'dist/tenants/acme/cluster/cluster-acme.yaml'), 'utf8'),
) as KubeObject;

/** The lines of a block of the page, for the tenant acme. */
const linesOf = (block: number): string[] =>
  (blocksOf(sectionOf(textOf('docs/access.md'), 'Looking at a tenant'), 'sh')[block] ?? '')
    .trim()
    .split('\n')
    .map((line) => line.replaceAll('NAME', 'acme'));

function run(who: Who, line: string): { ok: boolean; text: string } {
  const command = line.replace(/ +#.*/, '').replace(/^kubectl/, binary(kubectl));
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    encoding: 'utf8',
    cwd: dir,
    env: { PATH: process.env['PATH'], KUBECONFIG: join(dir, who), HOME: dir },
  });
  return { ok: status === 0, text: stdout + stderr };
}

describe('docs/access.md, looking at a tenant', () => {
  test('a group of access.view may do what the page allows, and no more', () => {
    const lines = linesOf(0);
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      const { ok, text } = run('viewer', line);
      expect([line, ok, text]).toEqual([line, line.includes('# allowed'), expect.anything()]);
      if (!ok) expect(text).toContain('Forbidden');
      expect(run('stranger', line).ok).toBe(false);
    }
  });

  test('it may change nothing and read no Secret', () => {
    expect(run('viewer', 'kubectl -n tenant-acme delete cluster acme').text).toContain('Forbidden');
    expect(run('viewer', 'kubectl -n tenant-acme get secret acme-kubeconfig').text).toContain('Forbidden');
  });

  test('a group of access.kubeconfig fetches the kubeconfig, and lists no Secrets', () => {
    const [fetch = ''] = linesOf(1);
    expect(run('fetcher', fetch).ok).toBe(true);
    expect(readFileSync(join(dir, 'acme.kubeconfig'), 'utf8')).toBe('a kubeconfig');
    expect(run('fetcher', 'kubectl -n tenant-acme get secrets').text).toContain('Forbidden');
    expect(run('stranger', fetch).ok).toBe(false);
  });
});
