/** What a scenario's tenant file says; addresses and VM ids follow from its number. */
export interface TenantText {
  /** 1 to 60: VIP 10.4.0.(110+number), four node addresses or more, ten VM ids. */
  readonly number: number;
  readonly kubernetes?: string;
  /** Lines of `pools:`, each as in a tenant file. */
  readonly pools: readonly string[];
  readonly removing?: boolean;
  readonly network?: 'shared' | 'acme';
  /** How many node addresses. Default 4; more reach into those of the next number. */
  readonly addresses?: number;
}

/** VIP of the tenant with this number. */
export const vipOf = (number: number): string => `10.4.0.${110 + number}`;

/** First and last node address of the tenant with this number, in its network. */
export function addressesOf(
  number: number,
  count = 4,
  network: 'shared' | 'acme' = 'shared',
): readonly [string, string] {
  const prefix = network === 'shared' ? '10.30.0.' : '10.40.0.';
  return [`${prefix}${10 + 4 * (number - 1)}`, `${prefix}${9 + count + 4 * (number - 1)}`];
}

/** First and last VM id of the tenant with this number. */
export const vmIdsOf = (number: number): readonly [number, number] => [
  20_000 + 10 * number,
  20_009 + 10 * number,
];

export function tenantText({
  number,
  kubernetes = 'v1.34.4',
  pools,
  removing = false,
  network = 'shared',
  addresses = 4,
}: TenantText): string {
  const [first, last] = addressesOf(number, addresses, network);
  const [firstId, lastId] = vmIdsOf(number);
  return `${removing ? 'state: removing\n' : ''}owner: lab@k8s.lab
kubernetes: ${kubernetes}
controlPlane: {vip: ${vipOf(number)}, replicas: 1}
network: {name: ${network}, addresses: ${first}-${last}}
vmids: ${firstId}-${lastId}
pools:
${pools.map((pool) => `  ${pool}\n`).join('')}access: {view: [lab]}
`;
}
