import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Finding } from '../../lib/finding/index.ts';
import { nextName } from '../../lib/checks/next-free.ts';
import { judgedFiles } from './judged.ts';
import { fixtureFiles } from './standard.ts';

/** What one tenant claims; few values, so that nearly everything collides. */
interface Claims {
  readonly vip: string;
  readonly addresses: string;
  readonly vmids: string;
  readonly clusterId: number;
}

const claims: fc.Arbitrary<Claims> = fc.record({
  // A gateway, a Proxmox host, addresses around the ends of vips.addresses, and a few inside.
  vip: fc.constantFrom('10.4.0.1', '10.4.0.2', '10.4.0.99', '10.4.0.100', '10.4.0.101', '10.4.0.102'),
  addresses: fc
    .tuple(fc.constantFrom(2, 12, 20, 25), fc.integer({ min: 3, max: 7 }))
    .map(([start, length]) => `10.40.0.${String(start)}-10.40.0.${String(start + length)}`),
  vmids: fc.constantFrom('10100-10149', '10120-10199', '10300-10499', '10190-10309'),
  clusterId: fc.constantFrom(1, 2, 3),
});

const collisions = [
  'vip-unique',
  'vip-in-range',
  'vip-reserved',
  'node-range-overlap',
  'node-range-network',
  'vmids-overlap',
  'cluster-id-unique',
];

const tenantText = ({ vip, addresses, vmids, clusterId }: Claims): string => `owner: team@k8s.lab
kubernetes: v1.35.5
controlPlane: {vip: ${vip}}
network: {name: acme, addresses: ${addresses}}
vmids: ${vmids}
cni: {name: cilium, clusterID: ${String(clusterId)}}
pools: {general: {size: small, nodes: {min: 1, max: 2}}}
`;

const fileOf = (index: number): string => `tenants/t${String(index)}.yaml`;

function collisionsOf(tenants: readonly Claims[]): Finding[] {
  const files = new Map(fixtureFiles(''));
  files.delete('tenants/acme.yaml');
  for (const [index, tenant] of tenants.entries()) files.set(fileOf(index), tenantText(tenant));
  return judgedFiles(files).filter(({ rule }) => collisions.includes(rule));
}

/** The value that a finding offers. */
const offered = ({ remedy }: Finding): string =>
  /^take the next free [^,]+, ([\d.-]+)/.exec(remedy)?.[1] ?? '';

/** The tenant with what the finding offers. */
function followed(tenant: Claims, finding: Finding): Claims {
  const value = offered(finding);
  if (finding.rule.startsWith('vip')) return { ...tenant, vip: value };
  if (finding.rule.startsWith('node-range')) return { ...tenant, addresses: value };
  return finding.rule === 'vmids-overlap'
    ? { ...tenant, vmids: value }
    : { ...tenant, clusterId: Number(value) };
}

describe('what a finding about a taken value offers', () => {
  test('following all offers at once, again where a rule tells one pair at a time, leaves no collision', () => {
    fc.assert(
      fc.property(fc.array(claims, { minLength: 2, maxLength: 8 }), (start) => {
        let tenants: readonly Claims[] = start;
        for (let round = 0; ; round += 1) {
          const findings = collisionsOf(tenants);
          if (findings.length === 0) return;
          expect(round).toBeLessThan(4);
          // THEN every finding offers something, and no two tenants are offered the same
          const offers = new Map<string, string>();
          for (const finding of findings) {
            const { file } = finding.place;
            expect([finding.rule, finding.remedy]).toEqual([
              finding.rule,
              expect.stringContaining('next free'),
            ]);
            expect(offers.get(offered(finding)) ?? file).toBe(file);
            offers.set(offered(finding), file);
          }
          // WHEN all of them are followed
          tenants = tenants.map((tenant, index) =>
            findings.filter(({ place }) => place.file === fileOf(index)).reduce(followed, tenant),
          );
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a range of machine addresses is offered as many as it has, VM ids as well', () => {
    const one = { vip: '10.4.0.110', addresses: '10.40.0.20-10.40.0.29', vmids: '10100-10149', clusterId: 1 };
    const two = { ...one, vip: '10.4.0.111', clusterId: 2 };
    expect(collisionsOf([one, two]).map(offered).sort()).toEqual(['10.40.0.10-10.40.0.19', '10200-10249']);
  });

  test('nothing is offered that is not there: the finding says what is used up', () => {
    const wide = {
      vip: '10.4.0.110',
      addresses: '10.40.0.20-10.40.0.200',
      vmids: '10100-10149',
      clusterId: 1,
    };
    const findings = collisionsOf([wide, { ...wide, vip: '10.4.0.111', clusterId: 2, vmids: '10200-10249' }]);
    expect(findings.map(({ remedy }) => remedy)).toEqual([
      '10.40.0.0/24 has no 181 free addresses in a row: take several ranges, or another network',
    ]);
  });
});

describe('the next free name', () => {
  test('is the name itself, or it with the first number that no tenant has, 24 characters at most', () => {
    expect(nextName('acme', new Set(['build']))).toBe('acme');
    expect(nextName('acme', new Set(['acme', 'acme-2']))).toBe('acme-3');
    const long = 'a'.repeat(24);
    expect(nextName(long, new Set([long]))).toBe(`${'a'.repeat(22)}-2`);
  });

  test('is what a badly named file is asked to be called, beside a tenant that is called so', () => {
    const files = fixtureFiles(
      '--- # tenants/team-a.yaml\nowner: a@k8s.lab\n--- # tenants/Team_A.yaml\nowner: b@k8s.lab\n',
    );
    const [finding] = judgedFiles(files).filter(({ rule }) => rule === 'tenant-name');
    expect(finding?.remedy).toBe('rename the file; did you mean team-a-2.yaml?');
  });
});
