import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readBundles } from './bundle.ts';
import { fixUp } from './fix-ups.ts';
import { fillIn } from './manifests.ts';
import { pointWebhooks } from './webhooks.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'kaas-dist-'));
});
afterEach(() => rmSync(dist, { recursive: true }));

const write = (path: string, object: unknown): void => {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), JSON.stringify(object));
};
const object = (kind: string, name: string): unknown => ({ apiVersion: 'v1', kind, metadata: { name } });

test('bundles come in the order of the sync waves, objects in the order of Argo CD', () => {
  write('platform/classes/a.yaml', object('ClusterClass', 'a'));
  write('platform/namespaces/n.yaml', object('Namespace', 'n'));
  write('tenants/acme/cluster/c.yaml', object('Cluster', 'acme'));
  write('tenants/acme/base/b.yaml', object('RoleBinding', 'b'));
  write('tenants/acme/base/z.yaml', object('Namespace', 'z'));
  const application = (name: string, wave: string): unknown => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, annotations: { 'argocd.argoproj.io/sync-wave': wave } },
    spec: { source: { path: `dist/platform/${name}` } },
  });
  write('argocd/classes.yaml', application('classes', '-3'));
  write('argocd/namespaces.yaml', application('namespaces', '-9'));
  const bundles = readBundles(dist);
  expect(bundles.map(({ path }) => path)).toEqual([
    'platform/namespaces',
    'platform/classes',
    'tenants/acme/base',
    'tenants/acme/cluster',
  ]);
  expect(bundles[2]?.objects.map(({ kind }) => kind)).toEqual(['Namespace', 'RoleBinding']);
});

test('placeholders of provider manifests get their default, or the value that is set', () => {
  const text = 'a=${A:=x} b=${B:=false} c=${C=""} d=${D}';
  expect(fillIn(text, { B: 'true' })).toBe('a=x b=true c= d=');
});

test('webhooks and conversions are pointed from their Service to loopback', () => {
  const service = { name: 's', namespace: 'n', path: '/convert' };
  const metadata = { name: 'x' };
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata,
    spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service } } } },
  };
  const clientConfig = {
    url: 'https://127.0.0.1:1234/convert',
    caBundle: Buffer.from('CA').toString('base64'),
  };
  expect(pointWebhooks(crd, { port: 1234, ca: 'CA' })).toEqual({
    ...crd,
    spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig } } },
  });
});

test("the topology dry run is exempt from CAPMOX's immutability webhook, users are not", () => {
  const name = 'validation.proxmoxmachinetemplate.infrastructure.cluster.x-k8s.io';
  const configuration = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'capmox' },
    webhooks: [{ name }, { name: 'another' }],
  };
  const fixed = fixUp(configuration) as unknown as {
    webhooks: { matchConditions?: { expression: string }[] }[];
  };
  expect(fixed.webhooks[0]?.matchConditions?.[0]?.expression).toContain(
    "'topology.cluster.x-k8s.io/dry-run' in",
  );
  expect(fixed.webhooks[1]?.matchConditions).toBeUndefined();
});
