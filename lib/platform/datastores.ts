import type { Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-30';
import { DataStore, type DataStoreSpec, Issuer } from '../../imports/index.ts';
import type { Datastore, Site } from '../fleet/index.ts';
import { keep } from './keep.ts';
import { etcdEndpoints, etcdIssuer, etcdNames, namespaces } from './names.ts';
import { objectsOf, type PlatformObject } from './object.ts';

/** The etcd datastores of the site, in the order of their names. */
export function etcdDatastores(site: Site): Datastore[] {
  return [...site.datastores.values()].filter(({ driver }) => driver === 'etcd');
}

/** Members of an etcd datastore. */
export function membersOf(datastore: Datastore): number {
  return datastore.file.replicas ?? 3;
}

/** The Issuer from which each etcd's own certificate authority starts. */
export function issuerObjects(): PlatformObject[] {
  return objectsOf((chart) => {
    new Issuer(chart, 'issuer', {
      metadata: { name: etcdIssuer, namespace: namespaces.etcd, annotations: keep },
      spec: { selfSigned: {} },
    });
  });
}

/** A DataStore for each datastore of the site, and for etcd what keeps a drain from taking its quorum. */
export function datastoreObjects(site: Site): PlatformObject[] {
  const domain = site.file.management.domain ?? 'cluster.local';
  return objectsOf((chart) => {
    for (const datastore of site.datastores.values()) {
      const { name, driver } = datastore;
      new DataStore(chart, name, {
        metadata: { name, annotations: keep },
        spec: driver === 'etcd' ? etcdSpec(datastore, domain) : serverSpec(datastore),
      });
      if (driver === 'etcd') addDisruptionBudget(chart, datastore);
    }
  });
}

function addDisruptionBudget(chart: Chart, { name }: Datastore): void {
  const { release } = etcdNames(name);
  new k8s.KubePodDisruptionBudget(chart, `${name}-budget`, {
    metadata: { name: release, namespace: namespaces.etcd },
    spec: {
      maxUnavailable: k8s.IntOrString.fromNumber(1),
      selector: { matchLabels: { 'app.kubernetes.io/instance': release } },
    },
  });
}

function etcdSpec(datastore: Datastore, domain: string): DataStoreSpec {
  const { caSecret, clientSecret } = etcdNames(datastore.name);
  const inEtcd = (name: string, keyPath: string): Reference => reference(namespaces.etcd, name, keyPath);
  return {
    driver: 'etcd',
    endpoints: etcdEndpoints(datastore.name, membersOf(datastore), domain),
    tlsConfig: {
      certificateAuthority: {
        certificate: inEtcd(caSecret, 'tls.crt'),
        privateKey: inEtcd(caSecret, 'tls.key'),
      },
      clientCertificate: {
        certificate: inEtcd(clientSecret, 'tls.crt'),
        privateKey: inEtcd(clientSecret, 'tls.key'),
      },
    },
  };
}

/** A server outside the platform. Kamaji talks to it with the credentials, each control plane through kine with its own. */
function serverSpec({ driver, file }: Datastore): DataStoreSpec {
  const { endpoint = '', secret, tlsSecret } = file;
  return {
    driver,
    endpoints: [endpoint],
    ...(secret === undefined
      ? {}
      : {
          basicAuth: {
            username: reference(namespaces.kamaji, secret, 'username'),
            password: reference(namespaces.kamaji, secret, 'password'),
          },
        }),
    ...(tlsSecret === undefined
      ? {}
      : {
          tlsConfig: {
            certificateAuthority: { certificate: reference(namespaces.kamaji, tlsSecret, 'ca.crt') },
            clientCertificate: {
              certificate: reference(namespaces.kamaji, tlsSecret, 'tls.crt'),
              privateKey: reference(namespaces.kamaji, tlsSecret, 'tls.key'),
            },
          },
        }),
  };
}

interface Reference {
  readonly secretReference: { readonly name: string; readonly namespace: string; readonly keyPath: string };
}

function reference(namespace: string, name: string, keyPath: string): Reference {
  return { secretReference: { name, namespace, keyPath } };
}
