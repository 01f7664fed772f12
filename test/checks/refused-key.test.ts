import { expect, test } from '@jest/globals';
import { judgedFixture } from './judged.ts';

const ruleOf = (text: string): string[] => judgedFixture(text).map(({ rule }) => rule);

test('a knob that no controller has is refused with the reason', () => {
  const [finding] = judgedFixture('network: {name: acme, addresses: 10.40.0.10-10.40.0.29, dhcp: true}\n');
  expect(finding).toMatchObject({
    rule: 'refused-key',
    place: { file: 'tenants/acme.yaml', line: 1, column: 57 },
    problem:
      'network cannot have dhcp: CAPMOX has no DHCP mode: every machine gets an address of network.addresses',
  });
});

test('a key that JavaScript knows from elsewhere is unknown like any other', () => {
  expect(ruleOf('controlPlane: {vip: 10.4.0.110, constructor: a}\n')).toEqual(['unknown-key']);
  expect(ruleOf('network: {name: acme, addresses: 10.40.0.10-10.40.0.29, toString: a}\n')).toEqual([
    'unknown-key',
  ]);
});
