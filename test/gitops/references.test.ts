import { describe, expect, test } from '@jest/globals';
import { externalObjects } from '../../lib/platform/index.ts';
import { chartUnits, templateRefs } from './order.ts';
import { at, engines, ofKind, sampleSite, sampleTree, type TreeFile } from './tree.ts';

interface Reference {
  readonly from: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

type Found = Omit<Reference, 'from' | 'namespace'> & { readonly namespace?: string | undefined };

/** What the fields of our objects name, by the name of the field. */
const readers: Readonly<Record<string, (value: never, object: TreeFile['object']) => readonly Found[]>> = {
  configSecret: (value: { name: string; namespace?: string }) => [{ kind: 'Secret', ...value }],
  secretReference: (value: { name: string; namespace: string }) => [
    { kind: 'Secret', name: value.name, namespace: value.namespace },
  ],
  passwordSecret: (value: { name: string; namespace: string }) => [{ kind: 'Secret', ...value }],
  secretRef: (value: { name: string }) => [{ kind: 'Secret', name: value.name }],
  existingConfigSecret: (value: string) => [{ kind: 'Secret', name: value, namespace: 'csi-proxmox' }],
  secretName: (value: string) => [{ kind: 'Secret', name: value }],
  secretKeyRef: (value: { name: string }) => [{ kind: 'Secret', name: value.name }],
  configMapKeyRef: (value: { name: string }) => [{ kind: 'ConfigMap', name: value.name }],
  claimName: (value: string) => [{ kind: 'PersistentVolumeClaim', name: value }],
  configMap: (value: { name: string }) => [{ kind: 'ConfigMap', name: value.name }],
  serviceAccountName: (value: string) => [{ kind: 'ServiceAccount', name: value }],
  issuerRef: (value: { name: string; kind: string }) => [
    { kind: value.kind, name: value.name, namespace: 'kamaji-etcd' },
  ],
  storageClassName: (value: string) => [{ kind: 'StorageClass', name: value, namespace: '' }],
  ipAddressPools: (value: readonly string[]) => value.map((name) => ({ kind: 'IPAddressPool', name })),
  sourceRef: (value: { kind: string; name: string }) => [{ kind: value.kind, name: value.name }],
  chartRef: (value: { kind: string; name: string }) => [{ kind: value.kind, name: value.name }],
  dependsOn: (value: readonly { name: string }[]) =>
    value.map(({ name }) => ({ kind: 'Kustomization', name })),
  project: (value: string) => [{ kind: 'AppProject', name: value, namespace: 'argocd' }],
  roleRef: (value: { kind: string; name: string }, object) => [
    { kind: value.kind, name: value.name, namespace: value.kind === 'Role' ? object.metadata.namespace : '' },
  ],
  subjects: (value: readonly { kind: string; name: string; namespace?: string }[]) =>
    value.filter(({ kind }) => kind === 'ServiceAccount'),
  classRef: (value: { name: string; namespace: string }) => [{ kind: 'ClusterClass', ...value }],
  resources: (value: unknown) =>
    Array.isArray(value)
      ? (value as { kind?: string; name?: string }[]).flatMap(({ kind, name }) =>
          kind === undefined || name === undefined ? [] : [{ kind, name }],
        )
      : [],
};

function referencesOf({ path, object }: TreeFile): Reference[] {
  const visit = (value: unknown): Found[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [
      ...(readers[key]?.(inner as never, object) ?? []),
      ...visit(inner),
    ]);
  };
  const namespace = object.metadata.namespace;
  return [
    // The schemas of a class's variables only speak of such fields.
    ...(object.kind === 'ClusterClass' ? [] : visit(object)).map((found) => ({
      from: path,
      ...found,
      namespace: found.namespace ?? namespace,
    })),
    ...(namespace === undefined
      ? []
      : [{ from: path, kind: 'Namespace', namespace: undefined, name: namespace }]),
    ...(object.kind === 'ClusterClass'
      ? templateRefs(object).map(({ kind, name }) => ({ from: path, kind, namespace, name }))
      : []),
    ...variables(object).map((found) => ({ from: path, ...found })),
  ];
}

/** A Cluster names its datastore by a variable of the class. */
function variables(object: TreeFile['object']): Omit<Reference, 'from'>[] {
  const values = (at(object, 'spec.topology.variables') ?? []) as readonly { name: string; value: unknown }[];
  return values
    .filter(({ name }) => name === 'dataStoreName')
    .map(({ value }) => ({ kind: 'DataStore', namespace: undefined, name: String(value) }));
}

const key = ({ kind, namespace, name }: Omit<Reference, 'from'>): string =>
  `${kind} ${namespace ?? ''}/${name}`;

describe.each(engines)('every name in dist/ with %s', (engine) => {
  const tree = sampleTree(engine);
  const references = tree.flatMap(referencesOf);

  test('is of an object in a bundle, or of one that is declared external', () => {
    const present = new Set([
      ...tree.map(({ object: { kind, metadata } }) =>
        key({ kind, namespace: metadata.namespace, name: metadata.name }),
      ),
      ...externalObjects(sampleSite(engine)).map(({ kind, namespace, name }) =>
        key({ kind, namespace, name }),
      ),
      'Namespace /argocd',
      'Namespace /flux-system',
    ]);
    expect(references.length).toBeGreaterThan(100);
    const missing = references.filter((reference) => !present.has(key(reference)) && !byTheJob(reference));
    expect(missing.map((reference) => `${reference.from}: ${key(reference)}`)).toEqual([]);
  });

  test('is looked for in every field that names something', () => {
    for (const kind of [
      'Secret',
      'IPAddressPool',
      'ClusterClass',
      'DataStore',
      'ConfigMap',
      'ProxmoxMachineTemplate',
      'Issuer',
      'StorageClass',
    ])
      expect([kind, references.some((reference) => reference.kind === kind)]).toEqual([kind, true]);
  });
});

/** ServiceAccounts that the autoscaler job makes in the tenants' namespaces. */
function byTheJob({ kind, name }: Reference): boolean {
  return kind === 'ServiceAccount' && name === 'cluster-autoscaler';
}

describe('external objects', () => {
  test('are named by something: none is asked for in vain', () => {
    const edit = (text: string): string =>
      text
        .replace('secret: reports-pg}', 'secret: reports-pg, tlsSecret: reports-tls}')
        .replace(
          ', interface: eth0.4}',
          ', bgp: {asn: 64512, peers: {a: {address: 10.4.0.1, secret: bgp-a}}}}',
        )
        .replace('branch: main}', 'branch: main, secret: kaas-git}')
        .replace(
          /^datastores:/m,
          'csi: {secret: proxmox-csi, storage: ceph-vms, storageClass: ceph-rbd}\ndatastores:',
        );
    const named = new Set(sampleTree('flux', edit).flatMap(referencesOf).map(key));
    for (const { kind, namespace, name } of externalObjects(sampleSite('flux', edit)))
      expect([name, named.has(key({ kind, namespace, name }))]).toEqual([name, true]);
  });
});

describe("Argo CD's projects", () => {
  const tree = sampleTree('argocd');
  const kinds = (name: string, list: string): string[] =>
    ((at(project(name), `spec.${list}`) ?? []) as readonly { group: string; kind: string }[])
      .map(({ group, kind }) => `${group}/${kind}`)
      .sort();
  const project = (name: string): TreeFile['object'] | undefined =>
    ofKind(tree, 'AppProject').find(({ metadata }) => metadata.name === name);
  const kindsIn = (folder: RegExp, scope: 'cluster' | 'namespace'): string[] =>
    [
      ...new Set(
        tree
          .filter(({ path }) => folder.test(path) && !/configmap-argocd-cm|application-kaas/.test(path))
          .map(({ object }) => object)
          .filter(({ metadata }) => (metadata.namespace === undefined) === (scope === 'cluster'))
          .map(
            ({ apiVersion, kind }) =>
              `${apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''}/${kind}`,
          ),
      ),
    ].sort();

  test('allow the platform exactly the kinds that its bundles and the engine hold', () => {
    expect(kinds('platform', 'clusterResourceWhitelist')).toEqual(
      kindsIn(/^(?:platform|argocd)\//, 'cluster'),
    );
    expect(kinds('platform', 'namespaceResourceWhitelist')).toEqual(
      kindsIn(/^(?:platform|argocd)\//, 'namespace'),
    );
  });

  test('allow tenants exactly the kinds that tenants may have', () => {
    const ofTenants = kinds('tenants', 'namespaceResourceWhitelist');
    expect(kinds('tenants', 'clusterResourceWhitelist')).toEqual(kindsIn(/^tenants\//, 'cluster'));
    // Further network devices, which no tenant of the sample has, need an address pool.
    expect(ofTenants.filter((kind) => kind !== 'ipam.cluster.x-k8s.io/InClusterIPPool')).toEqual(
      kindsIn(/^tenants\//, 'namespace'),
    );
  });

  test('allow each Application its destination and its source', () => {
    const [set] = ofKind(tree, 'ApplicationSet');
    const generated = ['acme', 'build'].map((tenant) => ({
      ...(JSON.parse(
        JSON.stringify(at(set, 'spec.template')).replaceAll('{{.path.basename}}', tenant),
      ) as TreeFile['object']),
    }));
    for (const application of [...ofKind(tree, 'Application'), ...generated]) {
      const own = project(String(at(application, 'spec.project')));
      const destinations = at(own, 'spec.destinations') as readonly { namespace: string }[];
      const namespace = at(application, 'spec.destination.namespace');
      const allowed = destinations.some((one) =>
        new RegExp(`^${one.namespace.replace('*', '.*')}$`).test(String(namespace)),
      );
      expect([application.metadata.name, namespace, allowed]).toEqual([
        application.metadata.name,
        namespace,
        true,
      ]);
      expect(at(own, 'spec.sourceRepos')).toContain(at(application, 'spec.source.repoURL'));
    }
  });

  test('fail a tenant on a shared object, and never a bundle, which would not be adopted after a rename', () => {
    const options = (object: unknown): readonly string[] =>
      (at(object, 'spec.syncPolicy.syncOptions') ?? []) as readonly string[];
    const [set] = ofKind(tree, 'ApplicationSet');
    expect(options(at(set, 'spec.template'))).toContain('FailOnSharedResource=true');
    for (const application of ofKind(tree, 'Application'))
      expect(options(application)).not.toContain('FailOnSharedResource=true');
  });
});

describe.each(engines)('charts with %s', (engine) => {
  test('are pinned, and their releases are not named after the bundle', () => {
    const tree = sampleTree(engine);
    const units = chartUnits(tree, engine);
    expect(units.map(({ unit }) => unit).sort()).toEqual([
      'capi-operator',
      'cert-manager',
      'etcd-default',
      'kamaji',
      'metallb',
    ]);
    for (const { release } of units) expect(release).not.toMatch(/^platform-/);
    const revisions = [
      ...ofKind(tree, 'Application').map((object) => at(object, 'spec.source.targetRevision')),
      ...ofKind(tree, 'HelmRelease').flatMap((object) => at(object, 'spec.chart.spec.version') ?? []),
      ...ofKind(tree, 'OCIRepository').map((object) => at(object, 'spec.ref.tag')),
    ];
    for (const revision of revisions) expect(String(revision)).not.toMatch(/latest|\*|>|~|^$|HEAD/);
  });

  test('of etcd have their set-up in the hooks that the engine runs, and no self-signed teardown', () => {
    const etcd = chartUnits(sampleTree(engine), engine).find(({ unit }) => unit === 'etcd-default');
    expect(at(etcd?.values, 'certManager.enabled')).toBe(true);
    expect(at(etcd?.values, 'selfSignedCertificates.enabled')).toBe(false);
    expect(at(etcd?.values, 'datastore.enabled')).toBe(false);
    expect(at(etcd?.values, 'quotaBackendBytes')).toBe('8589934592');
  });
});
