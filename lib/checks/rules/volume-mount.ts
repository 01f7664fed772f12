import { auditVolume, ownedMounts } from '../kamaji-owned.ts';
import type { ApiServerVolume, TenantDraft } from '../../fleet/index.ts';
import type { Complaint, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'volume-mount',
  severity: 'error',
  summary: 'Each volume of the API server is mounted at a folder of its own, outside those of Kamaji.',
  why: 'Two mounts of one folder are refused; one over the certificates of the control plane hides them, and one below them cannot be made.',
  example:
    'controlPlane: {vip: 10.4.0.110, volumes: {a: {secret: a, mountPath: /etc/a}, b: {secret: b, mountPath: /etc/a}}}',
  remedy: 'choose another mountPath',
  *check({ tenants }) {
    for (const tenant of tenants) {
      const owned = [...ownedMounts, ...(tenant.auditPolicy === undefined ? [] : [auditVolume.mountPath])];
      for (const [index, volume] of tenant.volumes.entries()) {
        const mine = folder(volume);
        const twin = tenant.volumes.slice(0, index).find((other) => folder(other) === mine);
        const mount = owned.find((other) => within(mine, other) || within(other, mine));
        if (twin !== undefined) yield complaint(tenant, volume, `is that of volume ${twin.name}`, twin);
        else if (mount !== undefined) yield complaint(tenant, volume, `gets in the way of ${mount}`);
      }
    }
  },
};

function complaint(
  { source }: TenantDraft,
  { name, mountPath }: ApiServerVolume,
  problem: string,
  twin?: ApiServerVolume,
): Complaint {
  const placeOf = (volume: string): Complaint['place'] =>
    source.place(['controlPlane', 'volumes', volume, 'mountPath']);
  return {
    place: placeOf(name),
    problem: `mountPath ${mountPath} of volume ${name} ${problem}`,
    allowed: 'allowed: a folder of its own',
    related: twin === undefined ? [] : [{ place: placeOf(twin.name), note: `mountPath of ${twin.name}` }],
  };
}

const folder = ({ mountPath }: ApiServerVolume): string => mountPath.replace(/\/+$/, '');
const within = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);
