import { Construct } from 'constructs';
import { InClusterIPPool } from '../../../imports/index.ts';
import { namespaceOf, type Nic, type Tenant } from '../../fleet/index.ts';
import { rangeText } from '../../net/index.ts';
import { ipPoolName } from './class-values.ts';
import { baseAnnotations } from './keys.ts';

export interface NicPoolsProps {
  readonly tenant: Tenant;
}

/**
 * The addresses of a tenant's further network devices, one pool per network.
 * The pools have no gateway: only the first device carries a default route, so that two never compete.
 */
export class NicPools extends Construct {
  constructor(scope: Construct, id: string, { tenant }: NicPoolsProps) {
    super(scope, id);
    for (const [network, nics] of nicsByNetwork(tenant)) {
      const addresses = [...new Set(nics.flatMap((nic) => nic.addresses.map(rangeText)))];
      new InClusterIPPool(this, network, {
        metadata: {
          name: ipPoolName(tenant, network),
          namespace: namespaceOf(tenant),
          annotations: baseAnnotations,
        },
        spec: { addresses, prefix: nics[0].network.subnet.prefix },
      });
    }
  }
}

function nicsByNetwork(tenant: Tenant): ReadonlyMap<string, [Nic, ...Nic[]]> {
  const networks = new Map<string, [Nic, ...Nic[]]>();
  for (const nic of [tenant.machines, ...tenant.pools].flatMap(({ nics }) => nics)) {
    const known = networks.get(nic.networkName);
    if (known === undefined) networks.set(nic.networkName, [nic]);
    else known.push(nic);
  }
  return networks;
}
