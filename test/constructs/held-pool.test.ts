import { expect, test } from '@jest/globals';
import { Pointer } from 'rfc6902';
import { expansionFindings } from '../../lib/synth/expansion-findings.ts';
import { type ClusterObject, expandCluster } from '../../lib/constructs/index.ts';
import { heldVersionsOf } from '../../lib/fleet/index.ts';
import { tenantManifests } from '../../lib/synth/tenant-manifests.ts';
import { acme, currentClass, merged, tenantOf, versionsOf } from './tenant.ts';

test('a pool that is held on its own version is expanded with the image of that version, and no other pool is', () => {
  // GIVEN a tenant on v1.35.5 with one pool that stays on v1.34.4
  const size = { cores: 2, memory: '4Gi', disk: '30Gi' };
  const tenant = tenantOf(
    merged(acme, {
      kubernetes: 'v1.35.5',
      pools: { old: { size, nodes: 1, kubernetes: 'v1.34.4' }, new: { size, nodes: 1 } },
    }),
  );
  const generation = currentClass();
  const cluster = tenantManifests(tenant, { className: generation.name, versions: versionsOf() })
    .map(({ object }) => object)
    .find(({ kind }) => kind === 'Cluster') as unknown as ClusterObject;

  // WHEN its Cluster is expanded
  const { expanded } = expandCluster(cluster, generation, heldVersionsOf(tenant));

  // THEN the tags that CAPMOX looks its image up by are those of the version that the pool runs
  const tags = expanded
    .filter(({ object }) => object.kind === 'ProxmoxMachineTemplate')
    .map(({ pool = '', object }): [string, unknown] => [
      pool,
      Pointer.fromJSON('/spec/template/spec/templateSelector/matchTags').get(object) as unknown,
    ]);
  expect(Object.fromEntries(tags)).toMatchObject({
    old: ['capi', 'k8s-v1.34.4'],
    new: ['capi', 'k8s-v1.35.5'],
  });
  expect(expansionFindings(tenant, cluster, generation)).toEqual([]);
});
