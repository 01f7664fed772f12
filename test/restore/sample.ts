import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FleetDraft, isTenant, readFleet, type Tenant } from '../../lib/fleet/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The backup of the document's first section, in one line. */
export const sampleBackup =
  '{to: {s3: {endpoint: https://s3.k8s.lab, bucket: kaas-backup, secret: backup-s3}}, encryptionSecret: backup-key, drill: {schedule: "43 3 * * *"}, defragment: "7 4 * * 0"}';

/** The backup that the document gives to the datastore `reports`, in one line. */
export const sampleSqlBackup = `{to: {s3: {endpoint: https://s3.k8s.lab, bucket: kaas-backup, secret: backup-s3}}, image: "docker.io/library/postgres:17-alpine@sha256:${'a'.repeat(64)}"}`;

/** A folder with the sample fleet, its datastores backed up. */
export function sampleFolder(backup = sampleBackup): string {
  const folder = mkdtempSync(join(tmpdir(), 'kaas-restore-'));
  cpSync(join(root, 'platform'), join(folder, 'platform'), { recursive: true });
  cpSync(join(root, 'tenants'), join(folder, 'tenants'), { recursive: true });
  const site = join(folder, 'platform', 'site.yaml');
  const text = readFileSync(site, 'utf8').replace(/^datastores:\n(?:[ ].*\n)+/m, datastores(backup));
  writeFileSync(site, text);
  return folder;
}

const datastores = (backup: string): string => `datastores:
  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd, backup: ${backup}}
  reports: {driver: PostgreSQL, endpoint: "pg.k8s.lab:5432", secret: reports-pg, backup: ${sampleSqlBackup}}
`;

export function readSample(folder: string): FleetDraft {
  const { fleet, findings } = readFleet({
    root: folder,
    platform: join(folder, 'platform'),
    tenants: join(folder, 'tenants'),
  });
  if (fleet === undefined) throw new Error(JSON.stringify(findings));
  return fleet;
}

/** The tenants that are whole. */
export const tenantsOf = ({ tenants }: FleetDraft): readonly Tenant[] => tenants.filter(isTenant);
