import type { Lack } from './request.ts';

/** Number of machines of the new pool. */
export interface Nodes {
  readonly min: number;
  readonly max: number;
  readonly autoscaled: boolean;
}

/** Reads `3`, `1-5`; one to three machines if nothing is said. */
export function nodesOf(text = '1-3'): Nodes | Lack {
  const [, from, to] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(text) ?? [];
  const min = Number(from);
  const max = Number(to ?? from);
  if (from !== undefined && min <= max && max > 0) return { min, max, autoscaled: to !== undefined };
  return {
    option: 'nodes',
    problem: `--nodes cannot be ${JSON.stringify(text)}`,
    allowed: 'allowed: a number of machines, such as 3, or the bounds of an autoscaler, such as 1-5',
    remedy: from !== undefined && max < min ? `did you mean ${String(max)}-${String(min)}?` : 'correct it',
    askable: false,
  };
}

/** The numbers as the tenant file says them. */
export function nodesText({ min, max, autoscaled }: Nodes): string {
  return autoscaled ? `{min: ${String(min)}, max: ${String(max)}}` : String(max);
}
