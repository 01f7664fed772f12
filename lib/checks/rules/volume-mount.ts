import { ownedMounts } from '../kamaji-owned.ts';
import type { ApiServerVolume } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'volume-mount',
  severity: 'error',
  summary: 'Each volume of the API server is mounted at a folder of its own, outside those of Kamaji.',
  why: 'Two mounts of one folder are refused; one over the certificates of the control plane hides them.',
  example:
    'controlPlane: {vip: 10.4.0.110, volumes: {a: {secret: a, mountPath: /etc/a}, b: {secret: b, mountPath: /etc/a}}}',
  remedy: 'choose another mountPath',
  *check({ tenants }) {
    for (const { volumes, source } of tenants) {
      for (const [index, volume] of volumes.entries()) {
        const mine = folder(volume);
        const twin = volumes.slice(0, index).find((other) => folder(other) === mine);
        const owned = ownedMounts.find((mount) => mine === mount || mount.startsWith(`${mine}/`));
        if (twin === undefined && owned === undefined) continue;
        yield {
          place: source.place(['controlPlane', 'volumes', volume.name, 'mountPath']),
          problem: `mountPath ${volume.mountPath} of volume ${volume.name} ${twin === undefined ? `hides ${owned ?? ''} of Kamaji` : `is that of volume ${twin.name}`}`,
          allowed: 'allowed: a folder of its own',
          related:
            twin === undefined
              ? []
              : [
                  {
                    place: source.place(['controlPlane', 'volumes', twin.name, 'mountPath']),
                    note: `mountPath of ${twin.name}`,
                  },
                ],
        };
      }
    }
  },
};

const folder = ({ mountPath }: ApiServerVolume): string => mountPath.replace(/\/+$/, '');
