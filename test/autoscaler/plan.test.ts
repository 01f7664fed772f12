import { describe, expect, test } from '@jest/globals';
import { KINDS } from '../../lib/autoscaler/kube-object.ts';
import { readLive } from '../../lib/autoscaler/live.ts';
import type { LiveObject } from '../../lib/autoscaler/live.ts';
import { isOrphan, planAll } from '../../lib/autoscaler/plan.ts';
import { cluster, controlPlane, settings } from './sample.ts';
import type { Wish } from './sample.ts';

const owner = (uid: string, kind = 'Cluster', apiVersion = 'cluster.x-k8s.io/v1beta2') => ({
  apiVersion,
  kind,
  name: 'acme',
  uid,
});
const label = { 'app.kubernetes.io/managed-by': 'kaas-autoscaler' };

/** A live object of ours, or with other metadata. */
function live(kind: string, metadata: Record<string, unknown> = {}, namespace = 'tenant-acme'): LiveObject {
  const info = KINDS.find((known) => known.kind === kind);
  const identity = {
    name: 'cluster-autoscaler',
    namespace,
    uid: `${namespace}-${kind}`,
    resourceVersion: '7',
  };
  const object = {
    metadata: { ...identity, labels: label, ownerReferences: [owner('uid-acme')], ...metadata },
  };
  const read = info === undefined ? undefined : readLive(info, object);
  if (read === undefined) throw new Error('the object has an identity');
  return read;
}

const allKinds = KINDS.map(({ kind }) => kind);

function planOf(wishes: readonly Wish[], objects: readonly LiveObject[]) {
  const clusters = wishes.map((wish) => cluster({ uid: `uid-${wish.name ?? 'acme'}`, ...wish }));
  const plans = planAll({ clusters, objects, controlPlanes: [controlPlane()] }, settings);
  return plans.map((plan) => ({
    namespace: plan.namespace,
    cluster: plan.cluster,
    removed: plan.removals.map(({ info }) => info.kind),
    applied: plan.applies.map(
      ({ wanted, live: before }) => `${wanted.info.kind}${before === undefined ? '' : ' over'}`,
    ),
    problems: plan.problems.map(({ code, cluster: name }) => (name === undefined ? code : `${code} ${name}`)),
  }));
}

describe('a plan', () => {
  test('makes all four objects for a Cluster that has none, pods last', () => {
    expect(planOf([{}], [])).toEqual([
      { namespace: 'tenant-acme', cluster: 'acme', removed: [], applied: allKinds, problems: [] },
    ]);
  });

  test.each<[string, readonly Wish[]]>([
    ['has lost its label or is gone', []],
    ['is being deleted', [{ deleting: true }]],
    ['was made again under its name', [{ uid: 'uid-new' }]],
  ])('removes all four, the Deployment first, when the Cluster %s', (_, wishes) => {
    const [plan] = planOf(
      wishes,
      allKinds.map((kind) => live(kind)),
    );
    expect(plan?.removed).toEqual(['Deployment', 'NetworkPolicy', 'RoleBinding', 'ServiceAccount']);
  });

  test('makes the objects anew after removing those of the Cluster of the same name before', () => {
    const [plan] = planOf([{ uid: 'uid-new' }], [live('Deployment')]);
    expect(plan).toMatchObject({ removed: ['Deployment'], applied: allKinds, problems: [] });
  });

  test('does not delete twice what is already being deleted', () => {
    const [plan] = planOf([], [live('Deployment', { deletionTimestamp: '2026-11-30T00:00:00Z' })]);
    expect(plan).toMatchObject({ removed: [], problems: [] });
  });

  test.each([
    ['has another label', { labels: { 'app.kubernetes.io/managed-by': 'Helm' } }],
    ['has no label', { labels: {} }],
  ])('ignores an object that %s, wherever no Cluster asks for one', (_, metadata) => {
    expect(planOf([], [live('Deployment', metadata, 'kube-system')])).toEqual([]);
  });

  test.each([
    ['no owner', []],
    ['two owners', [owner('uid-acme'), owner('uid-x', 'ConfigMap', 'v1')]],
    ['two Clusters as owners', [owner('uid-acme'), owner('uid-x')]],
    ['an owner that is a Cluster of another group', [owner('uid-acme', 'Cluster', 'example.org/v1')]],
    ['an owner that is no Cluster', [owner('uid-acme', 'MachineDeployment')]],
  ])('leaves an object with our label and %s alone and reports it', (_, ownerReferences) => {
    expect(planOf([], [live('Deployment', { ownerReferences })])).toMatchObject([
      { removed: [], applied: [], problems: ['unproven-object'] },
    ]);
  });

  test('takes back an object with our label that lost its owner, as after a restore from backup', () => {
    const [plan] = planOf([{}], [live('Deployment', { ownerReferences: [] })]);
    expect(plan).toMatchObject({ removed: [], problems: [] });
    expect(plan?.applied).toContain('Deployment over');
  });

  test.each(allKinds)('makes nothing beside a stranger: %s', (kind) => {
    const [plan] = planOf([{}], [live(kind, { labels: {}, ownerReferences: [] })]);
    expect(plan).toMatchObject({ removed: [], applied: [], problems: ['foreign-object acme'] });
  });

  test('beside a stranger, what runs is still paused', () => {
    const objects = [live('NetworkPolicy', { labels: {} }), live('Deployment')];
    const [plan] = planOf([{ paused: true }], objects);
    expect(plan?.applied).toEqual(['Deployment over']);
  });

  test('gives the autoscaler of a shared namespace to the oldest Cluster and names the others', () => {
    const namespace = 'shared';
    const wishes = [
      { name: 'young', namespace, created: '2026-11-02T00:00:00Z' },
      { name: 'old', namespace, created: '2026-11-01T00:00:00Z' },
    ];
    expect(planOf(wishes, [])).toMatchObject([{ cluster: 'old', problems: ['shared-namespace young'] }]);
  });

  test('does not take the autoscaler of a shared namespace from the Cluster that has it', () => {
    const namespace = 'shared';
    const wishes = [
      { name: 'young', namespace, created: '2026-11-02T00:00:00Z' },
      { name: 'old', namespace, created: '2026-11-01T00:00:00Z' },
    ];
    const mine = allKinds.map((kind) => live(kind, { ownerReferences: [owner('uid-young')] }, namespace));
    expect(planOf(wishes, mine)).toMatchObject([
      { cluster: 'young', removed: [], problems: ['shared-namespace old'] },
    ]);
    // WHEN the young one goes, the old one gets it in the same run
    expect(planOf(wishes.slice(1), mine)).toMatchObject([
      { cluster: 'old', removed: [...allKinds].reverse(), applied: allKinds },
    ]);
  });

  test('of many namespaces is sorted and concerns each alone', () => {
    const plans = planOf([{ name: 'b' }, { name: 'a' }], [live('Deployment', {}, 'tenant-z')]);
    expect(plans.map(({ namespace, cluster: name, removed }) => [namespace, name, removed])).toEqual([
      ['tenant-a', 'a', []],
      ['tenant-b', 'b', []],
      ['tenant-z', undefined, ['Deployment']],
    ]);
  });
});

test('an object is an orphan by the uid of its Cluster, never by its name', () => {
  expect(isOrphan(live('Deployment'), [cluster({ uid: 'uid-acme', name: 'renamed' })])).toBe(false);
  expect(isOrphan(live('Deployment'), [cluster({ uid: 'uid-new' })])).toBe(true);
});
