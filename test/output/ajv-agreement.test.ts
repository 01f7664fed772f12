import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { loadSchema, type CompactSchema } from '../../imports/schemas.ts';
import { checkValue } from '../../lib/output/schema/value-check.ts';
import { startWalk } from '../../lib/output/violation.ts';

/** What JSON Schema says otherwise than the API server: a field with a default is never missing, and RE2 flags. */
function forAjv(schema: CompactSchema): object {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') return value.replace('(?i)', '');
    if (key === 'format' || key.startsWith('x-kubernetes-')) return undefined;
    if (
      typeof value !== 'object' ||
      value === null ||
      !('required' in value) ||
      !Array.isArray(value.required)
    )
      return value;
    const properties = 'properties' in value ? (value.properties as Record<string, object>) : {};
    return {
      ...value,
      required: value.required.filter(
        (name: string) => properties[name] === undefined || !('default' in properties[name]),
      ),
    };
  }) as object;
}

const sample = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name: 'acme', namespace: 'tenant-acme', labels: { 'kaas.lab/autoscaling': 'enabled' } },
  spec: {
    clusterNetwork: {
      apiServerPort: 6443,
      pods: { cidrBlocks: ['10.244.0.0/16'] },
      serviceDomain: 'cluster.local',
    },
    topology: {
      classRef: { name: 'lab-tenant-1', namespace: 'kaas-system' },
      version: 'v1.35.5',
      controlPlane: { replicas: 3, metadata: { annotations: { a: 'b' } } },
      variables: [
        { name: 'vip', value: '10.4.0.101' },
        { name: 'size', value: { cores: 4 } },
      ],
      workers: {
        machineDeployments: [
          {
            class: 'worker',
            name: 'general',
            deletion: { nodeDrainTimeoutSeconds: 300, order: 'Oldest' },
            healthCheck: {
              enabled: true,
              checks: {
                nodeStartupTimeoutSeconds: 600,
                unhealthyNodeConditions: [{ type: 'Ready', status: 'False', timeoutSeconds: 300 }],
              },
            },
            rollout: {
              strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '10%', maxUnavailable: 0 } },
            },
            variables: { overrides: [{ name: 'size', value: [1, null, {}] }] },
          },
        ],
      },
    },
  },
};

interface Holder {
  [key: string]: unknown;
}

/** Every place of an object: the object or list that holds a value, and its key. */
function places(holder: object): readonly (readonly [Holder, string])[] {
  const fields = holder as Holder;
  return Object.keys(fields).flatMap((key) => {
    const value = fields[key];
    return [[fields, key] as const, ...(typeof value === 'object' && value !== null ? places(value) : [])];
  });
}

const { schema } = loadSchema('cluster.x-k8s.io/v1beta2', 'Cluster') ?? { schema: {} };
const validate = new Ajv({ strict: false, allErrors: true }).compile(forAjv(schema));

function accepted(value: unknown): boolean {
  const walk = startWalk();
  checkValue(schema, value, walk);
  return walk.violations.length === 0;
}

/** Our check knows that an integer of these kinds is an int32, which ajv does not: such numbers are left out. */
function withinInt32(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'number' && Math.abs(item) > 2 ** 31 - 1 ? 7 : item,
  );
  return JSON.parse(text);
}

test('the sample is a Cluster', () => {
  expect(accepted(sample)).toBe(true);
  expect(validate(sample)).toBe(true);
});

test('whatever is put in whatever place, ajv and our own check agree on whether it may be there', () => {
  const count = places(sample).length;
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      '',
      0,
      -1,
      1.5,
      1e9,
      true,
      {},
      [],
      'x'.repeat(300),
      'UPPER_case',
      'Oldest',
      { name: 'x' },
      [{}],
      [null],
    ),
    fc.jsonValue({ maxDepth: 2 }).map(withinInt32),
  );
  let refused = 0;
  fc.assert(
    fc.property(
      fc.nat(count - 1),
      fc.constantFrom('replace', 'remove', 'rename'),
      odd,
      (index, act, value) => {
        const copy = structuredClone(sample);
        const [holder, key] = places(copy)[index] ?? [{}, ''];
        if (act === 'rename') holder[`${key}x`] = holder[key];
        if (act === 'replace') holder[key] = value;
        else Reflect.deleteProperty(holder, key);
        const plain: unknown = JSON.parse(JSON.stringify(copy));
        const verdict = validate(plain);
        if (!verdict) refused++;
        expect(accepted(plain)).toBe(verdict);
      },
    ),
    { numRuns: 3000 },
  );
  expect(refused).toBeGreaterThan(300);
});
