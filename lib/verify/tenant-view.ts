import type { Finding, Place } from '../finding/index.ts';
import { namespaceOf, type Path, type Tenant } from '../fleet/index.ts';
import type { Api, Live } from './api.ts';
import type { LiveCheck } from './live-rules.ts';
import { oneLine } from './one-line.ts';

/** A tenant as its file describes it, and the two API servers that know how it is. */
export interface TenantView {
  readonly tenant: Tenant;
  /** The management cluster. */
  readonly management: Api;
  /** The tenant's own API server; undefined if it could not be reached, which is a finding already. */
  readonly workload: Api | undefined;
}

/** What a check says: findings, or that it could not be made and why. */
export interface Answer {
  readonly check: LiveCheck;
  readonly findings: readonly Finding[];
  /** What was seen, in a few words; what kept the check from being made if `made` is false. */
  readonly seen: string;
  readonly made: boolean;
}

/** What is wrong, and where to look. */
interface Fault {
  readonly problem: string;
  readonly wanted: string;
  readonly look: string;
  readonly path?: Path;
  readonly severity?: Finding['severity'];
}

export function good(check: LiveCheck, seen: string): Answer {
  return { check, findings: [], seen, made: true };
}

/** The check says nothing of this tenant, such as of workers where there are none. */
export function skipped(check: LiveCheck, why: string): Answer {
  return { check, findings: [], seen: why, made: false };
}

export function bad(check: LiveCheck, tenant: Tenant, faults: readonly Fault[]): Answer {
  const findings = faults.map(({ problem, wanted, look, path = [], severity = 'error' as const }) =>
    liveFinding(check, severity, tenant.source.place(path), { problem, wanted, look }),
  );
  return { check, findings, seen: faults.map(({ problem }) => problem).join('; '), made: true };
}

/** A finding about something live, at the place of the file that asked for it. */
export function liveFinding(
  check: LiveCheck,
  severity: Finding['severity'],
  place: Place,
  { problem, wanted, look }: { readonly problem: string; readonly wanted: string; readonly look: string },
): Finding {
  return {
    rule: `live-${check}`,
    severity,
    place,
    problem: oneLine(problem),
    allowed: `wanted: ${wanted}`,
    remedy: look,
    related: [],
  };
}

/** Path of the objects of a kind in the tenant's namespace of the management cluster. */
export function inNamespace(tenant: { readonly name: string }, groupVersion: string, plural: string): string {
  const root = groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`;
  return `${root}/namespaces/${namespaceOf(tenant)}/${plural}`;
}

/** Whether a pod is running and ready. */
export function isReady(pod: Live): boolean {
  const conditions = ((pod['status'] as Live | undefined)?.['conditions'] ?? []) as readonly Live[];
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}
