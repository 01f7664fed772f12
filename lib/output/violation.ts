/** Why the API server, or the contract of the output tree, would not take an object. */
export interface Violation {
  /** Where inside the object: `spec.topology.workers.machineDeployments[0].name`; '' is the object itself. */
  readonly path: string;
  /** What is wrong, with the offending value. */
  readonly problem: string;
  /** What would be accepted. */
  readonly allowed: string;
}

/** A step into an object: the name of a field or the index of a list item. */
export type Step = string | number;

/** State of one pass over one object: the steps taken so far, and what was found. */
export interface Walk {
  readonly steps: Step[];
  readonly violations: Violation[];
}

/** A pass that starts at `path`. */
export function startWalk(steps: readonly Step[] = []): Walk {
  return { steps: [...steps], violations: [] };
}

/** Notes a violation at the place where the walk is, or at its field `field`. */
export function report(walk: Walk, problem: string, allowed: string, field?: Step): void {
  const path = pathText(field === undefined ? walk.steps : [...walk.steps, field]);
  walk.violations.push({ path, problem, allowed });
}

/** `metadata.labels["kaas.lab/tenant"]`, `spec.pools[0]`: names that are no identifiers are quoted. */
export function pathText(steps: readonly Step[]): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${String(step)}]`;
    if (!/^[A-Za-z_][\w-]*$/.test(step)) return `${path}[${JSON.stringify(step)}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
}

/** A value as a message shows it: JSON, cut so that a line stays readable. */
export function show(value: unknown): string {
  const text = (JSON.stringify(value) as string | undefined) ?? String(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
