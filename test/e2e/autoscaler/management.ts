import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleAutoscaler } from '../../../lib/synth/program-bundle.ts';
import type { Settings } from '../../../lib/autoscaler/settings.ts';
import { AutoscalerGuard } from '../../../lib/platform/autoscaler-guard.ts';
import { AutoscalerJob } from '../../../lib/platform/autoscaler-job.ts';
import { objectsOf } from '../../../lib/platform/object.ts';
import { startApiServer, type ApiServer } from '../lab/api-server.ts';
import type { AuditEvent } from '../lab/audit.ts';
import { startControllerManager } from '../lab/controller-manager.ts';
import { kubeApiServer } from '../lab/components.ts';
import type { KubeObject } from '../lab/object.ts';
import { start, type Program } from '../lab/program.ts';
import { until } from '../lab/wait.ts';

export const kaasNamespace = 'kaas-system';
export const jobUser = `system:serviceaccount:${kaasNamespace}:kaas-autoscaler`;

export const settings: Settings = {
  images: {
    '1.34': 'registry.k8s.io/autoscaling/cluster-autoscaler:v1.34.5',
    '1.35': 'registry.k8s.io/autoscaling/cluster-autoscaler:v1.35.2',
  },
  monitoringNamespace: 'monitoring',
};

/** A management cluster with the job's manifests applied; the kinds it reads have open schemas. */
export interface Management {
  readonly api: ApiServer;
  /** Folder for files of the test. */
  readonly dir: string;
  /** Objects of the job, as the platform bundle has them. */
  readonly manifests: readonly KubeObject[];
  /** Requests of the job that may change something, since that many events. */
  readonly writes: (since?: number) => readonly AuditEvent[];
  /** Ends kube-apiserver without grace and starts it again on the same address and data. */
  readonly restartApiServer: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startManagement(): Promise<Management> {
  const dir = mkdtempSync(join(tmpdir(), 'kaas-autoscaler-e2e-'));
  const api = await startApiServer({ dir, audit: true });
  const controllers = await startControllerManager(api);
  for (const [apiVersion, kind] of openKinds) await api.client.apply(openCrd(apiVersion, kind));
  await api.client.apply(namespace(kaasNamespace, { 'pod-security.kubernetes.io/enforce': 'restricted' }));
  const manifests = jobManifests();
  for (const object of manifests) await api.client.apply(object, { manager: 'argocd-controller' });
  for (const [apiVersion, kind] of openKinds)
    await until(`${kind} to be served`, async () => {
      const path = await api.client.path({ apiVersion, kind });
      return (await api.client.raw({ method: 'GET', path })) !== '';
    });
  let server = api.programs.find(({ name }) => name === kubeApiServer.name);
  return {
    api,
    dir,
    manifests,
    writes: (since = 0) =>
      api
        .audit()
        .slice(since)
        .filter(({ user, verb }) => user === jobUser && !['get', 'list', 'watch'].includes(verb)),
    restartApiServer: async () => {
      server = await restart(api, server);
    },
    stop: async () => {
      await controllers.stop();
      await server?.stop();
      await api.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function jobManifests(): readonly KubeObject[] {
  const objects = objectsOf((chart) => {
    new AutoscalerGuard(chart, 'guard', { namespace: kaasNamespace });
    new AutoscalerJob(chart, 'job', {
      namespace: kaasNamespace,
      image: 'docker.io/library/node:24.21.0-alpine3.24',
      program: bundleAutoscaler(),
      settings,
    });
  });
  return objects;
}

/** The command line is the kernel's: it is the one that runs. */
async function restart(api: ApiServer, server: Program | undefined): Promise<Program> {
  if (server === undefined) throw new Error('kube-apiserver is a program of the lab');
  const [file = '', ...args] = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  await server.kill();
  const again = start({ name: server.name, dir: api.dir, file, args });
  await until('kube-apiserver to be back', async () => {
    return (await api.client.raw({ method: 'GET', path: '/readyz' })) === 'ok';
  });
  return again;
}

export function namespace(name: string, labels: Readonly<Record<string, string>> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

const openKinds = [
  ['cluster.x-k8s.io/v1beta2', 'Cluster'],
  ['cluster.x-k8s.io/v1beta2', 'MachineDeployment'],
  ['cluster.x-k8s.io/v1beta2', 'Machine'],
  ['kamaji.clastix.io/v1alpha1', 'TenantControlPlane'],
] as const;

/** A kind without a schema: the job only reads it, and the real ones are the lab's. */
function openCrd(apiVersion: string, kind: string): KubeObject {
  const [group = '', version = ''] = apiVersion.split('/');
  const plural = `${kind.toLowerCase()}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}
