import type { Chart } from 'cdk8s';
import { PodMonitor, PrometheusRule, type PrometheusRuleSpec, ServiceMonitor } from '../../imports/index.ts';
import type { Site } from '../fleet/index.ts';
import { namespaces } from './names.ts';
import { objectsOf, type PlatformObject } from './object.ts';

type Monitoring = NonNullable<Site['file']['monitoring']>;
type Rule = NonNullable<NonNullable<PrometheusRuleSpec['groups']>[number]['rules']>[number];

/** Scrape targets and alerts for the Prometheus operator. */
export function alertObjects(monitoring: Monitoring): PlatformObject[] {
  const { labels = {} } = monitoring;
  return objectsOf((chart) => {
    addMonitors(chart, labels);
    new PrometheusRule(chart, 'rules', {
      metadata: { name: 'kaas-platform', namespace: namespaces.kaas, labels },
      spec: {
        groups: [
          { name: 'kaas-control-planes', rules: controlPlaneRules },
          { name: 'kaas-datastores', rules: datastoreRules },
          { name: 'kaas-autoscalers', rules: autoscalerRules },
          { name: 'kaas-vips', rules: vipRules },
        ],
      },
    });
  });
}

function addMonitors(chart: Chart, labels: Readonly<Record<string, string>>): void {
  const metadata = (name: string): { name: string; namespace: string; labels: typeof labels } => ({
    name,
    namespace: namespaces.kaas,
    labels,
  });
  new ServiceMonitor(chart, 'kamaji', {
    metadata: metadata('kamaji'),
    spec: {
      namespaceSelector: { matchNames: [namespaces.kamaji] },
      selector: { matchLabels: { 'app.kubernetes.io/name': 'kamaji' } },
      endpoints: [{ port: 'metrics' }],
    },
  });
  new ServiceMonitor(chart, 'etcd', {
    metadata: metadata('kamaji-etcd'),
    spec: {
      namespaceSelector: { matchNames: [namespaces.etcd] },
      selector: { matchLabels: { 'prometheus.io/metrics': 'true' } },
      endpoints: [{ port: 'metrics' }],
      // By it a series says which datastore it is about.
      jobLabel: 'app.kubernetes.io/instance',
    },
  });
  new PodMonitor(chart, 'autoscalers', {
    metadata: metadata('cluster-autoscaler'),
    spec: {
      namespaceSelector: { any: true },
      selector: { matchLabels: { 'app.kubernetes.io/name': 'cluster-autoscaler' } },
      podMetricsEndpoints: [{ port: 'metrics' }],
    },
  });
}

function rule(
  alert: string,
  severity: 'warning' | 'critical',
  expr: string,
  wait: string,
  summary: string,
): Rule {
  return { alert, expr, for: wait, labels: { severity }, annotations: { summary } };
}

/** Metrics: kamaji internal/metrics/metrics.go (26.8.2-edge). */
const controlPlaneRules: readonly Rule[] = [
  rule(
    'KaasControlPlaneNotReady',
    'critical',
    'kamaji_tenant_control_plane_status{status!~"Ready|Sleeping", ready="false"} > 0',
    '15m',
    'The control plane {{ $labels.tcp_namespace }}/{{ $labels.tcp_name }} is {{ $labels.status }}.',
  ),
  rule(
    'KaasDatastoreNotReady',
    'critical',
    'kamaji_datastore_status{status!="True"} > 0',
    '10m',
    'Kamaji cannot use the datastore {{ $labels.datastore_name }}: no control plane on it can be made, changed or removed.',
  ),
  rule(
    'KaasCertificateInvalid',
    'critical',
    'kamaji_certificates_current{status="invalid"} > 0',
    '15m',
    '{{ $value }} certificates of control planes are not valid.',
  ),
];

const datastoreRules: readonly Rule[] = [
  rule(
    'KaasEtcdNoLeader',
    'critical',
    `etcd_server_has_leader{namespace="${namespaces.etcd}"} == 0`,
    '1m',
    'The etcd member {{ $labels.pod }} has no leader: its tenants cannot write.',
  ),
  rule(
    'KaasEtcdNearQuota',
    'warning',
    `etcd_mvcc_db_total_size_in_bytes{namespace="${namespaces.etcd}"} / etcd_server_quota_backend_bytes{namespace="${namespaces.etcd}"} > 0.75`,
    '15m',
    '{{ $labels.pod }} has used {{ $value | humanizePercentage }} of the quota that its tenants share. At 100 % all of them become read-only.',
  ),
  rule(
    'KaasEtcdSlowDisk',
    'warning',
    `histogram_quantile(0.99, rate(etcd_disk_wal_fsync_duration_seconds_bucket{namespace="${namespaces.etcd}"}[5m])) > 0.1`,
    '15m',
    '{{ $labels.pod }} waits {{ $value | humanizeDuration }} for its disk.',
  ),
  rule(
    'KaasEtcdLeaderChanges',
    'warning',
    `increase(etcd_server_leader_changes_seen_total{namespace="${namespaces.etcd}"}[1h]) > 3`,
    '5m',
    '{{ $labels.pod }} saw {{ $value }} changes of leader within an hour.',
  ),
];

/** Metrics: autoscaler cluster-autoscaler/metrics/metrics.go (1.35.2). */
const autoscalerRules: readonly Rule[] = [
  rule(
    'KaasAutoscalerStuck',
    'warning',
    'time() - cluster_autoscaler_last_activity{activity="main"} > 600',
    '5m',
    'The autoscaler of {{ $labels.namespace }} has done nothing for {{ $value | humanizeDuration }}.',
  ),
  rule(
    'KaasAutoscalerFailing',
    'warning',
    'increase(cluster_autoscaler_failed_scale_ups_total[1h]) > 0',
    '5m',
    'The autoscaler of {{ $labels.namespace }} failed to add a worker: {{ $labels.reason }}.',
  ),
  rule(
    'KaasPodsUnschedulable',
    'warning',
    'cluster_autoscaler_unschedulable_pods_count > 0',
    '30m',
    '{{ $value }} pods of {{ $labels.namespace }} find no worker: a pool is at its maximum, or none fits.',
  ),
];

const vipRules: readonly Rule[] = [
  rule(
    'KaasVipsRunningOut',
    'warning',
    'metallb_allocator_addresses_in_use_total / metallb_allocator_addresses_total > 0.9',
    '15m',
    '{{ $value | humanizePercentage }} of the addresses of {{ $labels.pool }} are taken.',
  ),
  rule(
    'KaasMetalLBStaleConfig',
    'warning',
    'metallb_k8s_client_config_stale_bool == 1',
    '10m',
    '{{ $labels.pod }} runs on an old configuration.',
  ),
];
