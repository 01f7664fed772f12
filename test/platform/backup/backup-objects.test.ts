import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import * as schemas from '../../../imports/schemas.ts';
import { validateObject, yamlText } from '../../../lib/output/index.ts';
import { backupObjects, datastoreAlertObjects } from '../../../lib/platform/backup/index.ts';
import type { PlatformObject } from '../../../lib/platform/object.ts';
import { bundleRestore } from '../../../lib/synth/program-bundle.ts';
import { options, podsOf, readDatastore, readDatastores } from './datastores.ts';

const s3 = 's3: {endpoint: https://s3.k8s.lab:9000, bucket: kaas-backup, secret: backup-s3';
const image = `docker.io/library/postgres:17-alpine@sha256:${'a'.repeat(64)}`;
const etcd = (backup: string): string =>
  `  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd, backup: {${backup}}}`;

/** Each is a golden file. */
const cases: Readonly<Record<string, () => PlatformObject[]>> = {
  'etcd-bucket-encrypted': () => {
    const lines = etcd(
      `to: {${s3}, path: lab/etcd, caConfigMap: store-ca, addresses: [10.9.0.0/24]}}, encryptionSecret: backup-key, drill: {schedule: "43 3 * * *", share: 80}, defragment: "7 4 * * 0"`,
    );
    const datastore = readDatastore(lines);
    return [
      ...backupObjects(datastore, options),
      ...datastoreAlertObjects(datastore, { release: 'prometheus' }),
    ];
  },
  'etcd-volume': () =>
    backupObjects(readDatastore(etcd('to: {claim: backups}, schedule: "0 */6 * * *", keepDays: 30')), {
      ...options,
      members: 1,
    }),
  postgresql: () =>
    backupObjects(
      readDatastore(
        `  default: {driver: PostgreSQL, endpoint: "pg.k8s.lab:5432", secret: pg, tlsSecret: pg-tls, backup: {to: {${s3}}}, image: "${image}"}}`,
      ),
      options,
    ),
  mysql: () =>
    backupObjects(
      readDatastore(
        `  default: {driver: MySQL, endpoint: "my.k8s.lab:3306", secret: my, backup: {to: {${s3}}}, image: "${image}"}}`,
      ),
      options,
    ),
};

describe.each(Object.entries(cases))('%s', (name, make) => {
  test('is the golden text', () => {
    const file = fileURLToPath(new URL(`golden/${name}.yaml`, import.meta.url));
    const text = make().map(yamlText).join('---\n');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  test('is what the schemas and the contract of dist/ take', () => {
    for (const object of make()) expect(validateObject(object, schemas)).toEqual([]);
  });

  test('every container keeps Pod Security restricted, every pod has no token and a deadline', () => {
    for (const { pod } of podsOf(make())) {
      expect(pod).toMatchObject({ automountServiceAccountToken: false, restartPolicy: 'Never' });
      expect(pod.activeDeadlineSeconds).toBeLessThanOrEqual(3600);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const container of [...pod.initContainers, ...pod.containers])
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  test('no secret value stands in an argument or in the environment', () => {
    for (const { pod } of podsOf(make()))
      for (const { env = [] } of [...pod.initContainers, ...pod.containers])
        for (const { name: variable, value } of env)
          if (/PASSWORD|SECRET_ACCESS_KEY|ACCESS_KEY_ID/.test(variable)) expect(value).toBeUndefined();
  });
});

describe('a datastore', () => {
  test('without backup: has no objects, and only the alert of its quota', () => {
    const datastore = readDatastore(
      '  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}',
    );
    expect(backupObjects(datastore, options)).toEqual([]);
    expect(JSON.stringify(datastoreAlertObjects(datastore))).toContain('KaasDatastoreAlmostFull');
    expect(JSON.stringify(datastoreAlertObjects(datastore))).not.toContain('Backup');
  });

  test('scratch room is for the snapshot and its proof at the full quota', () => {
    expect(readDatastore(etcd('to: {claim: backups}')).backup?.scratch).toBe('17Gi');
  });

  test.each([
    [
      'a NATS datastore',
      '{driver: NATS, endpoint: "n:4222", secret: n, backup: {to: {claim: b}}}',
      'remove it, and back up JetStream',
    ],
    [
      'a database without image',
      '{driver: MySQL, endpoint: "m:3306", secret: m, backup: {to: {claim: b}}}',
      'add image, with its digest',
    ],
    [
      'a drill of a database',
      `{driver: MySQL, endpoint: "m:3306", secret: m, backup: {to: {claim: b}, image: "${image}", drill: {schedule: "1 1 * * *"}}}`,
      'remove it',
    ],
    ['an image for etcd', `{driver: etcd, backup: {to: {claim: b}, image: "${image}"}}`, 'remove it'],
    ['two targets', `{driver: etcd, backup: {to: {claim: b, ${s3}}}}}`, ''],
    ['no target', '{driver: etcd, backup: {to: {}}}', ''],
    ['a schedule of four fields', '{driver: etcd, backup: {to: {claim: b}, schedule: "1 2 3 4"}}', ''],
  ])('%s is refused at its place', (_name, datastore, remedy) => {
    const { findings } = readDatastores(`  default: ${datastore}`);
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0]?.remedy).toContain(remedy);
    expect(errors[0]?.place.line).toBe(readDatastoresLine);
  });
});

/** The line of `default:` in the site file that readDatastores makes. */
const readDatastoresLine =
  readFileSync(fileURLToPath(new URL('../../../platform/site.yaml', import.meta.url)), 'utf8')
    .split('\n')
    .indexOf('datastores:') + 2;

describe('the program in the ConfigMap', () => {
  test('imports nothing but Node, is small, and holds nothing that Flux would replace', () => {
    const text = bundleRestore();
    const imports = [...text.matchAll(/^import .* from "(.+)";$/gm)].map(([, from]) => from);
    expect(imports.length).toBeGreaterThan(0);
    for (const from of imports) expect(from).toMatch(/^node:/);
    expect(text.length).toBeLessThan(64 * 1024);
    expect(text).not.toMatch(/\$\{/);
    const datastore = readDatastore(etcd('to: {claim: backups}'));
    for (const object of backupObjects(datastore, { ...options, program: text }))
      expect(validateObject(object, schemas)).toEqual([]);
  });

  test('is the same bytes every time', () => {
    expect(bundleRestore()).toBe(bundleRestore());
  });
});
