import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { residentMemory } from '../lab/program.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { condition } from '../lab/object.ts';
import { until } from '../lab/wait.ts';
import { type Bench, startBench } from './lab.ts';
import { tenantText } from './tenants.ts';

/** CI has an hour for everything, so that it makes fewer; KAAS_LAB_TENANTS says how many. */
const count = Number(process.env['KAAS_LAB_TENANTS'] ?? (process.env['CI'] === undefined ? 50 : 10));

describe(`${count} tenants at once`, () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench();
    await bench.deliver(); // the platform
  });
  afterAll(() => bench.stop());

  test('all become ready, and the figures are printed', async () => {
    for (let number = 1; number <= count; number += 1) {
      const pools = ['general: {size: small, nodes: 1}'];
      bench.fleet.write(`many-${number}`, tenantText({ number, pools }));
    }
    const started = Date.now();
    const seconds = (): number => Math.round((Date.now() - started) / 1000);
    await bench.deliver();
    const applied = seconds();
    const clusters = () => bench.lab.client.list(kinds.cluster);
    const having = async (type: string): Promise<number> =>
      (await clusters()).filter((cluster) => condition(cluster, type)?.status === 'True').length;
    const patience = { seconds: 1200, every: 5000 };
    const controlPlanes = async (): Promise<boolean> => (await having('ControlPlaneInitialized')) === count;
    await until('all control planes', controlPlanes, patience);
    const initialized = seconds();
    const available = async (): Promise<boolean> => (await having('Available')) === count;
    await until(
      'all Clusters',
      available,
      patience,
      async () => `${await having('Available')} of ${count} are available`,
    );
    const ready = seconds();
    await printFigures(bench, { applied, initialized, ready });
    expect(bench.lab.proxmox.site.vms.length).toBe(count);
  }, 1_500_000);
});

interface Times {
  readonly applied: number;
  readonly initialized: number;
  readonly ready: number;
}

async function printFigures({ lab }: Bench, { applied, initialized, ready }: Times): Promise<void> {
  const requests = [...lab.proxmox.requests].sort(([, a], [, b]) => b - a);
  const total = requests.reduce((sum, [, calls]) => sum + calls, 0);
  const lines = [
    `${count} tenants with one machine each: applied after ${applied} s, control planes after ${initialized} s, all ready after ${ready} s`,
    `Proxmox API: ${total} requests; most often ${requests
      .slice(0, 3)
      .map(([request, calls]) => `${calls} x ${request}`)
      .join(', ')}`,
    `Management API: ${await requestsTo(lab)}`,
    ...lab.programs().map(({ name, pid }) => `${name}: ${residentMemory(pid)} MiB resident`),
  ];
  process.stderr.write(`${lines.map((line) => `  ${line}`).join('\n')}\n`);
}

/** How many requests the management API has answered since it started, and the most frequent verbs. */
async function requestsTo({ client }: Bench['lab']): Promise<string> {
  const metrics = await client.raw({ method: 'GET', path: '/metrics' });
  const verbs = new Map<string, number>();
  for (const [, verb = '', count] of metrics.matchAll(
    /^apiserver_request_total\{.*verb="([A-Z]+)".*\} (\S+)$/gm,
  ))
    verbs.set(verb, (verbs.get(verb) ?? 0) + Number(count));
  const total = [...verbs.values()].reduce((sum, calls) => sum + calls, 0);
  const most = [...verbs].sort(([, a], [, b]) => b - a).slice(0, 4);
  return `${total} requests; most often ${most.map(([verb, calls]) => `${calls} x ${verb}`).join(', ')}`;
}
