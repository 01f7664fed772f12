import type { ChangePlan, TenantChange } from './change-plan.ts';
import {
  controlPlaneLines,
  kindWords,
  pinText,
  poolLines,
  restText,
  totalsText,
  valuesText,
} from './change-plan-words.ts';

/** The plan for a terminal. Tenants to which the same happens are told together. */
export function changePlanText(plan: ChangePlan): string {
  const blocks = [...tenantBlocks(plan), ...platformBlock(plan)];
  return `${[`compared with ${plan.ref} (${plan.commit.slice(0, 12)})`, ...blocks, totalsText(plan), restText(plan)].join('\n')}\n`;
}

/** The tenants alone, in groups. */
export function tenantBlocks({ tenants }: ChangePlan): string[] {
  const groups = new Map<string, string[]>();
  for (const tenant of tenants) {
    const body = tenantLines(tenant).join('\n');
    const names = groups.get(body);
    if (names === undefined) groups.set(body, [tenant.name]);
    else names.push(tenant.name);
  }
  return [...groups].map(([body, names]) => `${heading(names)}\n${body}`);
}

function heading(names: readonly string[]): string {
  return names.length === 1 ? names.join('') : `${names.join(', ')} (${String(names.length)} tenants, each)`;
}

function tenantLines(tenant: TenantChange): string[] {
  const { kind, controlPlane, pools, newMachines, cluster, beside } = tenant;
  const indented = (what: string) => (line: string) => `  ${what}: ${line}`;
  return [
    ...(kind === 'changed' ? [] : [`  ${kindWords[kind]}`]),
    ...(controlPlane === undefined ? [] : controlPlaneLines(controlPlane).map(indented('control plane'))),
    ...pools.flatMap((pool) => poolLines(pool).map(indented(`pool ${pool.name}`))),
    ...(newMachines.length === 0 ? [] : [`  for machines made from now on: ${valuesText(newMachines)}`]),
    ...(cluster.length === 0 ? [] : [`  Cluster, in place: ${valuesText(cluster)}`]),
    ...(beside.length === 0 ? [] : [`  beside it: ${valuesText(beside)}`]),
  ];
}

function platformBlock({ pins, bundles }: ChangePlan): string[] {
  if (pins.length + bundles.length === 0) return [];
  return [
    [
      'platform',
      ...pins.map((pin) => `  pin ${pinText(pin)}`),
      ...bundles.map(({ name, objects }) => `  ${name}: ${valuesText(objects)}`),
    ].join('\n'),
  ];
}
