import { type Datastore, keyspaceOf, namespaceOf, type Site, type Tenant } from '../fleet/index.ts';
import { backupNames } from '../platform/backup/names.ts';
import { etcdNames } from '../platform/names.ts';

/** One step of a restore: what it does, why, and the commands that do it, to be run by a POSIX shell. */
export interface Step {
  readonly title: string;
  readonly why: string;
  readonly commands: readonly string[];
}

/** The steps that bring a datastore or a tenant of it back, with the fleet's own names. */
export interface Plan {
  readonly title: string;
  readonly steps: readonly Step[];
}

type TenantNames = Pick<Tenant, 'name' | 'replicas'>;

/** Brings one tenant's keys back from a backup; every other tenant of the datastore works on meanwhile. */
export function tenantPlan(tenant: TenantNames, datastore: Datastore, snapshot: string): Plan {
  const names = backupNames(datastore);
  const { name } = tenant;
  return {
    title: `Restore tenant ${name} from ${snapshot}`,
    steps: [
      {
        title: `Stop the control plane of ${name}`,
        why: "Pausing the Cluster keeps Cluster API and the control plane provider from starting it again. Kamaji's writePermissions would not do: they are a webhook inside the very keyspace that is restored, leave kube-system out, and do not stop an API server from renewing its Leases.",
        commands: stop(tenant),
      },
      {
        title: 'Back up what is there now',
        why: 'It is the way back from this restore. KEEP_DAYS keeps it from deleting an old backup that is about to be read.',
        commands: [...startJob(names.namespace, names.backup, `before-restore-${name}`, ['KEEP_DAYS=3650'])],
      },
      {
        title: `Write the keys below /${keyspaceOf({ name, datastore })}/`,
        why: 'The job restores the backup into a throw-away etcd, waits 25 s to see that nobody writes below the prefix, and makes the live keys equal to it: it adds, replaces and removes, and reads both sides again at the end. Events and Leases of API servers are left out: they carry an etcd lease that is gone. A job that was broken off can be run again under another name.',
        commands: startJob(names.namespace, names.restore, `restore-${name}`, [
          `SNAPSHOT=${snapshot}`,
          `SCHEMA=${keyspaceOf({ name, datastore })}`,
        ]),
      },
      {
        title: `Start the control plane of ${name}`,
        why: 'The provider sees the change of the TenantControlPlane and takes over again.',
        commands: start(tenant),
      },
      {
        title: `Check ${name}`,
        why: 'Nodes that joined after the backup have to join again: delete their Machines. Nodes of machines that are gone stay NotReady: delete the Nodes.',
        commands: check(tenant),
      },
    ],
  };
}

/** Brings a whole etcd back, on volumes that may be empty; every tenant of it stands still meanwhile. */
export function datastorePlan(
  site: Site,
  datastore: Datastore,
  tenants: readonly TenantNames[],
  snapshot: string,
): Plan {
  const names = backupNames(datastore);
  const { release } = etcdNames(datastore.name);
  const members = Array.from({ length: datastore.file.replicas ?? 3 }, (_, index) => index);
  return {
    title: `Restore datastore ${datastore.name} from ${snapshot}`,
    steps: [
      {
        title: 'Stop the control planes of all its tenants',
        why: 'An API server that runs on would serve, from its memory, what the store no longer holds.',
        commands: tenants.flatMap(stop),
      },
      {
        title: 'Stop etcd',
        why: 'The GitOps engine must not start it again, and the volumes must be free.',
        commands: [
          ...holdEngine(site, release),
          `kubectl -n ${names.namespace} scale statefulset ${release} --replicas=0`,
          `kubectl -n ${names.namespace} wait pods --selector=app.kubernetes.io/instance=${release} --for=delete --timeout=10m`,
        ],
      },
      {
        title: 'Restore every member from the same backup',
        why: 'The old data stays beside the new as before-restore-*; if the volume has no room for both, add DISCARD_OLD=yes. All members must get the same file, so it is named.',
        commands: members.flatMap((index) =>
          startJob(names.namespace, names.member(index), `restore-${release}-${index}`, [
            `SNAPSHOT=${snapshot}`,
          ]),
        ),
      },
      {
        title: 'Start etcd',
        why: 'Revisions go on a thousand million above the old ones, so that no watch takes a new one for one that it has seen.',
        commands: [
          `kubectl -n ${names.namespace} scale statefulset ${release} --replicas=${members.length}`,
          `kubectl -n ${names.namespace} rollout status statefulset ${release} --timeout=10m`,
          ...releaseEngine(site, release),
        ],
      },
      {
        title: 'Start the control planes',
        why: 'One after another: each reads its whole keyspace.',
        commands: tenants.flatMap(start),
      },
      {
        title: 'Check each tenant, and back up',
        why: 'A tenant that was made after the backup has an empty keyspace: Kamaji fills it as for a new one.',
        commands: [
          ...tenants.flatMap(check),
          ...startJob(names.namespace, names.backup, `after-restore-${datastore.name}`, []),
        ],
      },
    ],
  };
}

const cluster = 'clusters.cluster.x-k8s.io';
const controlPlane = 'tenantcontrolplanes.kamaji.clastix.io';
const version = `'{.status.kubernetesResources.version.status}'`;

function stop(tenant: TenantNames): string[] {
  const { name } = tenant;
  return [
    patch(tenant, cluster, { spec: { paused: true } }),
    patch(tenant, controlPlane, { spec: { controlPlane: { deployment: { replicas: 0 } } } }),
    `kubectl -n ${namespaceOf(tenant)} wait ${controlPlane} ${name} --for=jsonpath=${version}=Sleeping --timeout=5m`,
  ];
}

/** The provider watches no Cluster, but the TenantControlPlane it does: that patch wakes it (provider v0.20.0, SetupWithManager). */
function start(tenant: TenantNames): string[] {
  const { name, replicas } = tenant;
  return [
    patch(tenant, cluster, { spec: { paused: false } }),
    patch(tenant, controlPlane, { spec: { controlPlane: { deployment: { replicas } } } }),
    `kubectl -n ${namespaceOf(tenant)} wait ${controlPlane} ${name} --for=jsonpath=${version}=Ready --timeout=10m`,
  ];
}

function check(tenant: TenantNames): string[] {
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
function startJob(
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

/** Argo CD reverts a scaled StatefulSet at once; Flux does not look before the chart's release changes. */
function holdEngine({ file }: Site, release: string): string[] {
  return file.gitops.engine === 'argocd'
    ? [
        `kubectl -n argocd annotate applications.argoproj.io platform-${release} argocd.argoproj.io/skip-reconcile=true`,
      ]
    : [
        `kubectl -n flux-system patch helmreleases.helm.toolkit.fluxcd.io ${release} --type=merge --patch='{"spec":{"suspend":true}}'`,
      ];
}

function releaseEngine({ file }: Site, release: string): string[] {
  return file.gitops.engine === 'argocd'
    ? [
        `kubectl -n argocd annotate applications.argoproj.io platform-${release} argocd.argoproj.io/skip-reconcile-`,
      ]
    : [
        `kubectl -n flux-system patch helmreleases.helm.toolkit.fluxcd.io ${release} --type=merge --patch='{"spec":{"suspend":false}}'`,
      ];
}

/** The plan as Markdown; its shell blocks, joined, are a script. */
export function planText({ title, steps }: Plan): string {
  const parts = steps.map(
    (step, index) =>
      `### ${index + 1}. ${step.title}\n\n${step.why}\n\n\`\`\`sh\n${step.commands.join('\n')}\n\`\`\`\n`,
  );
  return `## ${title}\n\n${parts.join('\n')}`;
}
