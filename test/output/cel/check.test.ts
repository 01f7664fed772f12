import { describe, expect, test } from '@jest/globals';
import type { CelRule, CompactSchema } from '../../../imports/schemas.ts';
import { checkRules } from '../../../lib/output/cel/check.ts';
import { celName } from '../../../lib/output/cel/value.ts';
import { startWalk } from '../../../lib/output/violation.ts';

function check(schema: CompactSchema, value: unknown): readonly string[] {
  const walk = startWalk();
  checkRules(schema, value, walk);
  return walk.violations.map(({ path, problem, allowed }) => `${path}: ${problem}; ${allowed}`);
}

const ruled = (schema: CompactSchema, ...rules: readonly CelRule[]): CompactSchema => ({
  ...schema,
  'x-kubernetes-validations': rules,
});
const integer: CompactSchema = { type: 'integer' };

test('a rule runs wherever its schema applies, and its message is the problem', () => {
  const mtu = ruled(integer, { rule: 'self == 1 || (self >= 576 && self <= 65520)', message: 'MTU is odd' });
  const schema: CompactSchema = {
    type: 'object',
    properties: { nics: { type: 'array', items: { type: 'object', additionalProperties: mtu } } },
  };
  expect(check(schema, { nics: [{ a: 1, b: 1500 }, { c: 500 }] })).toEqual([
    'nics[1].c: MTU is odd; what satisfies self == 1 || (self >= 576 && self <= 65520)',
  ]);
});

test('a rule about the object before is passed over, as there is none', () => {
  expect(check(ruled(integer, { rule: 'self == oldSelf' }), 1)).toEqual([]);
});

test('rules see defaults, of missing objects too', () => {
  const service: CompactSchema = {
    type: 'object',
    default: {},
    properties: { type: { type: 'string', default: 'ClusterIP' } },
  };
  const schema = ruled(
    { type: 'object', properties: { service } },
    { rule: "self.service.type == 'ClusterIP'" },
  );
  expect(check(schema, {})).toEqual([]);
  expect(check(schema, { service: { type: 'LoadBalancer' } })).toHaveLength(1);
});

test('a rule inside a defaulted object runs on the default', () => {
  const port = ruled({ ...integer, default: 0 }, { rule: 'self > 0', message: 'port is 0' });
  expect(check({ type: 'object', properties: { port } }, {})).toEqual([
    'port: port is 0; what satisfies self > 0',
  ]);
});

test('whole numbers are ints: they can be divided and counted with', () => {
  expect(check(ruled(integer, { rule: 'self % 8 == 0' }), 16)).toEqual([]);
  expect(check(ruled(integer, { rule: 'self % 8 == 0' }), 17)).toHaveLength(1);
  expect(check(ruled({ type: 'number' }, { rule: 'self > 1.5' }), 2)).toEqual([]);
});

test('a rule that fails to run is a violation, as in the API server', () => {
  expect(check(ruled({ type: 'object' }, { rule: 'self.a.b == 1' }), {})).toEqual([
    ': the rule self.a.b == 1 cannot be evaluated: No such key: a; what satisfies self.a.b == 1',
  ]);
});

test('|| and && forgive an error on one side', () => {
  const either = ruled({ type: 'object' }, { rule: 'self.ipv4 != null || self.ipv6 != null' });
  expect(check(either, { ipv6: {} })).toEqual([]);
  expect(check(either, { ipv4: {} })).toEqual([]);
  expect(check(either, {})).toHaveLength(1);
});

test('a message expression makes the message, and gives way to the fixed one when it fails', () => {
  const rule = { rule: 'self < 3', messageExpression: "'has ' + string(self)", message: 'too many' };
  expect(check(ruled(integer, rule), 5)).toEqual([': has 5; what satisfies self < 3']);
  expect(check(ruled(integer, { ...rule, messageExpression: 'self.nope' }), 5)).toEqual([
    ': too many; what satisfies self < 3',
  ]);
});

test('fieldPath says which field it is about', () => {
  const schema = ruled(
    { type: 'object' },
    { rule: 'self.max >= self.min', message: 'max is below min', fieldPath: '.max' },
  );
  expect(check(schema, { min: 2, max: 1 })[0]).toMatch(/^max: max is below min/);
});

test('a rule that cannot be compiled is an error of ours, and names the rule', () => {
  expect(() => check(ruled(integer, { rule: 'nope(self)' }), 1)).toThrow('CEL rule nope(self): ');
  expect(() => check(ruled(integer, { rule: 'self >' }), 1)).toThrow();
  expect(() => check(ruled({ type: 'string' }, { rule: "self.matches('^(?i)a')" }), 'A')).toThrow(
    'flags inside a pattern are not supported',
  );
});

describe('functions of Kubernetes', () => {
  const holds = (rule: string, self: unknown): boolean => check(ruled({}, { rule }), self).length === 0;

  test.each([
    ['isIP(self)', '10.0.0.1', '10.0.0.01'],
    ['isCIDR(self)', 'fd00::/8', '10.0.0.0'],
    ["cidr('10.96.0.0/12').containsIP(self)", '10.96.0.10', '10.112.0.1'],
    ["cidr('10.96.0.0/12').containsIP(ip(self))", '10.111.0.1', 'fd00::1'],
    ["cidr('10.0.0.0/8').containsCIDR(self)", '10.1.0.0/16', '10.0.0.0/7'],
    ['cidr(self).prefixLength() <= 24', '10.0.0.0/24', '10.0.0.0/25'],
    ['ip(self).family() == 6', 'fd00::1', '10.0.0.1'],
    ["cidr('10.0.0.0/8').containsIP(self)", '10.0.0.1', 'not an address'],
  ])('%s: %s holds, %s does not', (rule, good, bad) => {
    expect(holds(rule, good)).toBe(true);
    expect(holds(rule, bad)).toBe(false);
  });
});

test.each([
  ['name', 'name'],
  ['namespace', '__namespace__'],
  ['x-y.z/a', 'x__dash__y__dot__z__slash__a'],
  ['a__b', 'a__underscores__b'],
])('field %s is %s in rules', (name, escaped) => {
  expect(celName(name)).toBe(escaped);
  const schema = ruled(
    { type: 'object', properties: { [name]: { type: 'string' } } },
    { rule: `self.${escaped} == 'v'` },
  );
  expect(check(schema, { [name]: 'v' })).toEqual([]);
});
