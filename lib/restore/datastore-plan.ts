import type { Datastore, Site } from '../fleet/index.ts';
import { backupNames } from '../platform/backup/names.ts';
import { etcdNames } from '../platform/names.ts';
import { check, restoreKeyspace, start, startJob, stop, type TenantNames } from './commands.ts';
import type { Plan, Step } from './step.ts';

/** Brings a whole datastore back; every tenant of it stands still meanwhile. */
export const datastorePlan = (
  site: Site,
  datastore: Datastore,
  tenants: readonly TenantNames[],
  snapshot: string,
): Plan =>
  datastore.driver === 'etcd'
    ? etcdPlan(site, datastore, tenants, snapshot)
    : databasePlan(datastore, tenants, snapshot);

/** On a server that may be a new one. */
function databasePlan(datastore: Datastore, tenants: readonly TenantNames[], snapshot: string): Plan {
  return {
    title: `Restore datastore ${datastore.name} from ${snapshot}`,
    steps: [
      stopAll(tenants),
      {
        title: 'Restore the database of every tenant',
        why: `The server is not the platform's: bring it up first, where the DataStore and its Secrets expect it. What it lacks of databases the jobs make; users, passwords and grants are Kamaji's, which gives them anew when the control plane starts.`,
        commands: tenants.flatMap(({ name }) => restoreKeyspace(name, datastore, snapshot)),
      },
      ...startAll(datastore, tenants),
    ],
  };
}

/** A whole etcd, on volumes that may be empty. */
function etcdPlan(site: Site, datastore: Datastore, tenants: readonly TenantNames[], snapshot: string): Plan {
  const names = backupNames(datastore);
  const { release } = etcdNames(datastore.name);
  const members = Array.from({ length: datastore.file.replicas ?? 3 }, (_, index) => index);
  return {
    title: `Restore datastore ${datastore.name} from ${snapshot}`,
    steps: [
      stopAll(tenants),
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
      ...startAll(datastore, tenants),
    ],
  };
}

const stopAll = (tenants: readonly TenantNames[]): Step => ({
  title: 'Stop the control planes of all its tenants',
  why: 'An API server that runs on would serve, from its memory, what the store no longer holds.',
  commands: tenants.flatMap(stop),
});

const startAll = (datastore: Datastore, tenants: readonly TenantNames[]): Step[] => [
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
      ...startJob(
        backupNames(datastore).namespace,
        backupNames(datastore).backup,
        `after-restore-${datastore.name}`,
        [],
      ),
    ],
  },
];

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
