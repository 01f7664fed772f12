import type { Chart } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-30';
import { addCronJob } from './cron-job.ts';
import { mysqlClientFile, mysqlScript, postgresScript } from './dump-scripts.ts';
import { backupLabels, backupNames } from './names.ts';
import type { BackedUp, BackupOptions } from './options.ts';
import { container, podTemplate, scratchMount, scratchVolume } from './pod.ts';
import { shipContainer } from './snapshot-job.ts';
import { fromSecret, storeAccess } from './store.ts';

const tlsPath = '/database-certs';

/** The CronJob that dumps a PostgreSQL or MySQL datastore, and ships the dump as a snapshot of etcd is shipped. */
export function addDumpJob(chart: Chart, datastore: BackedUp, { images }: BackupOptions): void {
  const names = backupNames(datastore);
  const { tlsSecret } = datastore.file;
  addCronJob(chart, {
    name: names.backup,
    namespace: names.namespace,
    labels: backupLabels(datastore),
    schedule: datastore.backup.schedule,
    job: {
      backoffLimit: 1,
      activeDeadlineSeconds: 7200,
      template: podTemplate({
        labels: backupLabels(datastore),
        deadlineSeconds: 3600,
        initContainers: [dumpContainer(datastore)],
        container: shipContainer(datastore, images.rclone),
        volumes: [
          scratchVolume(datastore.backup.scratch),
          ...(tlsSecret === undefined
            ? []
            : [{ name: 'database-certs', secret: { secretName: tlsSecret, defaultMode: 0o440 } }]),
          ...storeAccess(datastore).volumes,
        ],
      }),
    },
  });
}

function dumpContainer(datastore: BackedUp): k8s.Container {
  const { driver, file, backup } = datastore;
  const [host = '', port = ''] = file.endpoint?.split(':') ?? [];
  const secured = file.tlsSecret !== undefined;
  const isMysql = driver === 'MySQL';
  return container({
    name: 'dump',
    image: backup.image ?? '',
    command: ['/bin/sh', '-c'],
    args: [
      isMysql
        ? mysqlClientFile + mysqlScript(datastore.keyspacePrefix)
        : postgresScript(datastore.keyspacePrefix),
    ],
    env: [
      ...credentials(isMysql ? 'DATABASE' : 'PG', file.secret),
      ...(isMysql ? mysqlEnvironment(host, port, secured) : postgresEnvironment(host, port, secured)),
    ],
    volumeMounts: [
      scratchMount,
      ...(secured ? [{ name: 'database-certs', mountPath: tlsPath, readOnly: true }] : []),
    ],
  });
}

/** The Secret that Kamaji's DataStore uses too: username and password. */
function credentials(prefix: 'DATABASE' | 'PG', secret: string | undefined): k8s.EnvVar[] {
  if (secret === undefined) return [];
  const separator = prefix === 'PG' ? '' : '_';
  return [
    fromSecret(`${prefix}${separator}USER`, secret, 'username'),
    fromSecret(`${prefix}${separator}PASSWORD`, secret, 'password'),
  ];
}

const postgresEnvironment = (host: string, port: string, secured: boolean): k8s.EnvVar[] => [
  { name: 'PGHOST', value: host },
  { name: 'PGPORT', value: port },
  { name: 'PGCONNECT_TIMEOUT', value: '20' },
  { name: 'PGSSLMODE', value: secured ? 'verify-full' : 'prefer' },
  ...(secured
    ? [
        { name: 'PGSSLROOTCERT', value: `${tlsPath}/ca.crt` },
        { name: 'PGSSLCERT', value: `${tlsPath}/tls.crt` },
        { name: 'PGSSLKEY', value: `${tlsPath}/tls.key` },
      ]
    : []),
];

const mysqlEnvironment = (host: string, port: string, secured: boolean): k8s.EnvVar[] => [
  { name: 'DATABASE_HOST', value: host },
  { name: 'DATABASE_PORT', value: port },
  {
    name: 'DATABASE_TLS',
    value: secured
      ? `ssl-mode=VERIFY_IDENTITY\nssl-ca=${tlsPath}/ca.crt\nssl-cert=${tlsPath}/tls.crt\nssl-key=${tlsPath}/tls.key`
      : 'ssl-mode=PREFERRED',
  },
];
