import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Bundle, readBundles, readObjects } from '../lab/bundle.ts';
import { fieldManagers, sync } from '../lab/engine.ts';
import { type KubeObject, listAt, nameOf, referenceTo, textAt } from '../lab/object.ts';
import { pause } from '../lab/wait.ts';
import { type Bench, startBench } from './lab.ts';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

describe('dist/ on the real API server and webhooks', () => {
  let bench: Bench;
  let bundles: readonly Bundle[];

  beforeAll(async () => {
    bench = await startBench();
    bundles = [
      ...readBundles(dist),
      { path: 'argocd', wave: 2000, objects: readObjects(join(dist, 'argocd')) },
    ];
  });
  afterAll(() => bench.stop());

  test('every object is accepted', async () => {
    await bench.stores.serve(bundles);
    const { applied, notServed, refused } = await sync(bench.lab.client, bundles);
    expect(refused).toEqual([]);
    expect(notServed.map(nameOf)).toEqual([]);
    expect(applied.length).toBe(bundles.flatMap(({ objects }) => objects).length);
    expect(applied.length).toBeGreaterThan(50);
  });

  test('applying twice changes nothing', async () => {
    await settle(bench, bundles);
    const before = await written(bench, bundles);
    await sync(bench.lab.client, bundles);
    expect(await written(bench, bundles)).toEqual(before);
  });

  test("a dry run under the engine's field manager equals the live object", async () => {
    await settle(bench, bundles);
    const drifted: string[] = [];
    for (const object of bundles.flatMap(({ objects }) => objects)) {
      const dry = await bench.lab.client.apply(object, { manager: fieldManagers.argocd, dryRun: true });
      const live = await bench.lab.client.get(referenceTo(object));
      if (JSON.stringify(comparable(dry)) !== JSON.stringify(comparable(live))) drifted.push(nameOf(object));
    }
    expect(drifted).toEqual([]);
  });
});

/** Until the tenants' Clusters are ready, so that no controller is about to write. */
async function settle(bench: Bench, bundles: readonly Bundle[]): Promise<void> {
  const objects = bundles.flatMap((bundle) => bundle.objects);
  const sql = objects.filter(
    (object) => object.kind === 'DataStore' && textAt(object, 'spec.driver') !== 'etcd',
  );
  const stores = new Set(sql.map(({ metadata }) => metadata.name));
  // The real Kamaji makes no control plane on a database server, and the lab has none.
  const waits = (cluster: KubeObject): boolean =>
    bench.lab.parts.kamaji === 'real' && stores.has(storeOf(cluster));
  const clusters = objects.filter((object) => object.kind === 'Cluster' && !waits(object));
  expect(clusters.length).toBeGreaterThan(2);
  for (const { metadata } of clusters) await bench.tenant(metadata.name).ready(400);
  await pause(5000);
}

function storeOf(cluster: KubeObject): string {
  const variables = listAt(cluster, 'spec.topology.variables');
  return textAt(
    variables.find((variable) => textAt(variable, 'name') === 'dataStoreName'),
    'value',
  );
}

/** What our field manager wrote and when: a write that changes nothing leaves no trace. */
async function written(bench: Bench, bundles: readonly Bundle[]): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for (const object of bundles.flatMap(({ objects }) => objects)) {
    const live = await bench.lab.client.get(referenceTo(object));
    const ours = (live?.metadata.managedFields ?? []).filter(
      (entry) => (entry as { manager?: string }).manager === fieldManagers.argocd,
    );
    seen.push({
      object: nameOf(object),
      generation: live?.metadata.generation,
      ours: restamped(object) ? ours.map(timeless) : ours,
    });
  }
  return seen;
}

/**
 * The API server stamps a policy anew at each server-side apply, though fields and generation stay (seen on v1.35.5 with
 * the two policies that guard the autoscaler job): of those, everything but the stamp is compared.
 */
const restamped = ({ kind }: { readonly kind: string }): boolean => kind === 'ValidatingAdmissionPolicy';
const timeless = (entry: unknown): unknown => without(entry as object, ['time']);

/** Without what every write of anybody changes. */
function comparable(object: KubeObject | undefined): unknown {
  if (object === undefined) return undefined;
  const metadata = without(object.metadata, ['managedFields', 'resourceVersion']);
  return sorted({ ...without(object, ['status']), metadata });
}

const without = (fields: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
