import type { FleetDraft } from '../../fleet/index.ts';
import type { Complaint, Rule } from '../rule.ts';

/** A check of what changes: it judges the fleet together with an earlier one. */
export interface HistoryRule extends Omit<Rule, 'check' | 'last'> {
  /** The same pieces of files as in the example, as the earlier revision had them. */
  readonly earlier: string;
  /** Every complaint about the way from the earlier fleet to this one. Pure; at most n log n in the number of tenants. */
  check(earlier: FleetDraft, fleet: FleetDraft): Iterable<Complaint>;
}
