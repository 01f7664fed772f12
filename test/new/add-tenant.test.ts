import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judge } from '../../lib/checks/index.ts';
import { hasErrors, printFindings } from '../../lib/finding/index.ts';
import type { FleetDraft } from '../../lib/fleet/index.ts';
import { addTenant, type NewTenant, withTenant } from '../../lib/new/add-tenant.ts';
import { isLack, type Lack, type Request } from '../../lib/new/request.ts';
import { copyOfSample, fleetOf } from './sample.ts';

const sample = copyOfSample();
let fleet: FleetDraft;
beforeAll(() => void (fleet = fleetOf(sample.root)));
afterAll(() => sample.remove());

const add = (to: FleetDraft, request: Request): NewTenant | Lack =>
  addTenant(to, request, {
    file: `tenants/${request.name}.yaml`,
    schema: '../lib/fleet/schemas/tenant.schema.json',
  });

function added(to: FleetDraft, request: Request): NewTenant {
  const result = add(to, request);
  if (isLack(result)) throw new Error(result.problem);
  return result;
}

describe('a new tenant', () => {
  test('takes the first VIP, addresses and ids that are free, and says no more than it must', () => {
    const { text, findings } = added(fleet, { name: 'zeta', owner: 'team-zeta@k8s.lab' });

    expect(hasErrors(findings)).toBe(false);
    expect(text).toBe(`# yaml-language-server: $schema=../lib/fleet/schemas/tenant.schema.json
# Every field: docs/reference/tenant.md, or kaas explain FIELD. What the file does not say, the site says.
owner: team-zeta@k8s.lab
kubernetes: v1.35.5
controlPlane: {vip: 10.4.0.100}
network: {name: shared, addresses: 10.30.0.90-10.30.0.99}
vmids: 10500-10599
pools:
  general: {size: medium, nodes: {min: 1, max: 3}}
# Groups that may see the cluster, and those that may fetch its kubeconfig:
# access: {view: [zeta], kubeconfig: [zeta-admins]}
`);
  });

  test('gets VM ids from below when a tenant has the last there are', () => {
    const [acme] = fleet.tenants;
    if (acme === undefined) throw new Error('the sample has tenants');
    const high = { ...acme, vmids: { start: 999_999_900, end: 999_999_999 } };
    const { text } = added({ ...fleet, tenants: [high] }, { name: 'zeta', owner: 'team-zeta@k8s.lab' });
    expect(text).toContain('vmids: 10100-10199\n');
  });

  test('is not offered a VIP while vips.addresses are outside of their network, nor wider ones where all is reserved', () => {
    const { site } = fleet;
    const lack = (to: FleetDraft): string => {
      const result = add(to, { name: 'zeta', owner: 'team-zeta@k8s.lab' });
      return isLack(result) ? `${result.problem}; ${result.remedy}` : '';
    };
    const mgmt = site.networks.get('mgmt');
    if (mgmt === undefined) throw new Error('the sample has the network mgmt');
    const whole = { ...mgmt.subnet, path: ['networks', 'mgmt', 'reserved'], isNetwork: true };
    const reserved = new Map(site.networks).set('mgmt', { ...mgmt, reserved: [whole] });

    expect(lack({ ...fleet, site: { ...site, vipNetwork: 'shared' } })).toBe(
      'vips.addresses of the site are not in the subnet of vips.network; correct vips in the site file',
    );
    expect(lack({ ...fleet, site: { ...site, networks: reserved } })).toBe(
      'all 100 addresses of vips.addresses are taken; no address of vips.addresses is free, and none of network mgmt: reserve fewer there, or give VIPs another network',
    );
  });

  test('takes what was asked for as it is', () => {
    const { text } = added(fleet, {
      name: 'zeta',
      owner: 'no',
      network: 'acme',
      addresses: '10.40.0.100-10.40.0.120',
      vip: '10.4.0.150',
      vmids: '20000-20049',
      size: 'small',
      nodes: '2',
      kubernetes: 'v1.34.4',
      datastore: 'reports',
      group: 'zeta admins',
    });
    expect(text.split('\n').slice(2)).toEqual([
      'owner: "no"',
      'kubernetes: v1.34.4',
      'controlPlane: {vip: 10.4.0.150, datastore: reports}',
      'network: {name: acme, addresses: 10.40.0.100-10.40.0.120}',
      'vmids: 20000-20049',
      'pools:',
      '  general: {size: small, nodes: 2}',
      'access: {view: ["zeta admins"], kubeconfig: ["zeta admins"]}',
      '',
    ]);
  });

  test('is judged with the fleet: a VIP that is taken is an error that names the holder', () => {
    const { findings } = added(fleet, { name: 'zeta', owner: 'z@k8s.lab', vip: '10.4.0.101' });
    expect(printFindings(findings, 'text', false)).toContain(
      'tenants/zeta.yaml:5:21: error[vip-unique]: VIP 10.4.0.101 is taken; allowed: an address of vips.addresses that no other tenant has; take the next free VIP, 10.4.0.100\n    tenants/acme.yaml:4:21: taken by acme\n',
    );
  });

  test('no text that an option holds can change the rest of the file', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }), (owner) => {
        const { draft } = added(fleet, { name: 'zeta', owner });
        // A space at an end is not to be seen: such an owner is refused, whatever it says.
        expect(draft?.owner).toBe(owner.trim() === owner ? owner : undefined);
        expect(draft?.pools.map(({ name }) => name)).toEqual(['general']);
      }),
      { numRuns: 40 },
    );
  });

  test('a network of its own name is its own; without one that stands out, it has to be named', () => {
    const own = withNetworks('zeta: {vlan: 50, subnet: 10.50.0.0/24, gateway: 10.50.0.1, dns: [10.4.0.53]}');
    expect(added(own, { name: 'zeta', owner: 'z@k8s.lab' }).text).toContain(
      'network: {name: zeta, addresses: 10.50.0.10-10.50.0.19}',
    );

    const lack = add({ ...fleet, tenants: [] }, { name: 'zeta', owner: 'z@k8s.lab' });
    expect(lack).toEqual({
      option: 'network',
      problem: 'more than one network would do',
      allowed: 'allowed: acme, shared',
      remedy: 'choose one with --network',
      askable: true,
    });
  });

  test('gets no VIP, address or range that a network of the site reserves', () => {
    const reserved = withSite((text) =>
      text
        .replace(/(mgmt: .*dns: \[10\.4\.0\.53\])/, '$1, reserved: 10.4.0.100-10.4.0.110')
        .replace(/(shared: .*dns: \[10\.4\.0\.53\])/, '$1, reserved: [10.30.0.90-10.30.0.95, 10.30.0.99]'),
    );
    const { text, findings } = added(reserved, { name: 'zeta', owner: 'z@k8s.lab', network: 'shared' });
    expect(text).toContain('controlPlane: {vip: 10.4.0.111}\n');
    expect(text).toContain('network: {name: shared, addresses: 10.30.0.100-10.30.0.109}\n');
    expect(hasErrors(findings)).toBe(false);
  });

  test('each lack says what is wrong, what is allowed and what to do', () => {
    const lacks = [
      add(fleet, { name: 'zeta' }),
      add(fleet, { name: 'zeta', owner: 'z', nodes: '5-1' }),
      add(fleet, { name: 'zeta', owner: 'z', network: 'nope' }),
      add(fleet, { name: 'zeta', owner: 'z', nodes: '300' }),
    ];
    expect(lacks.map((lack) => (isLack(lack) ? [lack.option, lack.askable] : lack))).toEqual([
      ['owner', true],
      ['nodes', false],
      ['network', false],
      ['addresses', false],
    ]);
  });
});

const withNetworks = (line: string): FleetDraft =>
  withSite((text) => text.replace('  shared:', `  ${line}\n  shared:`));

function withSite(change: (text: string) => string): FleetDraft {
  const copy = copyOfSample();
  const path = join(copy.root, 'platform/site.yaml');
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  const changed = fleetOf(copy.root);
  copy.remove();
  return changed;
}

describe('one new tenant after the other', () => {
  test('every one passes every check, until the VIPs or the addresses are used up, which is said', () => {
    const name = (index: number): string => `t${String(index)}`;
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 9 }),
        fc.integer({ min: 25, max: 28 }),
        fc.array(fc.constantFrom('1', '2', '1-3', '0-4', '1-5', '11'), { minLength: 14, maxLength: 14 }),
        (vips, prefix, sizes) => {
          // GIVEN a site with few VIPs and a small network, and the tenants that are there already
          let current = tightFleet(vips, prefix);
          const errorsBefore = judge(current).filter(({ severity }) => severity === 'error');
          expect(errorsBefore).toEqual([]);

          // WHEN tenants are added until one cannot be
          let lack: Lack | undefined;
          let count = 0;
          for (const nodes of sizes) {
            const result = add(current, { name: name(count), owner: 'o@k8s.lab', network: 'tight', nodes });
            if (isLack(result)) {
              lack = result;
              break;
            }
            expect(
              printFindings(
                result.findings.filter(({ severity }) => severity === 'error'),
                'text',
                false,
              ),
            ).toBe('');
            if (result.draft === undefined) throw new Error('no draft');
            current = withTenant(current, result.draft);
            count += 1;
          }

          // THEN the fleet is good, and the end is named
          expect(judge(current).filter(({ severity }) => severity === 'error')).toEqual([]);
          expect(lack?.option === 'vip' || lack?.option === 'addresses').toBe(true);
          if (lack?.option === 'vip') expect(count).toBe(vips);
        },
      ),
      { numRuns: 12 },
    );
  });
});

/** Few VIPs, hosts without end, and a network of 16 to 128 addresses. */
function tightFleet(vips: number, prefix: number): FleetDraft {
  const copy = copyOfSample();
  const path = join(copy.root, 'platform/site.yaml');
  const text = readFileSync(path, 'utf8')
    .replace(/10\.4\.0\.100-10\.4\.0\.199/, `10.4.0.101-10.4.0.${String(104 + vips)}`)
    .replaceAll(/cores: (32|16), memory: \d+Gi}/g, 'cores: 512, memory: 8Ti}')
    .replace(
      '  shared:',
      `  tight: {vlan: 60, subnet: 10.60.0.0/${String(prefix)}, gateway: 10.60.0.1, dns: [10.4.0.53]}\n  shared:`,
    );
  writeFileSync(path, text);
  const changed = fleetOf(copy.root);
  copy.remove();
  return changed;
}
