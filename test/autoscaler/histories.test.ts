import { test } from '@jest/globals';
import fc from 'fast-check';
import { at, isArray } from '../../lib/autoscaler/json.ts';
import { KINDS } from '../../lib/autoscaler/kube-object.ts';
import { direct, run } from './harness.ts';
import { answer, refuse } from './stand-in.ts';
import type { Reply, StandIn, Stored } from './stand-in.ts';
import { witness } from './witness.ts';
import type { Replies } from './witness.ts';
import { collectGarbage, createWorld, EVENTS } from './world.ts';
import type { Happening, World } from './world.ts';

/** A run on which things go wrong: `faults` by number of the request, `meanwhile` before the request `moment`. */
interface TroubledRun {
  readonly faults: readonly number[];
  readonly moment: number;
  readonly meanwhile: readonly Happening[];
  /** Another whole run happens at that moment too. */
  readonly twice: boolean;
}

type Step = Happening | TroubledRun;

const happening: fc.Arbitrary<Happening> = fc.record({
  event: fc.constantFrom(...EVENTS),
  namespace: fc.nat(2),
  choice: fc.nat(3),
});
const troubledRun: fc.Arbitrary<TroubledRun> = fc.record({
  faults: fc.array(fc.nat(30), { maxLength: 8 }),
  moment: fc.nat(16),
  meanwhile: fc.array(happening, { maxLength: 2 }),
  twice: fc.boolean(),
});
const history = fc.array(
  fc.oneof({ weight: 3, arbitrary: happening }, { weight: 2, arbitrary: troubledRun }),
  {
    minLength: 2,
    maxLength: 6,
  },
);

/** What the server answers for a fault number, carried out or not; undefined: nothing goes wrong. */
function spoil(fault: number | undefined, carryOut: () => Reply): Reply | 'no answer' | undefined {
  if (fault === 1) return 'no answer';
  if (fault === 2) return carryOut().status === 0 ? undefined : 'no answer';
  if (fault === 3)
    return { ...carryOut(), text: '{"metadata":{"resourceVersion":"1"},"items":[', body: undefined };
  if (fault === 4) return answer(200, { metadata: {}, items: [] });
  if (fault === 5) return answer(200, {});
  if (fault === 6) return { ...refuse(429, 'slow down'), retryAfter: 1 };
  const status = [401, 403, 404, 409, 410, 422, 500, 503][(fault ?? 0) - 7];
  return status === undefined ? undefined : refuse(status, 'injected');
}

function troubled({ api, happen }: World, trouble: TroubledRun, violations: string[]): Replies {
  let count = 0;
  return async (request) => {
    const number = count;
    count += 1;
    if (number === trouble.moment) {
      trouble.meanwhile.forEach(happen);
      if (trouble.twice) await run(witness(direct(api), api, violations));
    }
    const spoilt = spoil(trouble.faults[number], () => api.handle(request));
    if (spoilt === 'no answer') throw new Error('reset');
    return spoilt ?? api.handle(request);
  };
}

async function live(world: World, steps: readonly Step[], violations: string[]): Promise<void> {
  for (const step of steps)
    if ('event' in step) world.happen(step);
    else await run(witness(troubled(world, step, violations), world.api, violations));
}

const isOurs = (object: Stored) =>
  at(object, 'metadata', 'labels', 'app.kubernetes.io/managed-by') === 'kaas-autoscaler';
const namespaces = ['tenant-0', 'tenant-1', 'tenant-2'];
const everything = (api: StandIn) => KINDS.flatMap(({ plural }) => api.all(plural));
const objectsIn = (api: StandIn, namespace: string) =>
  KINDS.map(({ plural }) => api.get(plural, namespace, 'cluster-autoscaler'));

/** What is wrong with a namespace once the faults are over; the job's own plan is not asked. */
function wrongWith(api: StandIn, namespace: string): string | undefined {
  const wanting = api
    .all('clusters')
    .filter(({ metadata }) => metadata.namespace === namespace && metadata['deletionTimestamp'] === undefined)
    .filter((cluster) => at(cluster, 'metadata', 'labels', 'kaas.lab/autoscaling') === 'enabled');
  const objects = objectsIn(api, namespace);
  const present = objects.filter((object) => object !== undefined);
  if (wanting.length === 0) return present.some(isProven) ? 'an orphan is left' : undefined;
  const deployment = objects[3];
  // A stranger keeps the others away; with an unknown minor and nothing running, nothing is made.
  if (!present.every(isOurs) || deployment === undefined) return undefined;
  const owner = wanting.find(({ metadata }) => ownersOf(deployment).includes(metadata.uid));
  if (owner === undefined) return 'the Deployment has another owner';
  if (!objects.every((object) => ownersOf(object).includes(owner.metadata.uid)))
    return 'an object is missing';
  const paused = at(owner, 'metadata', 'annotations', 'cluster.x-k8s.io/paused') !== undefined;
  const controlPlane = api.get('tenantcontrolplanes', namespace, owner.metadata.name);
  const replicas = paused || controlPlane === undefined ? 0 : 1;
  return at(deployment, 'spec', 'replicas') === replicas
    ? undefined
    : 'it runs when it must not, or the reverse';
}

function ownersOf(object: Stored | undefined): string {
  return JSON.stringify(at(object, 'metadata', 'ownerReferences') ?? '');
}

function isProven(object: Stored): boolean {
  const owners = at(object, 'metadata', 'ownerReferences');
  return isOurs(object) && isArray(owners) && owners.length === 1 && at(owners[0], 'kind') === 'Cluster';
}

test('10,000 random histories: no delete without proof, and the end is right and quiet', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = createWorld();
      const violations: string[] = [];
      await live(world, steps, violations);
      const strangers = everything(world.api).filter((object) => object['stranger'] === true);
      collectGarbage(world.api);
      await run(witness(direct(world.api), world.api, violations));
      const { writes } = await run(direct(world.api));
      const wrong = namespaces
        .map((namespace) => wrongWith(world.api, namespace))
        .filter((text) => text !== undefined);
      const kept = new Set(everything(world.api));
      if (!strangers.every((stranger) => kept.has(stranger))) wrong.push('a stranger was touched');
      const complaints = [...violations, ...wrong, ...writes.map((write) => `not quiet: ${write}`)];
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    }),
    { numRuns: 10_000, seed: 7 },
  );
}, 300_000);
