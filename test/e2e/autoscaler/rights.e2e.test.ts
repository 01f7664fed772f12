import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectGolden } from '../../autoscaler/golden.ts';
import { sender, type Answer, type Call } from '../lab/http.ts';
import { listAt } from '../lab/object.ts';
import { runJob } from './job.ts';
import { kaasNamespace, startManagement, type Management } from './management.ts';
import { createTenant } from './tenant.ts';

let management: Management;
beforeAll(async () => {
  management = await startManagement();
  for (const name of ['a', 'b']) await createTenant(management.api, name);
  expect((await runJob(management)).code).toBe(0);
}, 1_200_000);
afterAll(() => management.stop());

async function as(namespace: string, account: string): Promise<(call: Call) => Promise<Answer>> {
  const { api } = management;
  return sender({ url: api.url, ca: api.ca, token: await api.token(namespace, account) });
}

/** What `kubectl auth can-i --list` shows, one rule a line, sorted. */
async function canI(send: (call: Call) => Promise<Answer>, namespace: string): Promise<string> {
  const { body } = await send({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace },
    }),
  });
  const status: unknown = JSON.parse(body);
  const words = (rule: unknown, field: string) => listAt(rule, field).map(String).sort().join(',');
  const resources = listAt(status, 'status.resourceRules').map(
    (rule) =>
      `${words(rule, 'apiGroups') || '""'} ${words(rule, 'resources')} [${words(rule, 'resourceNames')}] ${words(rule, 'verbs')}`,
  );
  const urls = listAt(status, 'status.nonResourceRules').map(
    (rule) => `${words(rule, 'nonResourceURLs')} ${words(rule, 'verbs')}`,
  );
  return [...resources.sort(), ...urls.sort(), ''].join('\n');
}

const applyRoleBinding = (namespace: string, name: string, role: object): Call => ({
  method: 'PATCH',
  path: `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings/${name}?fieldManager=x&force=true`,
  contentType: 'application/apply-patch+yaml',
  body: JSON.stringify({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name, namespace },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', ...role },
    subjects: [{ kind: 'ServiceAccount', name: 'cluster-autoscaler', namespace }],
  }),
});

const tenantRole = { kind: 'ClusterRole', name: 'kaas-tenant-autoscaler' };

describe('the job', () => {
  test('can do exactly what the golden list says', async () => {
    const send = await as(kaasNamespace, 'kaas-autoscaler');
    expectGolden('can-i-job.golden', await canI(send, 'tenant-a'));
    expect(await canI(send, 'kube-system')).toBe(await canI(send, 'tenant-a'));
  });

  test.each<[string, Call]>([
    ['read Secrets', { method: 'GET', path: '/api/v1/namespaces/tenant-a/secrets' }],
    [
      'read the kubeconfig of a tenant',
      { method: 'GET', path: '/api/v1/namespaces/tenant-a/secrets/a-kubeconfig' },
    ],
    ['read ConfigMaps', { method: 'GET', path: `/api/v1/namespaces/${kaasNamespace}/configmaps` }],
    ['list all Deployments', { method: 'GET', path: '/apis/apps/v1/deployments' }],
    [
      'delete a Deployment of another name',
      { method: 'DELETE', path: '/apis/apps/v1/namespaces/tenant-a/deployments/a' },
    ],
    ['delete all Deployments', { method: 'DELETE', path: '/apis/apps/v1/namespaces/tenant-a/deployments' }],
    ['delete a namespace', { method: 'DELETE', path: '/api/v1/namespaces/tenant-a' }],
    [
      'change a Cluster',
      { method: 'DELETE', path: '/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-a/clusters/a' },
    ],
    ['make a RoleBinding of another name', applyRoleBinding('tenant-a', 'mine', tenantRole)],
    [
      'bind cluster-admin',
      applyRoleBinding('kube-system', 'cluster-autoscaler', { kind: 'ClusterRole', name: 'cluster-admin' }),
    ],
    [
      'bind view',
      applyRoleBinding('kube-system', 'cluster-autoscaler', { kind: 'ClusterRole', name: 'view' }),
    ],
    [
      'bind its own role',
      applyRoleBinding('kube-system', 'cluster-autoscaler', { kind: 'ClusterRole', name: 'kaas-autoscaler' }),
    ],
  ])('cannot %s', async (_, call) => {
    const send = await as(kaasNamespace, 'kaas-autoscaler');
    expect((await send(call)).status).toBe(403);
  });

  test('can bind the one role', async () => {
    const send = await as(kaasNamespace, 'kaas-autoscaler');
    expect((await send(applyRoleBinding('kube-system', 'cluster-autoscaler', tenantRole))).status).toBe(201);
  });
});

describe('an autoscaler', () => {
  test('can do exactly what the golden list says, and nothing of it elsewhere', async () => {
    const send = await as('tenant-a', 'cluster-autoscaler');
    const own = await canI(send, 'tenant-a');
    expectGolden('can-i-autoscaler.golden', own);
    const elsewhere = (await canI(send, 'tenant-b')).split('\n');
    const extra = own.split('\n').filter((line) => !elsewhere.includes(line));
    expect(extra.every((line) => /^(infrastructure\.)?cluster\.x-k8s\.io /.test(line))).toBe(true);
    expect(elsewhere.join()).not.toContain('cluster.x-k8s.io');
    expect(extra.length).toBeGreaterThan(0);
  });

  test('reads its own machines', async () => {
    const send = await as('tenant-a', 'cluster-autoscaler');
    const path = '/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-a/machines';
    expect((await send({ method: 'GET', path })).status).toBe(200);
  });

  const group = '/apis/cluster.x-k8s.io/v1beta2';
  test.each<[string, string, string]>([
    ['read the machines of another tenant', 'GET', `${group}/namespaces/tenant-b/machines`],
    ['read the machines of all tenants', 'GET', `${group}/machines`],
    ['scale a pool of another tenant', 'PATCH', `${group}/namespaces/tenant-b/machinedeployments/b/scale`],
    ['change a machine of another tenant', 'PUT', `${group}/namespaces/tenant-b/machines/b`],
    ['read the Secrets of another tenant', 'GET', '/api/v1/namespaces/tenant-b/secrets'],
    ['read the Secrets of its own namespace', 'GET', '/api/v1/namespaces/tenant-a/secrets'],
    ['delete its own machines', 'DELETE', `${group}/namespaces/tenant-a/machines/a`],
    ['read Clusters', 'GET', `${group}/namespaces/tenant-a/clusters`],
    [
      'stop the autoscaler of another tenant',
      'DELETE',
      '/apis/apps/v1/namespaces/tenant-b/deployments/cluster-autoscaler',
    ],
    [
      'change its own Deployment',
      'DELETE',
      '/apis/apps/v1/namespaces/tenant-a/deployments/cluster-autoscaler',
    ],
  ])('cannot %s', async (_, method, path) => {
    const send = await as('tenant-a', 'cluster-autoscaler');
    const body =
      method === 'GET' || method === 'DELETE'
        ? {}
        : {
            body: '{}',
            contentType: method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
          };
    expect((await send({ method, path, ...body })).status).toBe(403);
  });
});
