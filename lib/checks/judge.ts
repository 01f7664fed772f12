import type { Finding } from '../finding/index.ts';
import type { FleetDraft } from '../fleet/index.ts';
import { findingOf } from './rule.ts';
import { rules } from './rules/index.ts';

/** What all rules say of the fleet, with the severities that the site gives them. */
export function judge(fleet: FleetDraft): Finding[] {
  const severities = fleet.site.file.rules ?? {};
  return rules.flatMap((rule) =>
    [...rule.check(fleet)].map((complaint) =>
      findingOf(rule, severities[rule.id] ?? rule.severity, complaint),
    ),
  );
}
