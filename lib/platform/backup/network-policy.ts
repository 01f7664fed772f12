import type { Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-30';
import { etcdNames } from '../names.ts';
import { backupLabels, backupNames } from './names.ts';
import type { BackedUp } from './options.ts';

/** Nobody reaches the jobs; they reach DNS, their datastore and the store of the backups. */
export function addNetworkPolicy(chart: Chart, datastore: BackedUp): void {
  const { backup: name, namespace } = backupNames(datastore);
  new k8s.KubeNetworkPolicy(chart, `${name}-network`, {
    metadata: { name, namespace, labels: backupLabels(datastore) },
    spec: {
      podSelector: { matchLabels: backupLabels(datastore) },
      policyTypes: ['Ingress', 'Egress'],
      egress: [dns, toDatastore(datastore), ...toBucket(datastore)],
    },
  });
}

const port = (number: number, protocol = 'TCP'): k8s.NetworkPolicyPort => ({
  port: k8s.IntOrString.fromNumber(number),
  protocol,
});

const dns: k8s.NetworkPolicyEgressRule = { ports: [port(53, 'UDP'), port(53)] };

function toDatastore({ name, driver, file }: BackedUp): k8s.NetworkPolicyEgressRule {
  if (driver !== 'etcd') return { ports: [port(Number(file.endpoint?.split(':').at(-1)))] };
  const matchLabels = { 'app.kubernetes.io/instance': etcdNames(name).release };
  return { to: [{ podSelector: { matchLabels } }], ports: [port(2379)] };
}

/** A policy cannot name a host: without `addresses`, any host on that port. */
function toBucket({ backup: { to } }: BackedUp): k8s.NetworkPolicyEgressRule[] {
  if (to.s3 === undefined) return [];
  const { protocol, port: given } = new URL(to.s3.endpoint);
  const number = given === '' ? (protocol === 'https:' ? 443 : 80) : Number(given);
  const hosts = to.s3.addresses?.map((cidr) => ({ ipBlock: { cidr } }));
  return [{ ...(hosts === undefined ? {} : { to: hosts }), ports: [port(number)] }];
}
