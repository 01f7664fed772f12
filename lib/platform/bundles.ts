import type { Site, Versions } from '../fleet/index.ts';
import { alertObjects } from './alerts.ts';
import type { Bundle } from './bundle.ts';
import { certManager } from './charts/cert-manager.ts';
import { clusterApiOperator } from './charts/cluster-api-operator.ts';
import { kamaji } from './charts/kamaji.ts';
import { kamajiEtcd } from './charts/kamaji-etcd.ts';
import { metallb } from './charts/metallb.ts';
import { proxmoxCsi } from './charts/proxmox-csi.ts';
import { partClasses } from './classes.ts';
import { datastoreObjects, etcdDatastores, issuerObjects } from './datastores.ts';
import { namespaceObjects } from './namespaces.ts';
import type { PlatformObject } from './object.ts';
import { providerObjects } from './providers.ts';
import { vipObjects } from './vips.ts';

/** What the platform is built of besides the site and its versions. */
export interface PlatformParts {
  /** Objects of the frozen class generations and their variants. */
  readonly classes: readonly PlatformObject[];
  /** Objects of the autoscaler job. */
  readonly autoscalerJob: readonly PlatformObject[];
  /** Further bundles, such as backups, in their order; they may name any bundle of this list. */
  readonly further: readonly Bundle[];
}

/** Every bundle of the platform, each after those that it needs: the one list of the order. */
export function platformBundles(site: Site, versions: Versions, parts: PlatformParts): Bundle[] {
  const { csi, monitoring } = site.file;
  const etcds = etcdDatastores(site);
  const { templates, classes } = partClasses(parts.classes);
  const all = [
    folder('namespaces', [], namespaceObjects(site)),
    chart('cert-manager', ['namespaces'], certManager(versions)),
    chart('metallb', ['namespaces'], metallb(site, versions)),
    folder('vips', ['metallb'], vipObjects(site)),
    ...(csi === undefined ? [] : [chart('storage', ['namespaces'], proxmoxCsi(csi, versions))]),
    chart('capi-operator', ['cert-manager'], clusterApiOperator(versions)),
    folder('capi-core', ['capi-operator'], providerObjects('core', site, versions)),
    folder('capi-kubeadm', ['capi-core'], providerObjects('kubeadm', site, versions)),
    folder('capi-ipam', ['capi-core'], providerObjects('ipam', site, versions)),
    folder('capi-proxmox', ['capi-core', 'capi-ipam'], providerObjects('proxmox', site, versions)),
    folder('capi-helm', ['capi-core'], providerObjects('helm', site, versions)),
    chart('kamaji', ['cert-manager'], kamaji(versions)),
    folder('capi-kamaji', ['capi-core', 'kamaji'], providerObjects('kamaji', site, versions)),
    folder('certificates', ['cert-manager'], etcds.length === 0 ? [] : issuerObjects()),
    ...etcds.map((datastore) =>
      chart(
        `etcd-${datastore.name}`,
        ['certificates', ...(csi?.storageClass === datastore.file.storageClass ? ['storage'] : [])],
        kamajiEtcd(datastore, site, versions),
      ),
    ),
    folder('datastores', ['kamaji', ...etcds.map(({ name }) => `etcd-${name}`)], datastoreObjects(site)),
    folder('class-templates', ['capi-core', 'capi-kubeadm', 'capi-proxmox', 'capi-kamaji'], templates),
    folder('classes', ['class-templates'], classes),
    folder('autoscaler', ['namespaces', 'capi-core', 'kamaji'], parts.autoscalerJob),
    folder('alerts', ['namespaces'], monitoring === undefined ? [] : alertObjects(monitoring)),
    ...parts.further,
  ];
  return withoutEmpty(all);
}

/** An engine that syncs a folder without files fails for ever: what has nothing to deliver is no bundle. */
function withoutEmpty(bundles: readonly Bundle[]): Bundle[] {
  const kept = bundles.filter(({ objects, chart }) => objects.length > 0 || chart !== undefined);
  const names = new Set(kept.map(({ name }) => name));
  return kept.map((bundle) => ({ ...bundle, after: bundle.after.filter((name) => names.has(name)) }));
}

function folder(name: string, after: readonly string[], objects: readonly PlatformObject[]): Bundle {
  return { name, after, objects };
}

function chart(name: string, after: readonly string[], release: NonNullable<Bundle['chart']>): Bundle {
  return { name, after, objects: [], chart: release };
}
