import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { historyRules, judge } from '../../lib/checks/index.ts';
import { type Finding, printFindings } from '../../lib/finding/index.ts';
import { classFileText, type FleetDraft, readFleet } from '../../lib/fleet/index.ts';
import { classText } from '../../lib/synth/class-text.ts';
import { golden } from './golden.ts';
import { applyPieces } from './pieces.ts';
import { Folder } from './repository.ts';

type Edit = (folder: Folder) => void;

/** Without class files unless they matter: they are the largest part of a fleet this small. */
function fleetOf(edit: Edit, classes: readonly string[] = []): FleetDraft {
  const folder = new Folder(classes);
  try {
    edit(folder);
    const { root } = folder;
    const { fleet } = readFleet({ root, platform: `${root}/platform`, tenants: `${root}/tenants` });
    if (fleet === undefined) throw new Error('the fleet cannot be read');
    return fleet;
  } finally {
    folder.remove();
  }
}

const ids = new Set(historyRules.map(({ id }) => id));

/** What the rules about changes say of the way from one state to another. */
function changesSay(earlier: Edit, now: Edit, classes: readonly string[] = []): Finding[] {
  return judge(fleetOf(now, classes), fleetOf(earlier, classes)).filter(({ rule }) => ids.has(rule));
}

const text = (findings: readonly Finding[]): string => printFindings(findings, 'text', false);
const acme =
  (from: string, to: string): Edit =>
  (folder) =>
    folder.edit('tenants/acme.yaml', from, to);
const site =
  (from: string, to: string): Edit =>
  (folder) =>
    folder.edit('platform/site.yaml', from, to);
const both =
  (...edits: Edit[]): Edit =>
  (folder) =>
    edits.forEach((edit) => edit(folder));
const nothing: Edit = () => undefined;

/** Rules whose examples are whole class files, or no files at all; they have tests of their own. */
const special = new Set(['class-changed', 'class-removed', 'history-unread']);

describe('rules about changes', () => {
  test('the list holds every file of the folder, in order', () => {
    const files = readdirSync('lib/checks/history/rules').filter((file) => file !== 'index.ts');
    expect(historyRules.map(({ id }) => `${id}.ts`)).toEqual(files.sort());
  });

  test('nothing is said of a fleet that does not change', () => {
    expect(changesSay(nothing, nothing)).toEqual([]);
  });

  test.each(historyRules.filter(({ id }) => !special.has(id)))('$id: its own example breaks it', (rule) => {
    const findings = changesSay(
      (folder) => applyPieces(folder, rule.earlier),
      (folder) => applyPieces(folder, rule.example),
    );
    const said = text(findings.filter((finding) => finding.rule === rule.id));
    expect(said).toContain(`${rule.severity}[${rule.id}]: `);
    expect(said).toBe(golden(`test/fixtures/history/rules/${rule.id}.out`, said));
  });
});

describe('what a living tenant survives', () => {
  test.each<[string, Edit, Edit]>([
    ['a newer patch', acme('v1.34.4', 'v1.34.3'), nothing],
    ['the next minor', nothing, acme('v1.34.4', 'v1.35.5')],
    ['removing taken back', acme('vmids:', 'state: removing\nvmids:'), nothing],
    ['removing, alone', nothing, acme('vmids:', 'state: removing\nvmids:')],
    [
      'the file deleted after a commit that said removing',
      acme('vmids:', 'state: removing\nvmids:'),
      (folder) => folder.delete('tenants/acme.yaml'),
    ],
    ['more addresses', nothing, acme('10.40.0.100-10.40.0.120', '10.40.0.90-10.40.0.140')],
    [
      'addresses split in two',
      nothing,
      acme('10.40.0.100-10.40.0.120', '[10.40.0.100, 10.40.0.101-10.40.0.120]'),
    ],
    // One machine and one more during a rollout: the first two addresses.
    [
      'fewer addresses behind those in use',
      nothing,
      acme('10.40.0.100-10.40.0.120', '10.40.0.100-10.40.0.101'),
    ],
    ['fewer VIPs, none of them in use', nothing, site('10.4.0.100-10.4.0.199', '10.4.0.110-10.4.0.120')],
    [
      'one more name in the certificate',
      nothing,
      acme('{vip: 10.4.0.110}', '{vip: 10.4.0.110, certSANs: [a.lab]}'),
    ],
    [
      'the default written into the file',
      nothing,
      acme('vmids:', 'pods: 10.244.0.0/16\nservices: 10.96.0.0/16\ndomain: cluster.local\nvmids:'),
    ],
    [
      'a new default, with the old value written into the file',
      nothing,
      both(site('pods: 10.244.0.0/16', 'pods: 10.245.0.0/16'), acme('vmids:', 'pods: 10.244.0.0/16\nvmids:')),
    ],
    [
      'a pool that never had a machine removed',
      acme('pools:\n', 'pools:\n  idle: {size: small, nodes: 0}\n'),
      nothing,
    ],
    [
      'a datastore removed that nobody used',
      nothing,
      site('  reports: {driver: PostgreSQL, endpoint: "pg.k8s.lab:5432", secret: reports-pg}\n', ''),
    ],
    [
      'a pool held on the version that it runs',
      nothing,
      both(acme('v1.34.4', 'v1.35.5'), acme('nodes: 1}', 'nodes: 1, kubernetes: v1.34.4}')),
    ],
    [
      'a held pool that follows',
      both(acme('v1.34.4', 'v1.35.5'), acme('nodes: 1}', 'nodes: 1, kubernetes: v1.34.4}')),
      acme('v1.34.4', 'v1.35.5'),
    ],
  ])('%s', (_name, earlier, now) => {
    expect(text(changesSay(earlier, now))).toBe('');
  });

  test('GIVEN a new tenant WHEN it differs from every other one THEN it has no history', () => {
    const now: Edit = (folder) => applyPieces(folder, '--- # tenants/beta.yaml\nkubernetes: v1.35.5\n');
    expect(text(changesSay(nothing, now))).toBe('');
  });
});

describe('places and bounds', () => {
  test('GIVEN a default of the site WHEN it changes THEN it is told once, at the site file, with those who follow it', () => {
    const beta: Edit = (folder) => applyPieces(folder, '--- # tenants/beta.yaml\nservices: 10.97.0.0/16\n');
    const said = text(changesSay(beta, both(beta, site('services: 10.96.0.0/16', 'services: 10.98.0.0/16'))));
    expect(said).toBe(
      'platform/site.yaml:30:69: error[services-changed]: services 10.98.0.0/16 takes the place of 10.96.0.0/16, on which acme runs; allowed: 10.96.0.0/16; take it back; for a new default, give the tenants that live the old value in their own files\n',
    );
  });

  test('a key that is removed from the file is told at the file', () => {
    const said = text(changesSay(acme('vmids:', 'pods: 10.200.0.0/16\nvmids:'), nothing));
    expect(said).toBe(
      'tenants/acme.yaml:1:1: error[pods-changed]: pods 10.244.0.0/16 takes the place of 10.200.0.0/16, on which acme runs; allowed: 10.200.0.0/16; take it back; for a new default, give the tenants that live the old value in their own files\n',
    );
  });

  test('addresses: exactly the first ones, as many as there can be machines, have to stay', () => {
    const pools = acme('nodes: 1}', 'nodes: {min: 1, max: 4}}');
    const cut = (last: string): Edit =>
      both(pools, acme('10.40.0.100-10.40.0.120', `10.40.0.100-10.40.0.${last}`));
    expect(changesSay(pools, cut('104'))).toEqual([]);
    expect(changesSay(pools, cut('103')).map(({ problem }) => problem)).toEqual([
      'addresses 10.40.0.100-10.40.0.103 lose 10.40.0.104, which a machine of acme may have',
    ]);
  });

  test('a file that is deleted while its tenant is paused is refused, shield or not', () => {
    const said = text(
      changesSay(acme('vmids:', 'state: removing\npaused: true\nvmids:'), (folder) =>
        folder.delete('tenants/acme.yaml'),
      ),
    );
    expect(said).toBe(
      'tenants/acme.yaml:1:1: error[tenant-deleted]: the file is deleted while acme is paused; allowed: to delete a file that did not say paused: true; take the file back from Git, remove paused and merge; delete the file in a later commit\n',
    );
  });

  test("a datastore's driver cannot change under its name", () => {
    const other = '{driver: MySQL, endpoint: "my.k8s.lab:3306", secret: reports-my}';
    const said = text(
      changesSay(
        nothing,
        site('{driver: PostgreSQL, endpoint: "pg.k8s.lab:5432", secret: reports-pg}', other),
      ),
    );
    expect(said).toContain(
      'platform/site.yaml:23:21: error[datastore-driver]: driver MySQL takes the place of PostgreSQL, by which datastore reports was made; allowed: PostgreSQL; take it back; another driver needs a datastore of another name\n',
    );
  });

  test('a new pool cannot start on an older version than its control plane', () => {
    const said = text(
      changesSay(nothing, acme('pools:\n', 'pools:\n  old: {size: small, nodes: 1, kubernetes: v1.33.5}\n')),
    );
    expect(said).toBe(
      'tenants/acme.yaml:7:44: error[pool-held]: the new pool old of acme cannot start on v1.33.5; allowed: v1.34.4; name the version that it runs, or none\n',
    );
  });

  test('a renamed pool is told with its likely heir', () => {
    const said = text(changesSay(nothing, acme('general:', 'workers:')));
    expect(said).toBe(
      'tenants/acme.yaml:6:1: warning[pool-removed]: pool general of acme is gone, and 1 machine with it; allowed without deleting machines: the pools that there are, by their names; if workers is to take its place: add it first, and remove general when the workload has moved\n    tenants/acme.yaml:7:3: a new pool of the same size\n',
    );
  });
});

describe('class generations', () => {
  const second: Edit = (folder) =>
    folder.write('platform/classes/lab-tenant-2.yaml', classText('lab-tenant-2'));

  test('an edit whose digest fits is refused, at its first line', () => {
    const edited = classText('lab-tenant-1')
      .split('\n')
      .slice(2)
      .join('\n')
      .replace('format: raw', 'format: qcow2');
    const line = edited.split('\n').findIndex((item) => item.includes('format: qcow2')) + 3;
    const said = text(
      changesSay(
        nothing,
        (folder) => folder.write('platform/classes/lab-tenant-1.yaml', classFileText(edited)),
        ['lab-tenant-1'],
      ),
    );
    expect(said).toBe(
      `platform/classes/lab-tenant-1.yaml:${String(line)}:1: error[class-changed]: class generation lab-tenant-1 is not what was released; allowed: a new generation, under a new name; take the file back from Git, and run \`kaas class release\` for a new generation\n`,
    );
  });

  test('a generation cannot leave in the commit in which its tenants leave it', () => {
    const said = text(
      changesSay(
        second,
        both(second, site('class: lab-tenant-1', 'class: lab-tenant-2'), (folder) =>
          folder.delete('platform/classes/lab-tenant-1.yaml'),
        ),
        ['lab-tenant-1'],
      ),
    );
    expect(said).toBe(
      'platform/classes/lab-tenant-1.yaml:1:1: error[class-removed]: class generation lab-tenant-1 is deleted, in which acme runs; allowed: to delete a generation that no tenant had; take the file back from Git, and remove it in a later commit, when no Cluster is in the class any more\n',
    );
  });

  test('a generation that no tenant had can go', () => {
    expect(text(changesSay(second, nothing, ['lab-tenant-1']))).toBe('');
  });
});

describe('severities', () => {
  test('a warning about a change can be accepted in the file, and raised by the site', () => {
    const change = acme('vmids: 11000-11099', 'vmids: 11000-11199');
    const accept = acme('access:', 'accept: [{rule: vmids-changed, reason: more room}]\naccess:');
    expect(changesSay(nothing, both(change, accept))).toEqual([]);
    const raised = changesSay(nothing, both(change, site('class:', 'rules: {vmids-changed: error}\nclass:')));
    expect(raised.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(['error vmids-changed']);
  });

  test('an acceptance of such a warning is no fault where nothing is compared', () => {
    const accept = acme('access:', 'accept: [{rule: vmids-changed, reason: more room}]\naccess:');
    const said = judge(fleetOf(accept)).filter(({ place }) => place.file === 'tenants/acme.yaml');
    expect(said.filter(({ rule }) => rule === 'accept-unused' || rule === 'unknown-rule')).toEqual([]);
  });
});
