import { PrometheusRule } from '../../../imports/index.ts';
import type { Datastore } from '../../fleet/index.ts';
import { etcdNames, namespaces } from '../names.ts';
import { objectsOf, type PlatformObject } from '../object.ts';
import { backupLabels, backupNames } from './names.ts';
import { type BackedUp, isBackedUp } from './options.ts';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: 'warning' | 'critical'; readonly datastore: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

/**
 * Alerts of one datastore, for a management cluster with the Prometheus operator and kube-state-metrics; `labels` are
 * those by which Prometheus finds its rules. Metrics:
 * kube-state-metrics docs/metrics/workload/cronjob-metrics.md; etcd's own, from the chart's ServiceMonitor.
 */
export function datastoreAlertObjects(
  datastore: Datastore,
  labels: Readonly<Record<string, string>> = {},
): PlatformObject[] {
  const alerts = [...(isBackedUp(datastore) ? backupAlerts(datastore) : []), ...capacityAlerts(datastore)];
  if (alerts.length === 0) return [];
  const { namespace } = backupNames(datastore);
  return objectsOf((chart) => {
    new PrometheusRule(chart, datastore.name, {
      metadata: {
        name: `datastore-${datastore.name}`,
        namespace,
        labels: { ...backupLabels(datastore), ...labels },
      },
      spec: {
        groups: [{ name: `datastore-${datastore.name}`, rules: alerts.map((alert) => ({ ...alert })) }],
      },
    });
  });
}

function backupAlerts(datastore: BackedUp): Alert[] {
  const { name, backup } = datastore;
  const { namespace, backup: cronJob, drill } = backupNames(datastore);
  const selector = (job: string): string => `{namespace="${namespace}",cronjob="${job}"}`;
  const success = (job: string): string => `kube_cronjob_status_last_successful_time${selector(job)}`;
  // A CronJob that never succeeded has no such time: its age counts instead.
  const age = (job: string): string =>
    `time() - (${success(job)} or on(namespace, cronjob) kube_cronjob_created${selector(job)})`;
  return [
    {
      alert: 'KaasDatastoreBackupTooOld',
      expr: `${age(cronJob)} > ${backup.maxAgeSeconds}`,
      for: '5m',
      labels: { severity: 'critical', datastore: name },
      annotations: {
        summary: `The last good backup of datastore ${name} is too old`,
        description: `No job of CronJob ${namespace}/${cronJob} has succeeded for more than ${backup.maxAgeSeconds} s.`,
      },
    },
    {
      alert: 'KaasDatastoreBackupMissing',
      expr: `absent(kube_cronjob_created${selector(cronJob)}) or kube_cronjob_spec_suspend${selector(cronJob)} == 1`,
      for: '15m',
      labels: { severity: 'critical', datastore: name },
      annotations: {
        summary: `Datastore ${name} is not being backed up`,
        description: `CronJob ${namespace}/${cronJob} is gone or suspended.`,
      },
    },
    ...(backup.drill === undefined
      ? []
      : [
          {
            alert: 'KaasDatastoreRestoreDrillFailed',
            // Started last more than two hours after it last ended well: the newest run failed, whatever the schedule.
            expr: `${success(drill)} < on(namespace, cronjob) (kube_cronjob_status_last_schedule_time${selector(drill)} - 7200)`,
            for: '3h',
            labels: { severity: 'warning' as const, datastore: name },
            annotations: {
              summary: `The newest backup of datastore ${name} did not pass its restore drill`,
              description: `kubectl -n ${namespace} logs -l job-name --selector kaas.lab/datastore=${name} names the tenants that would not come back.`,
            },
          },
        ]),
  ];
}

/** The platform's own alerts warn at 75 % (KaasEtcdNearQuota); this is the last call. */
function capacityAlerts({ name, driver }: Datastore): Alert[] {
  if (driver !== 'etcd') return [];
  const selector = `{namespace="${namespaces.etcd}",pod=~"${etcdNames(name).release}-[0-9]+"}`;
  return [
    {
      alert: 'KaasDatastoreAlmostFull',
      expr: `max(etcd_mvcc_db_total_size_in_bytes${selector} / etcd_server_quota_backend_bytes${selector}) > 0.9`,
      for: '5m',
      labels: { severity: 'critical', datastore: name },
      annotations: {
        summary: `Datastore ${name} has used more than 90 % of its quota`,
        description:
          'At the quota every tenant becomes read-only. Defragment it, find the tenant that grows, or raise quota and volume.',
      },
    },
  ];
}
