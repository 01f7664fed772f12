import type { Site, Versions } from '../../fleet/index.ts';
import type { ChartRelease } from '../bundle.ts';
import { namespaces } from '../names.ts';
import { chartSource } from './source.ts';

type Csi = NonNullable<Site['file']['csi']>;

/** proxmox-csi: volumes for the etcd datastores on a Proxmox storage. */
export function proxmoxCsi(csi: Csi, versions: Versions): ChartRelease {
  return {
    release: 'proxmox-csi-plugin',
    namespace: namespaces.csi,
    source: chartSource(versions, 'proxmox-csi-plugin'),
    rewritten: [],
    values: {
      replicaCount: 2,
      existingConfigSecret: csi.secret,
      storageClass: [
        {
          name: csi.storageClass,
          storage: csi.storage,
          // A DataStore that was deleted by mistake keeps its disks.
          reclaimPolicy: 'Retain',
          fstype: csi.filesystem ?? 'ext4',
        },
      ],
    },
  };
}
