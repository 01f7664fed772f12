import type { ReleaseWindow } from './release.ts';
import { isWithin, parseRelease } from './release.ts';
import type { Path } from './source.ts';
import type { Versions } from './versions.ts';

/** A component whose release others depend on. */
export type PinnedComponent = 'core' | 'kubeadm' | 'ipam' | 'proxmox' | 'kamajiProvider' | 'helm' | 'kamaji';

const components: Readonly<Record<PinnedComponent, { readonly title: string; readonly path: Path }>> = {
  core: { title: 'Cluster API', path: ['providers', 'core', 'version'] },
  kubeadm: { title: 'the kubeadm bootstrap provider', path: ['providers', 'kubeadm', 'version'] },
  ipam: { title: 'the in-cluster IPAM provider', path: ['providers', 'ipam', 'version'] },
  proxmox: { title: 'CAPMOX', path: ['providers', 'proxmox', 'version'] },
  kamajiProvider: { title: 'the Kamaji control plane provider', path: ['providers', 'kamaji', 'version'] },
  helm: { title: 'the add-on provider for Helm', path: ['providers', 'helm', 'version'] },
  kamaji: { title: 'Kamaji', path: ['kamaji', 'version'] },
};

/** A release, or two together, known not to work. */
export interface Incompatibility {
  readonly releases: Readonly<Partial<Record<PinnedComponent, ReleaseWindow>>>;
  /** What happens on a live site, and where that was reported or seen. */
  readonly why: string;
  /** What to pin instead. */
  readonly instead: string;
}

/** Every combination known to break, with its source. */
export const incompatibilities: readonly Incompatibility[] = [
  {
    releases: { core: { from: 'v1.14.0' }, kamajiProvider: { before: 'v0.21.0' } },
    why: 'no worker can join: the bootstrap provider may not read KamajiControlPlanes (clastix/cluster-api-control-plane-provider-kamaji#392; seen on v1.14.2 with v0.20.0)',
    instead: 'Cluster API before v1.14.0, or the Kamaji control plane provider from v0.21.0',
  },
  {
    releases: { kamajiProvider: { from: 'v0.21.0' }, kamaji: { before: '26.6.4-edge' } },
    why: 'the tenants silently get 10.96.0.0/16 and 10.244.0.0/16: the provider sets serviceCidrs and podCidrs, which older releases of Kamaji drop (clastix/cluster-api-control-plane-provider-kamaji#381)',
    instead: 'Kamaji from 26.6.4-edge, or the provider v0.20.0',
  },
  {
    releases: { kamaji: { from: '26.5.5-edge', before: '26.6.5-edge' } },
    why: 'kubectl logs and exec of a tenant are Forbidden with Kubernetes from v1.36.1 (clastix/kamaji#1172, #1207)',
    instead: 'Kamaji before 26.5.5-edge or from 26.6.5-edge',
  },
  {
    releases: { kamajiProvider: { before: 'v0.20.0' } },
    why: 'it serves KamajiControlPlanes as v1alpha1 only, and the classes are of v1alpha2 (label cluster.x-k8s.io/v1beta2 of its CRDs); there is no conversion',
    instead: 'the Kamaji control plane provider from v0.20.0',
  },
  {
    releases: { proxmox: { before: 'v0.8.0' } },
    why: 'it serves v1alpha1 only, and the classes are of v1alpha2 (label cluster.x-k8s.io/v1beta2 of its CRDs)',
    instead: 'CAPMOX from v0.9.0',
  },
  {
    releases: { core: { before: 'v1.12.0' } },
    why: 'the classes use fields of v1beta2 that it does not know; the oldest release they ran on is v1.12.5',
    instead: 'Cluster API from v1.12.0',
  },
  {
    releases: { ipam: { before: 'v1.1.0' }, proxmox: { from: 'v0.9.0' } },
    why: "it refuses CAPMOX's address pools: addressReuseGracePeriodSeconds came with v1.1.0 (cluster-api-ipam-provider-in-cluster, after v1.1.0-rc.2)",
    instead: 'the in-cluster IPAM provider from v1.1.0',
  },
];

/** A pinned release that breaks something, and with which other it does. */
export interface Conflict {
  /** Each component of the combination with its release; the place of the finding is the first. */
  readonly parts: readonly { readonly title: string; readonly release: string; readonly path: Path }[];
  readonly why: string;
  readonly instead: string;
}

/** Every known incompatibility among the pinned releases. */
export function conflictsOf(versions: Versions): Conflict[] {
  const known = incompatibilities
    .filter(({ releases }) =>
      windowsOf(releases).every(([component, window]) => isWithin(pinOf(versions, component), window)),
    )
    .map(({ releases, why, instead }) => ({
      parts: windowsOf(releases).map(([component]) => partOf(versions, component)),
      why,
      instead,
    }));
  return [...known, ...coreAndBootstrap(versions)];
}

/** Both come from one release of Cluster API; another pairing is tried by nobody. */
function coreAndBootstrap(versions: Versions): Conflict[] {
  const { core, kubeadm } = versions.providers;
  if (core.version === kubeadm.version) return [];
  return [
    {
      parts: [partOf(versions, 'kubeadm'), partOf(versions, 'core')],
      why: 'both are parts of one release of Cluster API, which is tested as a whole',
      instead: `${core.version} for both`,
    },
  ];
}

function windowsOf(releases: Incompatibility['releases']): [PinnedComponent, ReleaseWindow][] {
  return Object.entries(releases) as [PinnedComponent, ReleaseWindow][];
}

function partOf(versions: Versions, component: PinnedComponent): Conflict['parts'][number] {
  const { title, path } = components[component];
  return { title, path, release: pinOf(versions, component) };
}

function pinOf({ providers, kamaji }: Versions, component: PinnedComponent): string {
  if (component === 'kamaji') return kamaji.version;
  return providers[component === 'kamajiProvider' ? 'kamaji' : component].version;
}

/** Oldest and newest release of each component that was looked at: its CRDs, its manifests or the running program. */
const known: Readonly<Record<PinnedComponent, readonly [string, string]>> = {
  core: ['v1.12.5', 'v1.14.2'],
  kubeadm: ['v1.12.5', 'v1.14.2'],
  ipam: ['v1.1.0', 'v1.1.0'],
  proxmox: ['v0.9.0', 'v0.9.0'],
  kamajiProvider: ['v0.20.0', 'v0.20.0'],
  helm: ['v0.6.4', 'v0.6.4'],
  kamaji: ['edge-26.2.5', '26.8.2-edge'],
};

/** Pinned releases of a series that was not looked at, with the oldest and newest that were. */
export function unknownReleases(versions: Versions): {
  readonly title: string;
  readonly release: string;
  readonly oldest: string;
  readonly newest: string;
  readonly path: Path;
}[] {
  return (Object.keys(components) as PinnedComponent[]).flatMap((component) => {
    const part = partOf(versions, component);
    const [oldest, newest] = known[component];
    const isKnown = compareSeries(part.release, oldest) >= 0 && compareSeries(part.release, newest) <= 0;
    return isKnown ? [] : [{ ...part, oldest, newest }];
  });
}

/** Compares major and minor: patches of one series bring no new fields. */
function compareSeries(a: string, b: string): number {
  const [[majorA, minorA], [majorB, minorB]] = [seriesOf(a), seriesOf(b)];
  return majorA - majorB || minorA - minorB;
}

function seriesOf(text: string): readonly [number, number] {
  const [major, minor] = parseRelease(text)?.numbers ?? [0, 0];
  return [major, minor];
}

/** The Kubernetes minors that a Kamaji release can run, both ends included. */
export interface KubernetesWindow {
  readonly min: number;
  readonly max: number;
}

/** `v1.30 to v1.36`, or `v1.35` alone. */
export function kubernetesWindowText({ min, max }: KubernetesWindow): string {
  return min === max ? `v1.${String(min)}` : `v1.${String(min)} to v1.${String(max)}`;
}

/**
 * Newest minor by release, oldest release first: KubeadmVersion in internal/upgrade/kubeadm_version.go of each tag, of
 * which Kamaji's webhook compares the minor. Oldest minor: docs/content/reference/versioning.md for 26.3.2; code for
 * what is older is being dropped. From edge-25.12.4, built on Kubernetes 1.35, kubelets before 1.35 refuse the
 * configuration that Kamaji gives them (kamaji#1062), and what they refuse can be removed from 26.3.4-edge (kamaji#1099).
 */
const kamajiWindows: readonly (KubernetesWindow & { readonly since: string })[] = [
  { since: 'edge-25.4.1', min: 30, max: 33 },
  { since: 'edge-25.9.2', min: 30, max: 34 },
  { since: 'edge-25.12.4', min: 35, max: 35 },
  { since: '26.3.4-edge', min: 30, max: 35 },
  { since: '26.5.3-edge', min: 30, max: 36 },
];

/** The window of a release in either style, `26.8.6-edge` or `edge-26.2.5`; undefined for one older than the table. */
export function kamajiWindow(release: string): KubernetesWindow | undefined {
  const window = kamajiWindows.findLast(({ since }) => isWithin(release, { from: since }));
  return window && { min: window.min, max: window.max };
}
