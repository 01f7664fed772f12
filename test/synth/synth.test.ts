import { createHash } from 'node:crypto';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { treeOf, Workspace } from './workspace.ts';

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => {
  workspace.remove();
});

const blue = `owner: team-blue@k8s.lab
kubernetes: v1.35.5
controlPlane: {vip: 10.4.0.120}
network: {name: shared, addresses: 10.30.0.100-10.30.0.120}
vmids: 12000-12099
pools: {general: {size: small, nodes: 2}}
`;

test('the committed dist/ is current', async () => {
  const { status, stderr } = await workspace.kaas(['synth', '--check']);
  expect({ status, last: stderr.trim().split('\n').at(-1) }).toEqual({
    status: 0,
    last: expect.stringContaining('up to date'),
  });
});

describe('kaas synth', () => {
  beforeEach(async () => {
    await workspace.kaas(['synth']);
  });

  test('a new tenant changes no byte of any other tenant', async () => {
    // GIVEN the files before
    const before = treeOf(join(workspace.folder, 'dist/tenants'));
    // WHEN a tenant is added
    workspace.write('tenants/blue.yaml', blue);
    const { status } = await workspace.kaas(['synth']);
    // THEN only its own files are new
    const after = treeOf(join(workspace.folder, 'dist/tenants'));
    expect(status).toBe(0);
    expect(
      [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path.split('/')[0]),
    ).toEqual([...after.keys()].filter((path) => path.startsWith('blue/')).map(() => 'blue'));
    expect([...before.keys()].filter((path) => !after.has(path))).toEqual([]);
  });

  test('removing only takes the shield off the Cluster, and changes nothing else', async () => {
    const before = treeOf(join(workspace.folder, 'dist'));
    workspace.write(
      'tenants/acme.yaml',
      workspace.read('tenants/acme.yaml').replace('kubernetes:', 'state: removing\nkubernetes:'),
    );
    await workspace.kaas(['synth']);
    const after = treeOf(join(workspace.folder, 'dist'));
    const path = 'tenants/acme/cluster/cluster-acme.yaml';
    const gone = (before.get(path) ?? '')
      .split('\n')
      .filter((line) => !(after.get(path) ?? '').split('\n').includes(line));
    expect([...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name)).toEqual([
      path,
    ]);
    expect(gone).toEqual([
      '    argocd.argoproj.io/sync-options: Prune=false,Delete=false',
      '    kustomize.toolkit.fluxcd.io/prune: disabled',
    ]);
  });

  test('gives the same bytes in another folder, time zone and locale', () => {
    const out = join(workspace.folder, 'elsewhere');
    workspace.kaasProcess(['synth', '--out', out], {
      TZ: 'Pacific/Kiritimati',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
    });
    expect(treeOf(out)).toEqual(treeOf(join(workspace.folder, 'dist')));
  });

  test('writes nothing when there is an error, and says where it is', async () => {
    const before = treeOf(join(workspace.folder, 'dist'));
    workspace.write('tenants/blue.yaml', blue.replace('10.4.0.120', '10.4.0.101'));
    const { status, stderr } = await workspace.kaas(['synth']);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'tenants/blue.yaml:3:21: error[vip-unique]: VIP 10.4.0.101 is taken; allowed: an address of vips.addresses that no other tenant has; take the next free VIP, 10.4.0.100\n    tenants/acme.yaml:4:21: taken by acme\n',
    );
    expect(treeOf(join(workspace.folder, 'dist'))).toEqual(before);
  });

  test('--check shows a diff of a stale dist/, writes nothing and exits with 1', async () => {
    workspace.write(
      'tenants/build.yaml',
      workspace.read('tenants/build.yaml').replace('nodes: 3', 'nodes: 4'),
    );
    const before = treeOf(join(workspace.folder, 'dist'));
    const { status, stdout } = await workspace.kaas(['synth', '--check']);
    expect(status).toBe(1);
    expect(stdout).toContain(
      '--- a/tenants/build/cluster/cluster-build.yaml\n+++ b/tenants/build/cluster/cluster-build.yaml\n',
    );
    expect(stdout).toMatch(/^-\s+replicas: 3\n\+\s+replicas: 4$/m);
    expect(treeOf(join(workspace.folder, 'dist'))).toEqual(before);
  });

  test('reports a hand-made file in dist/ before it removes it', async () => {
    workspace.write('dist/tenants/acme/base/mine.yaml', 'kind: ConfigMap\n');
    const refused = await workspace.kaas(['synth']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(
      'dist/tenants/acme/base/mine.yaml:1:1: error[foreign-file]: kaas did not make this file',
    );
    expect(existsSync(join(workspace.folder, 'dist/tenants/acme/base/mine.yaml'))).toBe(true);
    expect((await workspace.kaas(['synth', '--remove-foreign'])).status).toBe(0);
    expect(existsSync(join(workspace.folder, 'dist/tenants/acme/base/mine.yaml'))).toBe(false);
  });

  test('refuses an edited class generation', async () => {
    workspace.write(
      'platform/classes/lab-tenant-1.yaml',
      workspace.read('platform/classes/lab-tenant-1.yaml').replace('maxSkew: 1', 'maxSkew: 2'),
    );
    const { status, stderr } = await workspace.kaas(['synth']);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'platform/classes/lab-tenant-1.yaml:1:1: error[class-frozen]: class generation lab-tenant-1 is not what was released',
    );
  });

  test('a class that the constructs no longer make changes no Cluster until it is named', async () => {
    // GIVEN a generation that is older than the library
    cpSync(join(workspace.folder, 'platform/classes/lab-tenant-1.yaml'), join(workspace.folder, 'old.yaml'));
    rmSync(join(workspace.folder, 'platform/classes/lab-tenant-1.yaml'));
    const older = frozen(
      workspace.read('old.yaml').replace('nodeStartupTimeoutSeconds: 900', 'nodeStartupTimeoutSeconds: 800'),
    );
    workspace.write('platform/classes/lab-tenant-1.yaml', older);
    await workspace.kaas(['synth']);
    const before = treeOf(join(workspace.folder, 'dist/tenants'));
    // WHEN the present class is released
    const release = await workspace.kaas(['class', 'release']);
    const { status } = await workspace.kaas(['synth']);
    // THEN there is a second generation, and no Cluster has moved
    expect(release.stderr).toContain('platform/classes/lab-tenant-2.yaml written');
    expect(status).toBe(0);
    expect(existsSync(join(workspace.folder, 'dist/platform/classes/clusterclass-lab-tenant-2.yaml'))).toBe(
      true,
    );
    expect(treeOf(join(workspace.folder, 'dist/tenants'))).toEqual(before);
  });

  test('check builds what a patch leads to, and says what the CRD refuses', async () => {
    workspace.write(
      'tenants/blue.yaml',
      `${blue}patches: [{kind: KamajiControlPlaneTemplate, op: add, path: /spec/template/spec/regisrty, value: x}]\n`,
    );
    const { status, stderr } = await workspace.kaas(['check']);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'tenants/blue.yaml:7:1: error[expanded-object]: the KamajiControlPlane that Cluster API makes of it is not valid',
    );
  });

  test('tells machines what it tells people', async () => {
    workspace.write('tenants/blue.yaml', blue.replace('10.4.0.120', '10.4.0.101'));
    const { stdout } = await workspace.kaas(['check', '--format', 'json']);
    const { findings } = JSON.parse(stdout) as { findings: { rule: string; place: unknown }[] };
    expect(findings.filter(({ rule }) => rule === 'vip-unique').map(({ place }) => place)).toEqual([
      { file: 'tenants/blue.yaml', line: 3, column: 21 },
    ]);
    expect((await workspace.kaas(['check', '--format', 'github'])).stdout).toContain(
      '::error file=tenants/blue.yaml,line=3,col=21,title=vip-unique::VIP 10.4.0.101 is taken;',
    );
  });
});

describe('kaas', () => {
  test.each([
    [['sinth'], 'kaas: no command "sinth"; allowed: '],
    [['synth', '--chekc'], "kaas: Unknown option '--chekc'"],
    [
      ['check', '--format', 'xml'],
      'kaas: --format cannot be "xml"; allowed: text, json, github; see kaas check --help',
    ],
    [['check', 'tenants'], 'kaas: check takes no arguments, not "tenants"; see kaas check --help'],
    [['synth', '--platform', 'nowhere'], 'kaas: no site.yaml in '],
  ])('%j is answered in one line, with exit code 1', async (args, start) => {
    const { status, stderr } = await workspace.kaas(args);
    expect({ status, lines: stderr.split('\n').length, start: stderr.slice(0, start.length) }).toEqual({
      status: 1,
      lines: 2,
      start,
    });
  });

  test('--help lists every command, and each has examples', async () => {
    const { stdout, status } = await workspace.kaas(['--help']);
    const verbs = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}\S/gm)].map(([, verb = '']) => verb);
    expect(status).toBe(0);
    expect(verbs).toEqual(expect.arrayContaining(['check', 'class release', 'synth']));
    expect((await workspace.kaas(['synth', '--help'])).stdout).toMatch(/^Examples:\n {2}kaas synth/m);
  });
});

/** The text of a class file with a digest that fits. */
function frozen(text: string): string {
  const [head = '', , ...body] = text.split('\n');
  return [head, `# sha256:${createHash('sha256').update(body.join('\n')).digest('hex')}`, ...body].join('\n');
}
