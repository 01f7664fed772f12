import { cidrText } from '../../net/index.ts';
import { overlapping } from '../sweep.ts';
import type { Rule } from '../rule.ts';

/** Source: Cilium documentation, "Setting up Cluster Mesh": pod CIDR ranges must be non-conflicting. */
export const rule: Rule = {
  id: 'mesh-pods',
  severity: 'error',
  summary: 'Tenants with a Cilium cluster id have pods of different addresses.',
  why: 'An id is what makes a cluster part of a mesh, and there pods talk to pods directly. Tenants without one may share their pod CIDR.',
  example: `cni: {name: cilium, clusterID: 1}
pods: 10.1.0.0/16
--- # tenants/beta.yaml
cni: {name: cilium, clusterID: 2}
pods: 10.1.0.0/16`,
  remedy: 'give one of them other pods, or remove its clusterID',
  *check({ tenants }) {
    const meshed = tenants.flatMap((tenant) =>
      tenant.cniClusterID === undefined || tenant.pods === undefined
        ? []
        : [{ tenant, pods: tenant.pods, first: tenant.pods.first, last: tenant.pods.last }],
    );
    for (const [later, earlier] of overlapping(meshed)) {
      const place = ({ tenant: { file, source } }: typeof later): ReturnType<typeof source.place> =>
        source.place(file.pods === undefined ? ['cni', 'clusterID'] : ['pods']);
      yield {
        place: place(later),
        problem: `pod CIDR ${cidrText(later.pods)} overlaps ${cidrText(earlier.pods)} of ${earlier.tenant.name}, which is in the mesh too`,
        allowed: 'allowed: a pod CIDR that no other tenant with a cluster id has',
        related: [{ place: place(earlier), note: `pods of ${earlier.tenant.name}` }],
      };
    }
  },
};
