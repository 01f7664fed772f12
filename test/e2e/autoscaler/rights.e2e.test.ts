import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectGolden } from '../../autoscaler/golden.ts';
import { sender, type Answer, type Call } from '../lab/http.ts';
import { listAt } from '../lab/object.ts';
import { until } from '../lab/wait.ts';
import { runJob } from './job.ts';
import { kaasNamespace, startManagement, type Management } from './management.ts';
import { createTenant } from './tenant.ts';

let management: Management;
beforeAll(async () => {
  management = await startManagement();
  for (const name of ['a', 'b']) await createTenant(management.api, name);
  expect((await runJob(management)).code).toBe(0);
  await until('the admission policies to be in force', async () => {
    const send = await as(kaasNamespace, 'kaas-autoscaler');
    return (await send(dryRun(applyDeployment({ hostNetwork: true })))).status === 422;
  });
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

const dryRun = (call: Call): Call => ({ ...call, path: `${call.path}&dryRun=All` });

function apply(path: string, object: object): Call {
  return {
    method: 'PATCH',
    path: `${path}?fieldManager=x&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: JSON.stringify(object),
  };
}

const autoscaler = (namespace: string) => ({ kind: 'ServiceAccount', name: 'cluster-autoscaler', namespace });

function applyRoleBinding(
  namespace: string,
  name: string,
  role: object,
  subject: object = autoscaler(namespace),
): Call {
  return apply(`/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings/${name}`, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name, namespace },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', ...role },
    subjects: [subject],
  });
}

/** A Deployment of the one name that the job may make, with a pod of somebody else's making. */
function applyDeployment(pod: object, container: object = {}): Call {
  const labels = { app: 'x' };
  const securityContext = { allowPrivilegeEscalation: false };
  return apply('/apis/apps/v1/namespaces/kube-system/deployments/cluster-autoscaler', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'cluster-autoscaler', namespace: 'kube-system' },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: 'cluster-autoscaler',
          containers: [{ name: 'x', image: 'x', securityContext, ...container }],
          ...pod,
        },
      },
    },
  });
}

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
  ])('cannot %s', async (_, call) => {
    const send = await as(kaasNamespace, 'kaas-autoscaler');
    expect((await send(call)).status).toBe(403);
  });

  test.each<[string, string, Call]>([
    [
      'bind its own role, which RBAC allows',
      'kaas-autoscaler binds no role but kaas-tenant-autoscaler',
      applyRoleBinding('kube-system', 'cluster-autoscaler', { kind: 'ClusterRole', name: 'kaas-autoscaler' }),
    ],
    [
      'bind its role to another account',
      'to the cluster-autoscaler of the same namespace only',
      applyRoleBinding('kube-system', 'cluster-autoscaler', tenantRole, autoscaler('tenant-b')),
    ],
    [
      'bind its role to a user',
      'to the cluster-autoscaler of the same namespace only',
      applyRoleBinding('kube-system', 'cluster-autoscaler', tenantRole, { kind: 'User', name: 'eve' }),
    ],
    [
      'start a pod as a mighty account',
      'starts pods as cluster-autoscaler only',
      applyDeployment({ serviceAccountName: 'generic-garbage-collector' }),
    ],
    [
      'start a pod as the default account',
      'starts pods as cluster-autoscaler only',
      applyDeployment({ serviceAccountName: '' }),
    ],
    [
      'mount a file of the node',
      'mounts nothing but kubeconfigs',
      applyDeployment({ volumes: [{ name: 'x', hostPath: { path: '/' } }] }),
    ],
    [
      'mount another Secret',
      'mounts nothing but kubeconfigs',
      applyDeployment({ volumes: [{ name: 'x', secret: { secretName: 'root-token' } }] }),
    ],
    [
      'read a Secret into an environment',
      'reads no Secret or ConfigMap into an environment',
      applyDeployment({}, { envFrom: [{ secretRef: { name: 'root-token' } }] }),
    ],
    ['use the network of the node', 'starts no privileged pod', applyDeployment({ hostNetwork: true })],
    [
      'start a privileged container',
      'starts no privileged pod',
      applyDeployment({}, { securityContext: { privileged: true, allowPrivilegeEscalation: true } }),
    ],
  ])('cannot %s', async (_, message, call) => {
    const send = await as(kaasNamespace, 'kaas-autoscaler');
    const { status, body } = await send(call);
    expect({ status, body }).toEqual({ status: 422, body: expect.stringContaining(message) });
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
