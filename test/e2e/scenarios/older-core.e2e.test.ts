import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { referenceTo } from '../lab/object.ts';
import { clusterApiVersions } from '../lab/components.ts';
import { pause, until } from '../lab/wait.ts';
import { type Bench, startBench } from './lab.ts';
import { untilGone } from './leftovers.ts';
import { describeVm } from './look.ts';
import { tenantText } from './tenants.ts';

describe.each(clusterApiVersions.slice(1))('on Cluster API %s', (version) => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench({ clusterApi: version });
  });
  afterAll(() => bench.stop());

  test('a tenant is made, its pool rolls to another size and version, and it is deleted without a trace', async () => {
    const tenant = bench.tenant('old');
    bench.fleet.write('old', tenantText({ number: 1, pools: ['general: {size: small, nodes: 1}'] }));
    await bench.deliver();
    await tenant.ready(400);
    const [before] = tenant.vms();
    bench.fleet.write(
      'old',
      tenantText({ number: 1, kubernetes: 'v1.35.5', pools: ['general: {size: medium, nodes: 1}'] }),
    );
    await bench.deliver();
    await pause(5000);
    await tenant.ready(400);
    await until('one VM', () => tenant.vms().length === 1, { seconds: 120 }, tenant.explain);
    const [after] = tenant.vms();
    if (after === undefined) throw new Error('no VM');
    expect(after.config.get('name')).not.toBe(before?.config.get('name'));
    expect(describeVm(after)).toEqual(expect.objectContaining({ cores: 4, memoryMiB: 8192, diskGb: 40 }));
    const cluster = await tenant.cluster();
    if (cluster === undefined) throw new Error('no Cluster');
    await bench.lab.client.remove(referenceTo(cluster));
    await untilGone(bench, 'old');
  });
});
