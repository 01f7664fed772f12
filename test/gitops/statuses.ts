/** Statuses as controllers wrote them (Cluster API v1.13.5, CAPMOX v0.9.0, Kamaji 26.8.2-edge, operator v0.28.0), cut to what counts. */
export interface Recorded {
  readonly kind: string;
  readonly what: string;
  /** Health for Argo CD. */
  readonly argocd: 'Healthy' | 'Progressing' | 'Degraded' | 'Suspended';
  /** Part of the message that Argo CD shows. */
  readonly message: string;
  /** Status for Flux; undefined for kinds that Flux is not asked about. */
  readonly flux?: 'Current' | 'InProgress' | 'Failed';
  readonly object: Readonly<Record<string, unknown>>;
}

const meta = (generation = 2): Record<string, unknown> => ({ name: 'acme', generation });
const condition = (
  type: string,
  status: string,
  reason = 'Reason',
  message = '',
): Record<string, string> => ({
  type,
  status,
  reason,
  message,
});
const deleting = { ...meta(), deletionTimestamp: '2026-11-30T12:00:00Z' };
const dryRun =
  'server side apply dry-run failed for modified object: admission webhook "validation.proxmoxmachinetemplate" denied the request';

const clusters: Recorded[] = [
  recorded('cluster.x-k8s.io_Cluster', 'no status yet', 'Progressing', 'first status', { metadata: meta() }),
  recorded('cluster.x-k8s.io_Cluster', 'available', 'Healthy', 'Available', {
    metadata: meta(),
    status: {
      observedGeneration: 2,
      phase: 'Provisioned',
      conditions: [condition('Available', 'True'), condition('TopologyReconciled', 'True')],
    },
  }),
  recorded('cluster.x-k8s.io_Cluster', 'a change that is not observed', 'Progressing', 'not yet observed', {
    metadata: meta(3),
    status: { observedGeneration: 2, conditions: [condition('Available', 'True')] },
  }),
  recorded('cluster.x-k8s.io_Cluster', 'waiting for its control plane', 'Progressing', 'Control plane', {
    metadata: meta(),
    status: {
      observedGeneration: 2,
      phase: 'Provisioning',
      conditions: [condition('Available', 'False', 'NotAvailable', '* Control plane not yet initialized')],
    },
  }),
  recorded('cluster.x-k8s.io_Cluster', 'whose workers are gone', 'Degraded', 'WorkersAvailable', {
    metadata: meta(),
    status: {
      observedGeneration: 2,
      phase: 'Provisioned',
      conditions: [
        condition('Available', 'False', 'NotAvailable', '* WorkersAvailable: 0 available replicas'),
        condition('ControlPlaneInitialized', 'True'),
      ],
    },
  }),
  recorded('cluster.x-k8s.io_Cluster', 'whose class does not fit', 'Degraded', 'dry-run failed', {
    metadata: meta(),
    status: {
      observedGeneration: 2,
      conditions: [
        condition('Available', 'True'),
        condition('TopologyReconciled', 'False', 'ReconcileFailed', dryRun),
      ],
    },
  }),
  recorded('cluster.x-k8s.io_Cluster', 'paused', 'Suspended', 'Paused', {
    metadata: meta(),
    spec: { paused: true },
  }),
  recorded('cluster.x-k8s.io_Cluster', 'deleting', 'Progressing', 'waiting for workers', {
    metadata: deleting,
    status: {
      conditions: [condition('Deleting', 'True', 'WaitingForWorkersDeletion', 'waiting for workers')],
    },
  }),
];

const classes: Recorded[] = [
  recorded(
    'cluster.x-k8s.io_ClusterClass',
    'not reconciled yet',
    'Progressing',
    'templates',
    { metadata: meta(1), status: {} },
    'InProgress',
  ),
  recorded(
    'cluster.x-k8s.io_ClusterClass',
    'reconciled',
    'Healthy',
    'templates',
    {
      metadata: meta(1),
      status: { observedGeneration: 1, conditions: [condition('VariablesReady', 'True')] },
    },
    'Current',
  ),
  recorded(
    'cluster.x-k8s.io_ClusterClass',
    'whose new templates are not there',
    'Progressing',
    'not yet observed',
    {
      metadata: meta(2),
      status: { observedGeneration: 1, conditions: [condition('VariablesReady', 'True')] },
    },
    'InProgress',
  ),
  recorded(
    'cluster.x-k8s.io_ClusterClass',
    'with a variable that cannot be read',
    'Degraded',
    'variable',
    {
      metadata: meta(1),
      status: {
        observedGeneration: 1,
        conditions: [condition('VariablesReady', 'False', 'VariableDiscoveryFailed', 'variable vip')],
      },
    },
    'Failed',
  ),
  recorded(
    'cluster.x-k8s.io_ClusterClass',
    'deleting',
    'Progressing',
    'Deleting',
    { metadata: deleting, status: { observedGeneration: 2 } },
    'Current',
  ),
];

const controlPlanes: Recorded[] = [
  recorded('controlplane.cluster.x-k8s.io_KamajiControlPlane', 'available', 'Healthy', 'v1.35.5', {
    metadata: meta(),
    status: {
      version: 'v1.35.5',
      conditions: [{ ...condition('Available', 'True'), observedGeneration: 2 }],
    },
  }),
  recorded('controlplane.cluster.x-k8s.io_KamajiControlPlane', 'rolling', 'Progressing', 'not yet observed', {
    metadata: meta(),
    status: { conditions: [{ ...condition('Available', 'True'), observedGeneration: 1 }] },
  }),
  recorded(
    'controlplane.cluster.x-k8s.io_KamajiControlPlane',
    'refused by Kamaji',
    'Progressing',
    'DNS-1035',
    {
      metadata: meta(),
      status: {
        conditions: [
          condition(
            'TenantControlPlaneCreated',
            'False',
            'Failed',
            'the provided name is invalid, a DNS-1035 label must',
          ),
        ],
      },
    },
  ),
  recorded(
    'controlplane.cluster.x-k8s.io_KamajiControlPlane',
    'down after it had been up',
    'Degraded',
    'NotReady',
    {
      metadata: meta(),
      status: {
        initialization: { controlPlaneInitialized: true },
        conditions: [condition('Available', 'False', 'NotReady', 'no replica is ready')],
      },
    },
  ),
  recorded('controlplane.cluster.x-k8s.io_KamajiControlPlane', 'deleting', 'Progressing', 'Deleting', {
    metadata: deleting,
  }),
  recorded('kamaji.clastix.io_TenantControlPlane', 'ready', 'Healthy', 'Ready', version('Ready')),
  recorded(
    'kamaji.clastix.io_TenantControlPlane',
    'being made',
    'Progressing',
    'Provisioning',
    version('Provisioning'),
  ),
  recorded(
    'kamaji.clastix.io_TenantControlPlane',
    'being upgraded',
    'Progressing',
    'Upgrading',
    version('Upgrading'),
  ),
  recorded('kamaji.clastix.io_TenantControlPlane', 'asleep', 'Suspended', 'Sleeping', version('Sleeping')),
  recorded('kamaji.clastix.io_TenantControlPlane', 'down', 'Degraded', 'NotReady', version('NotReady')),
  recorded(
    'kamaji.clastix.io_TenantControlPlane',
    'read-only',
    'Degraded',
    'WriteLimited',
    version('WriteLimited'),
  ),
  recorded('kamaji.clastix.io_TenantControlPlane', 'deleting', 'Progressing', 'Deleting', {
    metadata: deleting,
  }),
];

const infrastructure: Recorded[] = [
  recorded('infrastructure.cluster.x-k8s.io_ProxmoxCluster', 'ready', 'Healthy', 'Ready', {
    metadata: meta(),
    status: { conditions: [condition('ProxmoxAvailable', 'True'), condition('Ready', 'True')] },
  }),
  recorded(
    'infrastructure.cluster.x-k8s.io_ProxmoxCluster',
    'waiting for its endpoint',
    'Progressing',
    'MissingControlPlaneEndpoint',
    {
      metadata: meta(),
      status: { conditions: [condition('ProxmoxAvailable', 'False', 'MissingControlPlaneEndpoint')] },
    },
  ),
  recorded(
    'infrastructure.cluster.x-k8s.io_ProxmoxCluster',
    'without Proxmox',
    'Degraded',
    'connection refused',
    {
      metadata: meta(),
      status: {
        conditions: [
          condition(
            'ProxmoxAvailable',
            'False',
            'ProxmoxUnreachable',
            'dial tcp 10.4.0.2:8006: connection refused',
          ),
        ],
      },
    },
  ),
  recorded('infrastructure.cluster.x-k8s.io_ProxmoxCluster', 'deleting', 'Progressing', 'Deleting', {
    metadata: deleting,
  }),
  recorded(
    'kamaji.clastix.io_DataStore',
    'without status',
    'Progressing',
    'Secrets',
    { metadata: meta(1), status: { ready: false } },
    'InProgress',
  ),
  recorded(
    'kamaji.clastix.io_DataStore',
    'ready',
    'Healthy',
    'Ready',
    { metadata: meta(1), status: { observedGeneration: 1, ready: true } },
    'Current',
  ),
  recorded(
    'kamaji.clastix.io_DataStore',
    'whose certificate is not there',
    'Degraded',
    'not found',
    {
      metadata: meta(1),
      status: {
        observedGeneration: 1,
        ready: false,
        conditions: [
          condition(
            'kamaji.clastix.io/DataStoreValidation',
            'False',
            'Invalid',
            'Secret etcd-default-ca not found',
          ),
        ],
      },
    },
    'Failed',
  ),
  recorded(
    'kamaji.clastix.io_DataStore',
    'deleting',
    'Progressing',
    'Deleting',
    { metadata: deleting, status: { ready: true } },
    'Current',
  ),
];

const providers: Recorded[] = [
  'Core',
  'Bootstrap',
  'ControlPlane',
  'Infrastructure',
  'IPAM',
  'Addon',
].flatMap((type) => {
  const kind = `operator.cluster.x-k8s.io_${type}Provider`;
  const spec = { version: 'v1.13.5' };
  return [
    recorded(
      kind,
      'being installed',
      'Progressing',
      'operator',
      { metadata: meta(), spec, status: {} },
      'InProgress',
    ),
    recorded(
      kind,
      'installed',
      'Healthy',
      'v1.13.5',
      {
        metadata: meta(),
        spec,
        status: {
          installedVersion: 'v1.13.5',
          conditions: [condition('PreflightCheckPassed', 'True'), condition('Ready', 'True')],
        },
      },
      'Current',
    ),
    recorded(
      kind,
      'being upgraded',
      'Progressing',
      '',
      {
        metadata: meta(),
        spec,
        status: { installedVersion: 'v1.12.10', conditions: [condition('Ready', 'True')] },
      },
      'InProgress',
    ),
    recorded(
      kind,
      'refused before the installation',
      'Degraded',
      'downgrade',
      {
        metadata: meta(),
        spec,
        status: {
          conditions: [
            condition(
              'PreflightCheckPassed',
              'False',
              'UnsupportedProviderDowngrade',
              'downgrade is not supported',
            ),
          ],
        },
      },
      'Failed',
    ),
    recorded(
      kind,
      'deleting',
      'Progressing',
      'Deleting',
      {
        metadata: deleting,
        spec,
        status: { installedVersion: 'v1.13.5', conditions: [condition('Ready', 'True')] },
      },
      'Current',
    ),
  ];
});

const applications: Recorded[] = [
  recorded('argoproj.io_Application', 'not synced yet', 'Progressing', 'Not synced', { metadata: meta() }),
  recorded('argoproj.io_Application', 'healthy', 'Healthy', '', {
    metadata: meta(),
    status: { operationState: { phase: 'Succeeded' }, health: { status: 'Healthy' } },
  }),
  recorded(
    'argoproj.io_Application',
    'whose objects could not be applied, though it counts as healthy',
    'Progressing',
    'no matches for kind',
    {
      metadata: meta(),
      status: {
        operationState: { phase: 'Running', retryCount: 2, message: 'no matches for kind "DataStore"' },
        health: { status: 'Healthy' },
      },
    },
  ),
  recorded('argoproj.io_Application', 'that keeps failing', 'Degraded', 'no matches for kind', {
    metadata: meta(),
    status: {
      operationState: { phase: 'Running', retryCount: 5, message: 'no matches for kind "DataStore"' },
      health: { status: 'Healthy' },
    },
  }),
  recorded('argoproj.io_Application', 'with a broken pod', 'Degraded', 'CrashLoopBackOff', {
    metadata: meta(),
    status: {
      operationState: { phase: 'Succeeded' },
      health: { status: 'Degraded', message: 'CrashLoopBackOff' },
    },
  }),
  recorded('argoproj.io_Application', 'deleting', 'Progressing', 'Deleting', { metadata: deleting }),
];

/** All of them. */
export const statuses: readonly Recorded[] = [
  ...applications,
  ...clusters,
  ...classes,
  ...controlPlanes,
  ...infrastructure,
  ...providers,
];

function version(status: string): Record<string, unknown> {
  return {
    metadata: meta(),
    status: { observedGeneration: 2, kubernetesResources: { version: { status, version: 'v1.35.5' } } },
  };
}

function recorded(
  kind: string,
  what: string,
  argocd: Recorded['argocd'],
  message: string,
  object: Readonly<Record<string, unknown>>,
  flux?: Recorded['flux'],
): Recorded {
  return { kind, what, argocd, message, object, ...(flux === undefined ? {} : { flux }) };
}
