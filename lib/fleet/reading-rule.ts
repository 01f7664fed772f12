import type { Finding, Place, Related, Severity } from '../finding/index.ts';

/** What a rule is about, as data: `kaas explain` and the list of checks are made from it. */
export interface RuleDescription {
  readonly id: string;
  /** The command that tells it; `kaas check` if absent. */
  readonly by?: string;
  readonly severity: Severity;
  /** One sentence: what must hold. */
  readonly summary: string;
  /** Why it must hold. */
  readonly why: string;
  /** The smallest piece of a file that breaks the rule. */
  readonly example: string;
  /** For a rule about changes: what the earlier revision had where the example stands. */
  readonly earlier?: string;
  readonly remedy: string;
}

/** What reading says of one place; the rule's own words and severity are added. */
export interface ReadingComplaint {
  readonly place: Place;
  readonly problem: string;
  readonly allowed: string;
  /** The rule's general remedy if absent. */
  readonly remedy?: string;
  readonly related?: readonly Related[];
}

/** The finding that a complaint becomes. */
export function readingFinding(rule: RuleDescription, complaint: ReadingComplaint): Finding {
  const { place, problem, allowed, remedy = rule.remedy, related = [] } = complaint;
  return { rule: rule.id, severity: rule.severity, place, problem, allowed, remedy, related };
}
