import type { Site } from '../fleet/index.ts';
import { etcdDatastores, membersOf } from './datastores.ts';
import { etcdNames, namespaces } from './names.ts';

/** An object that the platform names and that is not in Git. */
export interface ExternalObject {
  readonly kind: 'ConfigMap' | 'PersistentVolumeClaim' | 'Secret' | 'StorageClass';
  /** Undefined where the kind has no namespace. */
  readonly namespace: string | undefined;
  readonly name: string;
  /** Keys of a Secret or ConfigMap. */
  readonly keys: readonly string[];
  /** Who makes it: a person, outside Git, or a controller. */
  readonly by: 'person' | 'cert-manager' | 'the chart kamaji-etcd';
  /** What it is for, in one line. */
  readonly about: string;
}

/** Everything that must exist beside dist/: what people make before the first sync, and what a controller makes. */
export function externalObjects(site: Site): ExternalObject[] {
  const { proxmox, csi, vips, gitops } = site.file;
  return [
    secret(
      namespaces.proxmox,
      proxmox.credentialsSecret,
      ['PROXMOX_URL', 'PROXMOX_TOKEN', 'PROXMOX_SECRET'],
      'how CAPMOX reaches Proxmox: the URL, the id of the token (user@realm!name) and its secret',
    ),
    ...servers(site),
    ...(csi === undefined
      ? storageClasses(site)
      : [secret(namespaces.csi, csi.secret, ['config.yaml'], 'how proxmox-csi reaches Proxmox')]),
    ...Object.values(vips.bgp?.peers ?? {}).flatMap((peer) =>
      peer.secret === undefined
        ? []
        : [secret(namespaces.metallb, peer.secret, ['password'], 'password of the BGP session')],
    ),
    ...(gitops.secret === undefined
      ? []
      : [secret('flux-system', gitops.secret, [], 'credentials of the Git repository, as Flux takes them')]),
    ...backupObjects(site),
    ...etcdSecrets(site),
    ...etcdVolumes(site),
  ];
}

function secret(
  namespace: string,
  name: string,
  keys: readonly string[],
  about: string,
  by: ExternalObject['by'] = 'person',
): ExternalObject {
  return { kind: 'Secret', namespace, name, keys, by, about };
}

function servers(site: Site): ExternalObject[] {
  return [...site.datastores.values()].flatMap(({ name, driver, file }) => [
    ...(file.secret === undefined
      ? []
      : [
          secret(
            namespaces.kamaji,
            file.secret,
            ['username', 'password'],
            `credentials of the ${driver} server of the datastore ${name}`,
          ),
        ]),
    ...(file.tlsSecret === undefined
      ? []
      : [
          secret(
            namespaces.kamaji,
            file.tlsSecret,
            ['ca.crt', 'tls.crt', 'tls.key'],
            `certificates for the ${driver} server of the datastore ${name}`,
          ),
        ]),
  ]);
}

function storageClasses(site: Site): ExternalObject[] {
  const names = new Set(etcdDatastores(site).flatMap(({ file }) => file.storageClass ?? []));
  return [...names].map((name) => ({
    kind: 'StorageClass',
    namespace: undefined,
    name,
    keys: [],
    by: 'person',
    about: 'volumes of the etcd datastores',
  }));
}

function etcdSecrets(site: Site): ExternalObject[] {
  return etcdDatastores(site).flatMap(({ name }) => {
    const { caSecret, clientSecret } = etcdNames(name);
    return [
      secret(
        namespaces.etcd,
        caSecret,
        ['tls.crt', 'tls.key'],
        `certificate authority of the etcd of ${name}`,
        'cert-manager',
      ),
      secret(
        namespaces.etcd,
        clientSecret,
        ['ca.crt', 'tls.crt', 'tls.key'],
        `certificate of the user root of the etcd of ${name}`,
        'cert-manager',
      ),
    ];
  });
}

function backupObjects(site: Site): ExternalObject[] {
  return [...site.datastores.values()].flatMap(({ name, driver, file }) => {
    const { backup } = file;
    if (backup === undefined) return [];
    const namespace = driver === 'etcd' ? namespaces.etcd : namespaces.kamaji;
    const { s3, claim } = backup.to;
    const given = (
      kind: ExternalObject['kind'],
      object: string | undefined,
      keys: readonly string[],
      about: string,
    ): ExternalObject[] =>
      object === undefined ? [] : [{ kind, namespace, name: object, keys, by: 'person', about }];
    return [
      ...given('Secret', s3?.secret, ['access-key', 'secret-key'], `bucket of the backups of ${name}`),
      ...given('ConfigMap', s3?.caConfigMap, ['ca.crt'], `authority of the store of the backups of ${name}`),
      ...given('PersistentVolumeClaim', claim, [], `volume of the backups of ${name}`),
      ...given('Secret', backup.encryptionSecret, ['password'], `encryption of the backups of ${name}`),
    ];
  });
}

function etcdVolumes(site: Site): ExternalObject[] {
  return etcdDatastores(site).flatMap((datastore) =>
    Array.from({ length: membersOf(datastore) }, (_, index) => ({
      kind: 'PersistentVolumeClaim' as const,
      namespace: namespaces.etcd,
      name: `data-${etcdNames(datastore.name).release}-${String(index)}`,
      keys: [],
      by: 'the chart kamaji-etcd' as const,
      about: `data of a member of the etcd of ${datastore.name}`,
    })),
  );
}
