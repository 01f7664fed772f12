import type { Finding, Place, Related, Severity } from '../finding/index.ts';
import type { FleetDraft } from '../fleet/index.ts';
import type { NextFree } from './next-free.ts';

/** What a rule says of one place; the rule's own words and severity are added by judge. */
export interface Complaint {
  readonly place: Place;
  /** What is wrong, with the offending value. */
  readonly problem: string;
  /** What would be accepted, starting with "allowed: " where values are listed. */
  readonly allowed: string;
  /** What to do; the rule's general remedy if absent. */
  readonly remedy?: string;
  readonly related?: readonly Related[];
}

/** What rules share: what is free, and for rules about rules how much each weighs and what all the others have said. */
export interface Verdict {
  readonly severities: ReadonlyMap<string, Severity>;
  /** Ids of the rules of this run: those about changes are asked only with an earlier fleet. */
  readonly asked: ReadonlySet<string>;
  /** Empty while the rules about the fleet are asked. */
  readonly findings: readonly Finding[];
  /** What to take instead of a value that is taken; shared, so that no two rules offer the same. */
  readonly free: NextFree;
}

/** A check. The file's name is the id; the list of checks in the docs and `kaas explain` are made from this data. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** One sentence: what must hold. */
  readonly summary: string;
  /** Why it must hold: what happens on a live site otherwise, with its source. */
  readonly why: string;
  /**
   * The smallest piece of a file that breaks the rule: top-level keys of a tenant file.
   * `--- # platform/site.yaml` or `--- # tenants/NAME.yaml` on a line of its own begins a piece of another file.
   */
  readonly example: string;
  readonly remedy: string;
  /** True for a rule about what the other rules said: it is asked after them. */
  readonly last?: true;
  /** Every complaint about the fleet. Pure; at most n log n in the number of tenants. */
  check(fleet: FleetDraft, verdict: Verdict): Iterable<Complaint>;
}

/** The check of a rule whose findings are left by whoever reads, while texts become typed values. */
export function atReading(): Iterable<Complaint> {
  return [];
}

/** The finding that a complaint becomes. */
export function findingOf(rule: Rule, severity: Severity, complaint: Complaint): Finding {
  const { place, problem, allowed, remedy = rule.remedy, related = [] } = complaint;
  return { rule: rule.id, severity, place, problem, allowed, remedy, related };
}
