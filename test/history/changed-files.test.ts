import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { applyPieces } from './pieces.ts';
import { Repository } from './repository.ts';

let repository: Repository;
beforeAll(() => {
  repository = new Repository();
  // GIVEN acme, and zeta beside it, whose name comes later
  applyPieces(repository, '--- # tenants/beta.yaml\nowner: team-beta@k8s.lab\n');
  repository.commit('beta');
  repository.mark();
});
beforeEach(() => repository.reset());
afterAll(() => repository.remove());

/** The lines that `kaas check` says of the rule. */
async function said(rule: string, ...args: string[]): Promise<string> {
  const { err } = await repository.kaas('check', ...args);
  const lines = err.split('\n');
  return lines
    .filter((line, index) => line.includes(`[${rule}]`) || (lines[index - 1] ?? '').includes(`[${rule}]`))
    .join('\n');
}

describe('with --against, a finding about two files is told at the one that changed', () => {
  test('the tenant whose VIP changed is told, though the other one comes later by name', async () => {
    // WHEN acme takes the VIP of beta
    repository.edit('tenants/acme.yaml', 'vip: 10.4.0.110', 'vip: 10.4.0.120');
    // THEN without an earlier revision the later name is told, and with one the change
    expect(await said('vip-unique')).toMatch(
      /^tenants\/beta\.yaml:\S+ error\[vip-unique\].*\n {4}tenants\/acme\.yaml:\S+ taken by acme$/,
    );
    expect(await said('vip-unique', '--against', 'HEAD')).toMatch(
      /^tenants\/acme\.yaml:\S+ error\[vip-unique\]: VIP 10\.4\.0\.120 is taken;.*\n {4}tenants\/beta\.yaml:\S+ taken by beta$/,
    );
  });

  test('so are addresses and VM ids', async () => {
    repository.edit('tenants/acme.yaml', '11000-11099', '12050-12099');
    expect(await said('vmids-overlap', '--against', 'HEAD')).toMatch(
      /^tenants\/acme\.yaml:\S+ error\[vmids-overlap\]: VM ids 12050-12099 overlap those of beta.*\n {4}tenants\/beta\.yaml:\S+ ids of beta$/,
    );
  });

  test('the site file is told when it changed and the tenant did not, with the tenant beside it', async () => {
    repository.edit('platform/site.yaml', 'mgmt-1: 10.4.0.11', 'mgmt-1: 10.4.0.110');
    expect(await said('vip-reserved')).toMatch(/^tenants\/acme\.yaml:/);
    expect(await said('vip-reserved', '--against', 'HEAD')).toMatch(
      /^platform\/site\.yaml:\S+ error\[vip-reserved\]: VIP 10\.4\.0\.110 is the management node mgmt-1;.*\n {4}tenants\/acme\.yaml:\S+ where it shows; this file did not change$/,
    );
  });

  test('nothing moves when both changed, or neither', async () => {
    repository.edit('tenants/acme.yaml', 'vip: 10.4.0.110', 'vip: 10.4.0.120');
    repository.edit('tenants/beta.yaml', 'owner: team-beta@k8s.lab', 'owner: team-b@k8s.lab');
    const both = await said('vip-unique', '--against', 'HEAD');
    expect(both).toBe(await said('vip-unique'));
    expect(both).toMatch(/^tenants\/beta\.yaml:/);
    repository.commit('both');
    expect(await said('vip-unique', '--against', 'HEAD')).toBe(both);
  });
});
