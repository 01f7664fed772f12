import type { k8s } from 'cdk8s-plus-30';
import type { BackedUp } from './options.ts';
import { container, scratchMount } from './pod.ts';
import { fromSecret } from './store.ts';

const tlsPath = '/database-certs';

/** Volumes of a pod with a `databaseContainer`. */
export const databaseVolumes = ({ file: { tlsSecret } }: BackedUp): k8s.Volume[] =>
  tlsSecret === undefined
    ? []
    : [{ name: 'database-certs', secret: { secretName: tlsSecret, defaultMode: 0o440 } }];

/** A container of the site's own image that runs a script on the server, as the user that Kamaji is there. */
export function databaseContainer(
  datastore: BackedUp,
  own: { readonly name: string; readonly script: string; readonly env?: k8s.EnvVar[] },
): k8s.Container {
  const secured = datastore.file.tlsSecret !== undefined;
  return container({
    name: own.name,
    image: datastore.backup.image ?? '',
    command: ['/bin/sh', '-c'],
    args: [own.script],
    env: [...serverEnvironment(datastore, secured), ...(own.env ?? [])],
    volumeMounts: [
      scratchMount,
      ...(secured ? [{ name: 'database-certs', mountPath: tlsPath, readOnly: true }] : []),
    ],
  });
}

function serverEnvironment({ driver, file }: BackedUp, secured: boolean): k8s.EnvVar[] {
  const [host = '', port = ''] = file.endpoint?.split(':') ?? [];
  return driver === 'MySQL'
    ? [...credentials('DATABASE_', file.secret), ...mysqlEnvironment(host, port, secured)]
    : [...credentials('PG', file.secret), ...postgresEnvironment(host, port, secured)];
}

/** The Secret that Kamaji's DataStore uses too: username and password. */
const credentials = (prefix: string, secret: string | undefined): k8s.EnvVar[] =>
  secret === undefined
    ? []
    : [fromSecret(`${prefix}USER`, secret, 'username'), fromSecret(`${prefix}PASSWORD`, secret, 'password')];

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

/** What MySQL's programs read only from a file; their scripts write it. */
const mysqlEnvironment = (host: string, port: string, secured: boolean): k8s.EnvVar[] => [
  { name: 'DATABASE_HOST', value: host },
  { name: 'DATABASE_PORT', value: port },
  {
    name: 'DATABASE_TLS',
    value: secured ? `ssl-ca=${tlsPath}/ca.crt\nssl-cert=${tlsPath}/tls.crt\nssl-key=${tlsPath}/tls.key` : '',
  },
];
