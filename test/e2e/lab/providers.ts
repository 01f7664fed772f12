import {
  capmox,
  type ClusterApiVersion,
  clusterApiCore,
  type Component,
  ipam,
  kamajiProvider,
  kubeadmBootstrap,
} from './components.ts';
import type { ManifestSource } from './manifests.ts';

/** A manager that the lab runs as a process of this machine, as the ServiceAccount of its own manifests. */
export interface Provider extends ManifestSource {
  readonly namespace: string;
  readonly serviceAccount: string;
  /** Fixed in the program where it has no flag for it; a free port otherwise. Undefined: it has no webhooks. */
  readonly webhookPort: 'free' | number | undefined;
  /** Words before the flags. */
  readonly command?: readonly string[];
  /** Flags beside those of every controller-runtime manager. */
  readonly flags: (ports: Ports) => readonly string[];
}

export interface Ports {
  readonly webhook: number;
  readonly health: number;
  readonly metrics: number;
  /** Folder with tls.crt and tls.key for the webhook server. */
  readonly certificates: string;
}

const diagnostics = ({ metrics }: Ports): readonly string[] => [
  `--diagnostics-address=127.0.0.1:${metrics}`,
  '--insecure-diagnostics=true',
];

const webhookServer = ({ webhook, certificates }: Ports): readonly string[] => [
  `--webhook-port=${webhook}`,
  `--webhook-cert-dir=${certificates}`,
];

const core = (component: Component): Provider => ({
  name: 'capi-core',
  component,
  namespace: 'capi-system',
  serviceAccount: 'capi-manager',
  webhookPort: 'free',
  flags: (ports) => [
    '--feature-gates=ClusterTopology=true',
    `--health-addr=127.0.0.1:${ports.health}`,
    ...webhookServer(ports),
    ...diagnostics(ports),
  ],
});

const bootstrap = (component: Component): Provider => ({
  name: 'capi-kubeadm-bootstrap',
  component,
  folder: 'bootstrap/kubeadm',
  namespace: 'capi-kubeadm-bootstrap-system',
  serviceAccount: 'capi-kubeadm-bootstrap-manager',
  webhookPort: 'free',
  flags: (ports) => [
    `--health-addr=127.0.0.1:${ports.health}`,
    ...webhookServer(ports),
    ...diagnostics(ports),
  ],
});

export const capmoxWebhookPort = 9443;

/** CAPMOX has no flag for the port of its webhooks nor for their certificates (cmd/main.go, v0.9.0). */
const proxmox: Provider = {
  name: 'capmox',
  component: capmox,
  namespace: 'capmox-system',
  serviceAccount: 'capmox-controller-manager',
  webhookPort: capmoxWebhookPort,
  flags: (ports) => [
    '--feature-gates=ClusterTopology=true',
    `--health-probe-bind-address=127.0.0.1:${ports.health}`,
    ...diagnostics(ports),
  ],
};

const ipamInCluster: Provider = {
  name: 'ipam-in-cluster',
  component: ipam,
  namespace: 'capi-ipam-in-cluster-system',
  serviceAccount: 'capi-ipam-in-cluster-controller-manager',
  webhookPort: 'free',
  flags: (ports) => [
    `--health-probe-bind-address=127.0.0.1:${ports.health}`,
    ...webhookServer(ports),
    ...diagnostics(ports),
  ],
};

/** The providers of a lab, in the order in which they are installed. */
export const providers = (version: ClusterApiVersion): readonly Provider[] => [
  core(clusterApiCore(version)),
  bootstrap(kubeadmBootstrap(version)),
  ipamInCluster,
  proxmox,
];

/** The Kamaji control plane provider; the manifests are in its module, the program is run if it is given. */
export const kamajiControlPlane: Provider = {
  name: 'kamaji-provider',
  component: kamajiProvider,
  namespace: 'kamaji-system',
  serviceAccount: 'capi-kamaji-controller-manager',
  webhookPort: undefined,
  flags: ({ health, metrics }) => [
    `--health-probe-bind-address=127.0.0.1:${health}`,
    `--metrics-bind-address=127.0.0.1:${metrics}`,
  ],
};

/** The port of Kamaji's webhooks is fixed in the program as well, to the one that CAPMOX has (cmd/manager/cmd.go). */
const kamajiWebhookPort = Number(process.env['KAAS_LAB_KAMAJI_WEBHOOK_PORT'] ?? capmoxWebhookPort);

/** Kamaji itself, where its program is given; its manifests are then in KAAS_LAB_BIN/kamaji.yaml. */
export const kamajiOperator: Provider = {
  name: 'kamaji',
  component: kamajiProvider,
  namespace: 'kamaji-system',
  serviceAccount: 'kamaji',
  webhookPort: kamajiWebhookPort,
  command: ['manager'],
  flags: ({ health, metrics, certificates }) => [
    `--health-probe-bind-address=127.0.0.1:${health}`,
    `--metrics-bind-address=127.0.0.1:${metrics}`,
    `--tmp-directory=${certificates}/tmp`,
    `--webhook-ca-path=${certificates}/ca.crt`,
    '--pod-namespace=kamaji-system',
    '--serviceaccount-name=kamaji',
    '--webhook-service-name=kamaji-webhook-service',
    '--migrate-image=none',
    '--datastore=default',
    '--disable-telemetry',
  ],
};
