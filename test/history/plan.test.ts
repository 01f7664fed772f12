import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChangePlan } from '../../lib/report/change-plan.ts';
import { classFileText } from '../../lib/fleet/index.ts';
import { classText } from '../../lib/synth/class-text.ts';
import { golden } from './golden.ts';
import { Repository } from './repository.ts';

let repository: Repository;
beforeAll(() => {
  repository = new Repository();
  repository.write('tenants/build.yaml', build);
  repository.write('tenants/reports.yaml', reports);
  repository.commit('three tenants');
  repository.mark();
});
afterEach(() => repository.reset());
afterAll(() => repository.remove());

const build = `owner: team-build@k8s.lab
kubernetes: v1.34.4
controlPlane: {vip: 10.4.0.102}
network: {name: shared, addresses: 10.30.0.10-10.30.0.39}
vmids: 10200-10299
pools:
  workers: {size: large, nodes: 3}
  gpu: {size: {cores: 8, memory: 32Gi, disk: 80Gi}, nodes: {min: 0, max: 2}}
`;

const reports = `owner: team-reports@k8s.lab
kubernetes: v1.35.5
controlPlane: {vip: 10.4.0.103, replicas: 3}
network: {name: shared, addresses: 10.30.0.40-10.30.0.69}
vmids: 10300-10399
pools:
  nightly: {size: small, nodes: {min: 0, max: 4}}
`;

type Edit = () => void;
const edit =
  (path: string, from: string, to: string): Edit =>
  () =>
    repository.edit(path, from, to);
const buildFile = (from: string, to: string): Edit => edit('tenants/build.yaml', from, to);
const site = (from: string, to: string): Edit => edit('platform/site.yaml', from, to);
const both =
  (...edits: Edit[]): Edit =>
  () =>
    edits.forEach((one) => one());

/** A generation whose templates differ in one text from those of the library. */
const changedClass =
  (from: string, to: string): Edit =>
  () => {
    const body = classText('lab-tenant-2').split('\n').slice(2).join('\n');
    if (!body.includes(from)) throw new Error(`the class has no ${from}`);
    repository.write('platform/classes/lab-tenant-2.yaml', classFileText(body.replace(from, to)));
  };
const sameClass: Edit = () =>
  repository.write('platform/classes/lab-tenant-2.yaml', classText('lab-tenant-2'));
const rotate = buildFile('kubernetes:', 'class: lab-tenant-2\nkubernetes:');

/** The plan's text without the commit, which differs from run to run. */
async function planText(ref = 'HEAD', format = 'text'): Promise<string> {
  const { out } = await repository.kaas('plan', '--against', ref, '--format', format);
  return out.replaceAll(/\([0-9a-f]{12}\)/g, '(COMMIT)');
}

async function planOf(ref = 'HEAD'): Promise<ChangePlan> {
  return JSON.parse((await repository.kaas('plan', '--against', ref, '--format', 'json')).out) as ChangePlan;
}

describe('kaas plan', () => {
  test.each<[string, Edit]>([
    ['nothing', () => undefined],
    ['size-of-one-pool', buildFile('size: large', 'size: medium')],
    ['version-upgrade', buildFile('v1.34.4', 'v1.35.5')],
    [
      'version-upgrade-one-pool-held',
      both(buildFile('v1.34.4', 'v1.35.5'), buildFile('nodes: 3', 'nodes: 3, kubernetes: v1.34.4')),
    ],
    ['labels-carried', buildFile('nodes: 3', 'nodes: 3, labels: {node-role.kubernetes.io/worker: ""}')],
    ['labels-registered', buildFile('nodes: 3', 'nodes: 3, labels: {tier: batch}')],
    ['taints', buildFile('nodes: 3', 'nodes: 3, taints: [{key: tier, effect: NoSchedule}]')],
    ['bounds', both(buildFile('nodes: 3', 'nodes: 5'), buildFile('{min: 0, max: 2}', '{min: 1, max: 4}'))],
    ['fixed-to-autoscaled', buildFile('nodes: 3', 'nodes: {min: 1, max: 5}')],
    ['vlan-of-the-site', site('shared: {vlan: 30', 'shared: {vlan: 31')],
    ['dns-of-the-site', site('gateway: 10.30.0.1, dns: [10.4.0.53]', 'gateway: 10.30.0.1, dns: [10.4.0.54]')],
    [
      'control-plane-arguments',
      buildFile('{vip: 10.4.0.102}', '{vip: 10.4.0.102, apiServer: {args: {v: "4"}}}'),
    ],
    ['control-plane-replicas', buildFile('{vip: 10.4.0.102}', '{vip: 10.4.0.102, replicas: 3}')],
    ['certificate-names', buildFile('{vip: 10.4.0.102}', '{vip: 10.4.0.102, certSANs: [build.k8s.lab]}')],
    ['class-with-equal-templates', both(sameClass, rotate)],
    ['class-with-another-control-plane', both(changedClass('maxSkew: 1', 'maxSkew: 2'), rotate)],
    [
      'class-with-another-machine',
      both(changedClass('matchPolicy: uniqueSubset', 'matchPolicy: exact'), rotate),
    ],
    [
      'new-tenant-and-pool',
      () => {
        repository.write(
          'tenants/new.yaml',
          build
            .replace('.102', '.104')
            .replace('10.30.0.10-10.30.0.39', '10.30.0.80-10.30.0.99')
            .replace('10200-10299', '10400-10499'),
        );
        repository.edit('tenants/reports.yaml', 'pools:\n', 'pools:\n  daily: {size: small, nodes: 2}\n');
      },
    ],
    ['pool-removed', buildFile('  workers: {size: large, nodes: 3}\n', '')],
    [
      'kamaji-pin',
      () =>
        repository.write(
          'platform/versions.yaml',
          repository.read('platform/versions.yaml').replaceAll('26.8.6-edge', '26.9.1-edge'),
        ),
    ],
    ['vip-changed', buildFile('10.4.0.102', '10.4.0.105')],
    ['removal-first-commit', buildFile('kubernetes:', 'state: removing\nkubernetes:')],
    ['removal-squashed', () => repository.delete('tenants/build.yaml')],
    [
      'owner-and-access',
      both(buildFile('team-build@', 'team-ci@'), () =>
        repository.write(
          'tenants/build.yaml',
          `${repository.read('tenants/build.yaml')}access: {view: [build]}\n`,
        ),
      ),
    ],
    ['paused', buildFile('kubernetes:', 'paused: true\nkubernetes:')],
    ['vmids', buildFile('10200-10299', '10200-10249')],
  ])('%s', async (name, change) => {
    change();
    const text = await planText();
    expect(text).toBe(golden(`test/fixtures/history/plans/${name}.txt`, text));
  });

  test('removal in two commits: the second deletes the cluster with its machines', async () => {
    repository.edit('tenants/build.yaml', 'kubernetes:', 'state: removing\nkubernetes:');
    repository.commit('the shield off');
    repository.delete('tenants/build.yaml');
    const text = await planText();
    expect(text).toBe(golden('test/fixtures/history/plans/removal-second-commit.txt', text));
    expect((await repository.kaas('plan', '--against', 'HEAD')).code).toBe(0);
    // Seen from before both commits, and so for an engine that slept through the first, it is one step.
    expect((await planOf('HEAD~1')).tenants).toMatchObject([{ name: 'build', kind: 'orphaned', pools: [] }]);
    expect((await repository.kaas('plan', '--against', 'HEAD~1')).code).toBe(1);
  });

  test('a change of one pool moves nothing else', async () => {
    repository.edit('tenants/build.yaml', 'size: large', 'size: medium');
    const { tenants, unchanged, totals, bundles, pins } = await planOf();
    expect(
      tenants.map(({ name, pools, controlPlane }) => ({
        name,
        pools: pools.map((pool) => pool.name),
        controlPlane,
      })),
    ).toEqual([{ name: 'build', pools: ['workers'], controlPlane: undefined }]);
    expect({ unchanged, bundles, pins }).toEqual({ unchanged: ['acme', 'reports'], bundles: [], pins: [] });
    expect(totals).toEqual({
      controlPlanesRolled: 0,
      machinesReplaced: { min: 3, max: 3 },
      machinesCreated: { min: 0, max: 0 },
      machinesDeleted: { min: 0, max: 0 },
    });
  });

  test('rotation to a generation with equal templates replaces no machine and rolls no control plane', async () => {
    sameClass();
    rotate();
    const { totals, tenants } = await planOf();
    expect(totals).toMatchObject({ controlPlanesRolled: 0, machinesReplaced: { min: 0, max: 0 } });
    expect(tenants).toMatchObject([
      { cluster: [{ field: 'class', was: 'lab-tenant-1', is: 'lab-tenant-2' }], pools: [] },
    ]);
  });

  test('the comment on a pull request', async () => {
    repository.edit('tenants/build.yaml', 'v1.34.4', 'v1.35.5');
    repository.edit('tenants/acme.yaml', 'nodes: 1', 'nodes: 2');
    const text = await planText('HEAD', 'markdown');
    expect(text).toBe(golden('test/fixtures/history/plans/comment.md', text));
  });

  test('a tenant with errors is said to be unknown, never unchanged', async () => {
    repository.edit('tenants/build.yaml', 'v1.34.4', '1.34');
    const { code, out, err } = await repository.kaas('plan', '--against', 'HEAD');
    expect(out).toContain('2 tenants unchanged; not known because of errors: build (see kaas check)\n');
    expect(err).toContain('tenants/build.yaml:2:13: error[');
    expect(code).toBe(1);
  });

  test('with no revision it asks for one', async () => {
    expect(await repository.kaas('plan')).toEqual({
      code: 1,
      out: '',
      err: 'kaas: plan needs --against REF; allowed: a branch, tag or commit; try --against origin/main\n',
    });
  });

  test('a revision without a fleet: every tenant is new', async () => {
    repository.git('checkout', '--quiet', '--orphan', 'empty');
    repository.git('rm', '--quiet', '-r', '--cached', '.');
    repository.git('commit', '--quiet', '--allow-empty', '--message', 'nothing');
    const { out, err } = await repository.kaas('plan', '--against', 'HEAD');
    expect(err).toContain('HEAD has no fleet to compare with: every tenant counts as new\n');
    expect(out).toContain('nothing else moves: 0 tenants unchanged\n');
    expect(out).toContain('build\n  new\n  pool workers: new: 3 machines\n');
  });
});
