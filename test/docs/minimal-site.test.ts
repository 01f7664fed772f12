import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { repository, Workspace } from '../synth/workspace.ts';

let workspace: Workspace;

/** What getting started says to do with it: nothing of the sample fleet, this site, then the first tenant. */
beforeAll(() => {
  workspace = new Workspace();
  for (const part of ['tenants', 'dist']) rmSync(join(workspace.folder, part), { recursive: true });
  cpSync(join(repository, 'docs/examples/site-minimal.yaml'), join(workspace.folder, 'platform/site.yaml'));
});
afterAll(() => {
  workspace.remove();
});

const warnings = (text: string): string[] =>
  [...text.matchAll(/warning\[([\w-]+)\]/g)].map(([, rule = '']) => rule);

test('the smallest site is good without a tenant, and all that is left to do are digests', async () => {
  const { status, stderr } = await workspace.kaas(['synth']);
  expect({ status, last: stderr.trim().split('\n').at(-1) }).toEqual({
    status: 0,
    last: expect.stringMatching(/^no tenants, /),
  });
  expect(new Set(warnings(stderr))).toEqual(new Set(['versions-digest']));
});

test('its first tenant needs nothing but a name and an owner', async () => {
  const made = await workspace.kaas(['new', 'acme', '--owner', 'team-acme@k8s.lab', '--nodes', '1-2']);
  expect(made.status).toBe(0);
  const { status, stderr } = await workspace.kaas(['synth']);
  expect(status).toBe(0);
  expect(new Set(warnings(stderr))).toEqual(new Set(['versions-digest']));
  expect(workspace.read('dist/tenants/acme/cluster/cluster-acme.yaml')).toContain('192.168.10.200');
});

test('one member of etcd and one replica of a control plane fit on the one node', () => {
  expect(workspace.read('dist/argocd/application-platform-etcd-default.yaml')).toMatch(/^ +replicas: 1$/m);
  expect(workspace.read('dist/tenants/acme/cluster/cluster-acme.yaml')).toMatch(/^ +replicas: 1$/m);
});
