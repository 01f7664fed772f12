import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from '../../../lib/finding/index.ts';
import { type Datastore, readFleet } from '../../../lib/fleet/index.ts';
import type { BackupOptions } from '../../../lib/platform/backup/index.ts';
import type { PlatformObject } from '../../../lib/platform/object.ts';

const siteFile = fileURLToPath(new URL('../../../platform/site.yaml', import.meta.url));

/** The sample site with these lines under `datastores:`, read as the tool reads it. */
export function readDatastores(lines: string): {
  readonly datastores: ReadonlyMap<string, Datastore>;
  readonly findings: readonly Finding[];
} {
  const root = mkdtempSync(join(tmpdir(), 'kaas-backup-'));
  mkdirSync(join(root, 'tenants'));
  const site = readFileSync(siteFile, 'utf8').replace(
    /^datastores:\n(?:[ ].*\n)+/m,
    `datastores:\n${lines}\n`,
  );
  writeFileSync(join(root, 'site.yaml'), site);
  const { fleet, findings } = readFleet({ root, platform: root, tenants: join(root, 'tenants') });
  rmSync(root, { recursive: true });
  return { datastores: fleet?.site.datastores ?? new Map<string, Datastore>(), findings };
}

/** The datastore of that name; throws with the findings if there is none. */
export function readDatastore(lines: string, name = 'default'): Datastore {
  const { datastores, findings } = readDatastores(lines);
  const datastore = datastores.get(name);
  if (datastore === undefined) throw new Error(JSON.stringify(findings));
  return datastore;
}

export const options: BackupOptions = {
  images: {
    etcd: 'registry.k8s.io/etcd:v3.6.12',
    rclone: 'docker.io/rclone/rclone:1.75.1',
    node: 'docker.io/library/node:24-alpine',
  },
  domain: 'cluster.local',
  members: 3,
  program: '// the program\n',
};

/** The pod templates of the CronJobs among the objects. */
export function podsOf(
  objects: readonly PlatformObject[],
): readonly { readonly name: string; readonly pod: Pod }[] {
  return objects
    .filter(({ kind }) => kind === 'CronJob')
    .map((object) => {
      const { spec } = object as unknown as { spec: { jobTemplate: { spec: { template: { spec: Pod } } } } };
      return { name: object.metadata.name, pod: spec.jobTemplate.spec.template.spec };
    });
}

export interface Pod {
  readonly automountServiceAccountToken: boolean;
  readonly activeDeadlineSeconds: number;
  readonly restartPolicy: string;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
}

export interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
}
