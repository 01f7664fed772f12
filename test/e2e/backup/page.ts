import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { sections, shellBlocks } from '../../restore/document.ts';
import type { ApiServer } from '../lab/api-server.ts';
import { binary } from '../lab/build.ts';
import { kubectl } from '../lab/components.ts';
import { extraCrds } from '../lab/crds.ts';
import { kubeconfig } from '../lab/kubeconfig.ts';
import type { KubeObject } from '../lab/object.ts';
import { until } from '../lab/wait.ts';

/** Name of a backup in the page. */
const example = '20261130T001700Z.db';

/** CRDs that a restore acts on, the namespaces with Pod Security restricted, and the emitted objects. */
export async function installObjects(
  { client }: ApiServer,
  objects: readonly unknown[],
  namespaces: readonly string[],
): Promise<void> {
  for (const crd of extraCrds(new Set()))
    if (/^(clusters\.cluster|tenantcontrolplanes\.|applications\.argoproj)/.test(crd.metadata.name))
      await client.apply(crd);
  for (const name of namespaces) await client.apply(namespace(name));
  for (const object of objects) await client.apply(object as KubeObject);
}

const namespace = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
});

/** A kind is served a moment after its CRD. */
export const applyPatiently = ({ client }: ApiServer, object: KubeObject): Promise<unknown> =>
  until(`${object.kind} ${object.metadata.name}`, () => client.apply(object), { seconds: 60 });

/** Namespace, Cluster, control plane and kubeconfig of a tenant. */
export async function installTenant(
  management: ApiServer,
  name: string,
  tenantKubeconfig: string,
): Promise<void> {
  for (const object of [namespace(`tenant-${name}`), ...tenantObjects(name, tenantKubeconfig)])
    await applyPatiently(management, object);
}

const tenantObjects = (name: string, tenantKubeconfig: string): readonly KubeObject[] => [
  {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name, namespace: `tenant-${name}` },
    spec: { topology: { classRef: { name: 'lab-tenant-1' }, version: 'v1.35.5' } },
  },
  {
    apiVersion: 'kamaji.clastix.io/v1alpha1',
    kind: 'TenantControlPlane',
    metadata: { name, namespace: `tenant-${name}` },
    spec: {
      controlPlane: { deployment: { replicas: 2 }, service: { serviceType: 'LoadBalancer' } },
      kubernetes: { version: 'v1.35.5', kubelet: { cgroupfs: 'systemd' } },
      networkProfile: { port: 6443 },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${name}-kubeconfig`, namespace: `tenant-${name}` },
    data: { value: Buffer.from(tenantKubeconfig).toString('base64') },
  },
];

export interface Run {
  readonly management: ApiServer;
  /** Folder for what the commands write. */
  readonly dir: string;
  /** Begin of the command whose output the section is. */
  readonly start: string;
  /** Name of the backup, in place of the page's. */
  readonly snapshot: string;
  /** What is told when a command fails. */
  readonly explain: () => unknown;
}

/** Runs the shell blocks of a section of the page. */
export async function runPage(run: Run): Promise<void> {
  const section = sections().find(({ command }) => command.startsWith(run.start));
  const blocks = shellBlocks(section?.text ?? '');
  expect(blocks.length).toBeGreaterThan(3);
  for (const block of blocks) await shell(block.replaceAll(example, run.snapshot), run);
}

async function shell(script: string, { management, dir, explain }: Run): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const config = join(dir, 'management.kubeconfig');
  writeFileSync(config, kubeconfig(management.admin));
  const program = join(dir, 'kubectl');
  rmSync(program, { force: true });
  symlinkSync(binary(kubectl), program);
  const env = { PATH: `${dir}:/usr/bin:/bin`, KUBECONFIG: config, HOME: dir };
  const child = spawn('/bin/sh', ['-eu', '-c', script], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  if (code !== 0) throw new Error(`${script}\n${output}\n${JSON.stringify(explain(), undefined, 1)}`);
}

export async function removeJobsOf({ client }: ApiServer, namespace: string): Promise<void> {
  const kind = { apiVersion: 'batch/v1', kind: 'Job' };
  for (const job of await client.list(kind, { namespace }))
    await client.remove({ ...kind, namespace, name: job.metadata.name });
}
