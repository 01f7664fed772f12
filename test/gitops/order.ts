import { at, type Engine, ofKind, type TreeFile } from './tree.ts';

/** What must be there before something else is applied, in words for a failing test. */
export interface Need {
  /** Bundle or tenant part that needs it. */
  readonly unit: string;
  readonly what: string;
  /** Unit that brings it. */
  readonly from: string;
}

/** Unit that brings the CRD and the webhook of an API group, for the groups that a unit of ours installs. */
const providersOfGroups: Readonly<Record<string, string>> = {
  'cert-manager.io': 'cert-manager',
  'metallb.io': 'metallb',
  'operator.cluster.x-k8s.io': 'capi-operator',
  'cluster.x-k8s.io': 'capi-core',
  'bootstrap.cluster.x-k8s.io': 'capi-kubeadm',
  'ipam.cluster.x-k8s.io': 'capi-ipam',
  'infrastructure.cluster.x-k8s.io': 'capi-proxmox',
  'controlplane.cluster.x-k8s.io': 'capi-kamaji',
  'kamaji.clastix.io': 'kamaji',
};

/** Groups whose CRDs come with the management cluster, the engine, or a Prometheus operator of the site's own. */
const givenGroups = new Set([
  '',
  'admissionregistration.k8s.io',
  'apps',
  'batch',
  'policy',
  'networking.k8s.io',
  'rbac.authorization.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'argoproj.io',
  'kustomize.toolkit.fluxcd.io',
  'source.toolkit.fluxcd.io',
  'source.extensions.fluxcd.io',
  'helm.toolkit.fluxcd.io',
  'monitoring.coreos.com',
]);

/** Every need of the platform's units. */
export function platformNeeds(tree: readonly TreeFile[], engine: Engine): Need[] {
  const files = tree.filter(({ path }) => path.startsWith('platform/'));
  return [
    ...files.flatMap((file) => [
      ...groupNeeds(file),
      ...namespaceNeeds(file, tree),
      ...classNeeds(file, tree),
    ]),
    ...chartNeeds(tree, engine),
  ];
}

function unitOf({ path }: TreeFile): string {
  return path.split('/')[1] ?? '';
}

function groupNeeds(file: TreeFile): Need[] {
  const { apiVersion, kind } = file.object;
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
  if (givenGroups.has(group)) return [];
  const from =
    group === 'addons.cluster.x-k8s.io' && kind === 'HelmChartProxy'
      ? 'capi-helm'
      : group === 'addons.cluster.x-k8s.io'
        ? 'capi-core'
        : providersOfGroups[group];
  if (from === undefined) throw new Error(`nothing brings the CRD of ${apiVersion} ${kind} (${file.path})`);
  return [{ unit: unitOf(file), what: `CRD and webhook of ${apiVersion} ${kind}`, from }];
}

function namespaceNeeds(file: TreeFile, tree: readonly TreeFile[]): Need[] {
  const { namespace } = file.object.metadata;
  if (namespace === undefined || engineNamespaces.has(namespace)) return [];
  return [{ unit: unitOf(file), what: `Namespace ${namespace}`, from: homeOf(tree, 'Namespace', namespace) }];
}

const engineNamespaces = new Set(['argocd', 'flux-system']);

/** Templates before the class: both engines, since the class is not reconciled without them. */
function classNeeds(file: TreeFile, tree: readonly TreeFile[]): Need[] {
  if (file.object.kind !== 'ClusterClass') return [];
  return templateRefs(file.object).map(({ kind, name }) => ({
    unit: unitOf(file),
    what: `${kind} ${name}`,
    from: homeOf(tree, kind, name),
  }));
}

/** Every templateRef of a class. */
export function templateRefs(value: unknown): { readonly kind: string; readonly name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'templateRef' ? [inner as { kind: string; name: string }] : templateRefs(inner),
  );
}

function homeOf(tree: readonly TreeFile[], kind: string, name: string): string {
  const file = tree.find(({ object }) => object.kind === kind && object.metadata.name === name);
  if (file === undefined) throw new Error(`nothing brings ${kind} ${name}`);
  return unitOf(file);
}

interface ChartUnit {
  readonly unit: string;
  readonly release: string;
  readonly namespace: string;
  readonly values: unknown;
}

/** The units that are charts. */
export function chartUnits(tree: readonly TreeFile[], engine: Engine): ChartUnit[] {
  if (engine === 'argocd')
    return ofKind(tree, 'Application')
      .filter((object) => at(object, 'spec.source.helm') !== undefined)
      .map((object) => ({
        unit: object.metadata.name.replace('platform-', ''),
        release: String(at(object, 'spec.source.helm.releaseName')),
        namespace: String(at(object, 'spec.destination.namespace')),
        values: at(object, 'spec.source.helm.valuesObject'),
      }));
  return tree
    .filter(({ object }) => object.kind === 'HelmRelease')
    .map((file) => ({
      unit: unitOf(file),
      release: String(at(file.object, 'spec.releaseName')),
      namespace: String(at(file.object, 'spec.targetNamespace')),
      values: at(file.object, 'spec.values'),
    }));
}

/** Charts with webhooks or certificates need cert-manager, and volumes need their StorageClass. */
function chartNeeds(tree: readonly TreeFile[], engine: Engine): Need[] {
  const units = chartUnits(tree, engine);
  const storage = units.find(({ unit }) => unit === 'storage');
  const classes = (at(storage?.values, 'storageClass') ?? []) as { readonly name: string }[];
  return units.flatMap(({ unit, namespace, values }) => [
    { unit, what: `Namespace ${namespace}`, from: homeOf(tree, 'Namespace', namespace) },
    ...(['capi-operator', 'kamaji'].includes(unit) || at(values, 'certManager.enabled') === true
      ? [{ unit, what: 'Certificates of its chart', from: 'cert-manager' }]
      : []),
    ...(at(values, 'certManager.issuerRef') === undefined
      ? []
      : [
          {
            unit,
            what: 'Issuer',
            from: homeOf(tree, 'Issuer', String(at(values, 'certManager.issuerRef.name'))),
          },
        ]),
    ...(classes.some(({ name }) => name === at(values, 'persistentVolumeClaim.storageClassName'))
      ? [{ unit, what: 'StorageClass', from: 'storage' }]
      : []),
  ]);
}

/** Whether the engine applies one unit only after another is there and ready. */
export function comesAfter(
  tree: readonly TreeFile[],
  engine: Engine,
): (unit: string, from: string) => boolean {
  if (engine === 'argocd') {
    const waves = new Map(
      ofKind(tree, 'Application').map(({ metadata }) => [
        metadata.name.replace('platform-', ''),
        Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0),
      ]),
    );
    return (unit, from) => (waves.get(from) ?? NaN) < (waves.get(unit) ?? NaN);
  }
  const edges = new Map(
    ofKind(tree, 'Kustomization').map((object) => [
      object.metadata.name.replace('platform-', ''),
      ((at(object, 'spec.dependsOn') ?? []) as { readonly name: string }[]).map(({ name }) =>
        name.replace('platform-', ''),
      ),
    ]),
  );
  const reaches = (unit: string, from: string): boolean =>
    (edges.get(unit) ?? []).some((next) => next === from || reaches(next, from));
  return reaches;
}
