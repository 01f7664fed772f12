import { type Datastore, keyspaceOf, namespaceOf, type Tenant } from '../fleet/index.ts';
import { backupNames } from '../platform/backup/names.ts';

/** As much of a tenant as its commands need. */
export type TenantNames = Pick<Tenant, 'name' | 'replicas'>;

const cluster = 'clusters.cluster.x-k8s.io';
const controlPlane = 'tenantcontrolplanes.kamaji.clastix.io';
const version = `'{.status.kubernetesResources.version.status}'`;

/** Stops a control plane and keeps it so. */
export function stop(tenant: TenantNames): string[] {
  const { name } = tenant;
  return [
    patch(tenant, cluster, { spec: { paused: true } }),
    patch(tenant, controlPlane, { spec: { controlPlane: { deployment: { replicas: 0 } } } }),
    `kubectl -n ${namespaceOf(tenant)} wait ${controlPlane} ${name} --for=jsonpath=${version}=Sleeping --timeout=5m`,
  ];
}

/** The provider watches no Cluster, but the TenantControlPlane it does: that patch wakes it (provider v0.20.0, SetupWithManager). */
export function start(tenant: TenantNames): string[] {
  const { name, replicas } = tenant;
  return [
    patch(tenant, cluster, { spec: { paused: false } }),
    patch(tenant, controlPlane, { spec: { controlPlane: { deployment: { replicas } } } }),
    `kubectl -n ${namespaceOf(tenant)} wait ${controlPlane} ${name} --for=jsonpath=${version}=Ready --timeout=10m`,
  ];
}

/** Shows that a control plane serves what it should. */
export function check(tenant: TenantNames): string[] {
  const { name } = tenant;
  const kubeconfig = `${name}.kubeconfig`;
  return [
    `(umask 077; kubectl -n ${namespaceOf(tenant)} get secret ${name}-kubeconfig --output=go-template='{{.data.value|base64decode}}' > ${kubeconfig})`,
    `kubectl --kubeconfig=${kubeconfig} get --raw=/readyz`,
    `kubectl --kubeconfig=${kubeconfig} get nodes`,
    `kubectl --kubeconfig=${kubeconfig} get namespaces`,
    `rm ${kubeconfig}`,
  ];
}

const patch = (tenant: TenantNames, kind: string, change: unknown): string =>
  `kubectl -n ${namespaceOf(tenant)} patch ${kind} ${tenant.name} --type=merge --patch='${JSON.stringify(change)}'`;

/** A Job made of a CronJob with some of its environment changed, and the wait for its end. */
export function startJob(
  namespace: string,
  cronJob: string,
  name: string,
  environment: readonly string[],
): string[] {
  const kubectl = `kubectl -n ${namespace}`;
  const create = `${kubectl} create job ${name} --from=cronjob/${cronJob}`;
  return [
    environment.length === 0
      ? create
      : `${create} --dry-run=client --output=yaml | kubectl set env --local --filename=- ${environment.join(' ')} --output=yaml | ${kubectl} create --filename=-`,
    `${kubectl} wait job/${name} --for=condition=complete --timeout=60m`,
  ];
}

/** The job that brings one tenant's keyspace back. */
export const restoreKeyspace = (tenant: string, datastore: Datastore, snapshot: string): string[] => {
  const { namespace, restore } = backupNames(datastore);
  return startJob(namespace, restore, `restore-${tenant}`, [
    `SNAPSHOT=${snapshot}`,
    `SCHEMA=${keyspaceOf({ name: tenant, datastore })}`,
  ]);
};
