import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFleet } from '../../../lib/fleet/index.ts';
import { backupObjects } from '../../../lib/platform/backup/index.ts';
import { bundleRestore } from '../../../lib/synth/program-bundle.ts';
import { listAt, mapAt, textAt } from '../lab/object.ts';
import type { JobSpec } from './job.ts';

const siteFile = fileURLToPath(new URL('../../../platform/site.yaml', import.meta.url));

/** The objects that the platform emits for the datastore `default` with this `backup:` (YAML in flow style). */
export const emittedObjects = (backup: string, members: number): readonly unknown[] =>
  emittedFor(
    `{driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd, replicas: ${members}, backup: ${backup}}`,
    members,
  );

/** The same for a datastore that is written so in the site file. */
export function emittedFor(line: string, members = 0, name = 'default'): readonly unknown[] {
  const root = mkdtempSync(join(tmpdir(), 'kaas-backup-site-'));
  mkdirSync(join(root, 'tenants'));
  const site = readFileSync(siteFile, 'utf8').replace(
    /^datastores:\n(?: .*\n)+/m,
    `datastores:\n  ${name}: ${line}\n`,
  );
  writeFileSync(join(root, 'site.yaml'), site);
  const { fleet, findings } = readFleet({ root, platform: root, tenants: join(root, 'tenants') });
  rmSync(root, { recursive: true });
  const datastore = fleet?.site.datastores.get(name);
  if (datastore?.backup === undefined) throw new Error(JSON.stringify(findings));
  const images = { etcd: 'etcd', rclone: 'rclone', node: 'node' };
  return backupObjects(datastore, { images, domain: 'cluster.local', members, program: bundleRestore() });
}

/** The Job that a CronJob makes, as it stands in its YAML. */
export function jobOf(objects: readonly unknown[], cronJob: string): JobSpec {
  const found = objects.find(
    (object) => textAt(object, 'kind') === 'CronJob' && textAt(object, 'metadata.name') === cronJob,
  );
  if (found === undefined) throw new Error(`no CronJob ${cronJob} was emitted`);
  return mapAt(found, 'spec.jobTemplate.spec') as unknown as JobSpec;
}

/** A copy of the Job with one environment variable set in every container, as `kubectl set env` does. */
export function withEnvironment(job: JobSpec, name: string, value: string): JobSpec {
  const text = JSON.stringify(job, (_key, inner: unknown) =>
    textAt(inner, 'name') === name && 'value' in (inner as object) ? { name, value } : inner,
  );
  return JSON.parse(text) as JobSpec;
}

/** Data of the emitted ConfigMaps by name. */
export function configMapsOf(objects: readonly unknown[]): Record<string, Record<string, string>> {
  const maps = objects.filter((object) => textAt(object, 'kind') === 'ConfigMap');
  return Object.fromEntries(
    maps.map((map) => [textAt(map, 'metadata.name'), mapAt(map, 'data') as Record<string, string>]),
  );
}

export const containersOf = (job: JobSpec): readonly string[] =>
  [...listAt(job, 'template.spec.initContainers'), ...listAt(job, 'template.spec.containers')].map((one) =>
    textAt(one, 'name'),
  );
