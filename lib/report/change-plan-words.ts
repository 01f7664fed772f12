import type {
  ChangePlan,
  ControlPlaneChange,
  Count,
  PoolChange,
  TenantChange,
  ValueChange,
} from './change-plan.ts';

/** `3`, or `1..5` where an autoscaler chooses. */
export function countText({ min, max }: Count): string {
  return min === max ? String(min) : `${String(min)}..${String(max)}`;
}

/** `1 machine`, `1..5 machines`. */
export function machinesText(count: Count): string {
  return `${countText(count)} ${count.min === 1 && count.max === 1 ? 'machine' : 'machines'}`;
}

/** `2 tenants`, `1 tenant`. */
export function numberOf(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `cores 4 -> 8`; one side only for what is added or removed. */
export function valueText({ field, was, is }: ValueChange): string {
  if (was === undefined) return is === undefined ? field : `${field} + ${is}`;
  return is === undefined ? `${field} - ${was}` : `${field} ${was} -> ${is}`;
}

export const valuesText = (changes: readonly ValueChange[]): string => changes.map(valueText).join(', ');

/** A pin, with what it does to tenants. Seen from Kamaji 26.3 to 26.8: the new release makes every control plane's pods anew. */
export function pinText(pin: ValueChange): string {
  const rolls = pin.field === 'kamaji.version' || pin.field === 'kamaji.image';
  return rolls ? `${valueText(pin)}: every control plane rolls` : valueText(pin);
}

/** What happens to a control plane, one line each. */
export function controlPlaneLines(change: ControlPlaneChange): string[] {
  const { replicas, rolledBy, scaledTo, inPlace, refused } = change;
  return [
    ...(refused.length === 0 ? [] : [`not carried out: ${valuesText(refused)}`]),
    ...(rolledBy.length === 0 ? [] : [`rolls (${numberOf(replicas, 'pod')}): ${valuesText(rolledBy)}`]),
    ...(scaledTo === undefined ? [] : [`${numberOf(replicas, 'pod')} -> ${String(scaledTo)}`]),
    ...(inPlace.length === 0 ? [] : [`in place: ${valuesText(inPlace)}`]),
  ];
}

/** What happens to a pool, one line each. */
export function poolLines({ kind, machines, replacedBy, scaledTo, inPlace }: PoolChange): string[] {
  if (kind === 'created') return [`new: ${machinesText(machines)}`];
  if (kind === 'removed') return [`deleted: ${machinesText(machines)}`];
  return [
    ...(replacedBy.length === 0 ? [] : [`${machinesText(machines)} replaced: ${valuesText(replacedBy)}`]),
    ...(scaledTo === undefined ? [] : [`${countText(machines)} -> ${machinesText(scaledTo)}`]),
    ...(inPlace.length === 0 ? [] : [`in place: ${valuesText(inPlace)}`]),
  ];
}

/** The first words about a tenant. */
export const kindWords: Readonly<Record<TenantChange['kind'], string>> = {
  created: 'new',
  removed: 'deleted with everything in it',
  orphaned: 'its file goes and its cluster stays: it was not set to state: removing before',
  changed: '',
};

/** The sums in one sentence. */
export function totalsText({ totals }: ChangePlan): string {
  const { controlPlanesRolled, machinesReplaced, machinesCreated, machinesDeleted } = totals;
  return `${numberOf(controlPlanesRolled, 'control plane')} rolled, ${machinesText(machinesReplaced)} replaced, ${countText(machinesCreated)} new, ${countText(machinesDeleted)} deleted`;
}

/** What does not move. */
export function restText({ tenants, unchanged, unknown, pins, bundles }: ChangePlan): string {
  const nothing = tenants.length + pins.length + bundles.length + unknown.length === 0;
  const rest = `${nothing ? 'nothing moves' : 'nothing else moves'}: ${numberOf(unchanged.length, 'tenant')} unchanged`;
  return unknown.length === 0
    ? rest
    : `${numberOf(unchanged.length, 'tenant')} unchanged; not known because of errors: ${unknown.join(', ')} (see kaas check)`;
}
