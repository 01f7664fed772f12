import type { ControlPlaneChange, ValueChange } from '../../report/change-plan.ts';
import { differences } from '../../report/differences.ts';
import type { TenantView } from './tenant-view.ts';

type Effect = 'rolls' | 'scales' | 'in place' | 'refused';

/**
 * What a change of a field of the KamajiControlPlane does; the longest way that fits counts, and what is not listed rolls.
 * Source: what Kamaji puts into the pod template, internal/builders/controlplane/deployment.go and konnectivity_server.go
 * (templateLabels carries a hash of the certificate, hence certSANs); the rules of the CRD tenantcontrolplanes.kamaji.clastix.io.
 */
const effects: Readonly<Record<string, Effect>> = {
  replicas: 'scales',
  dataStoreSchema: 'refused',
  dataStoreUsername: 'refused',
  addons: 'in place',
  'addons.konnectivity.server': 'rolls',
  kubelet: 'in place',
  'kubelet.preferredAddressTypes': 'rolls',
  'network.dnsServiceIPs': 'in place',
  'network.serviceAnnotations': 'in place',
  'network.serviceAnnotations.metallb.io/loadBalancerIPs': 'refused',
  'network.serviceLabels': 'in place',
  'network.loadBalancerConfig': 'refused',
  'network.loadBalancerConfig.loadBalancerSourceRanges': 'in place',
  'deployment.additionalMetadata': 'in place',
  'deployment.strategy': 'in place',
};

/** What happens to the control plane; undefined if nothing does. */
export function controlPlaneChange(was: TenantView, is: TenantView): ControlPlaneChange | undefined {
  const changes = differences(was.controlPlane?.spec, is.controlPlane?.spec);
  const having = (effect: Effect): ValueChange[] => changes.filter(({ field }) => effectOf(field) === effect);
  const network = differences(was.cluster.spec.clusterNetwork, is.cluster.spec.clusterNetwork);
  if (changes.length + network.length === 0) return undefined;
  return {
    replicas: was.tenant.replicas,
    rolledBy: having('rolls'),
    scaledTo: having('scales').length === 0 ? undefined : is.tenant.replicas,
    inPlace: having('in place'),
    // Port, networks and domain are no fields of the KamajiControlPlane: its provider takes them from the Cluster.
    refused: [...having('refused'), ...network],
  };
}

function effectOf(field: string): Effect {
  const fitting = Object.keys(effects).filter((prefix) => field === prefix || field.startsWith(`${prefix}.`));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return (longest === undefined ? undefined : effects[longest]) ?? 'rolls';
}
