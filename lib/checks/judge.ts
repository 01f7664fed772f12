import type { Finding, Severity } from '../finding/index.ts';
import { type FleetDraft, readingRules } from '../fleet/index.ts';
import { acceptancesOf } from './acceptance.ts';
import { ChangedFiles } from './history/changed-files.ts';
import { historyRules } from './history/index.ts';
import { NextFree } from './next-free.ts';
import { findingOf, type Rule, type Verdict } from './rule.ts';
import { rules } from './rules/index.ts';

/**
 * What all rules say of the fleet, with the severities that the site gives them; with an earlier fleet, those about changes too.
 * A warning that its own file accepts is left out; an error cannot be accepted. Where two files disagree and one of them
 * changed since the earlier fleet, it is told there.
 */
export function judge(given: FleetDraft, earlier?: FleetDraft): Finding[] {
  const changed = earlier === undefined ? undefined : new ChangedFiles(earlier, given);
  const fleet = changed?.last(given) ?? given;
  const all = [...rules, ...(earlier === undefined ? [] : comparing(earlier, given))];
  const severities = severitiesOf(fleet);
  const asked = new Set([...readingRules, ...all].map(({ id }) => id));
  const free = new NextFree(fleet);
  const first = ask(
    all.filter(({ last }) => last === undefined),
    fleet,
    { severities, asked, free, findings: [] },
  );
  const last = ask(
    all.filter(({ last }) => last === true),
    fleet,
    { severities, asked, free, findings: first },
  );
  const findings = withoutAccepted(fleet, [...first, ...last]);
  return changed === undefined ? findings : findings.map((finding) => changed.toldAtTheChange(finding));
}

/** The rules about changes, with the earlier fleet in hand. */
function comparing(earlier: FleetDraft, fleet: FleetDraft): Rule[] {
  return historyRules.map((rule) => ({ ...rule, check: () => rule.check(earlier, fleet) }));
}

/** How much each rule weighs at this site. The site can raise a warning; it cannot lower an error. */
function severitiesOf({ site }: FleetDraft): ReadonlyMap<string, Severity> {
  return new Map(
    [...readingRules, ...rules, ...historyRules].map(({ id, severity }) => [
      id,
      severity === 'error' ? 'error' : (site.file.rules?.[id] ?? 'warning'),
    ]),
  );
}

function ask(asked: readonly Rule[], fleet: FleetDraft, verdict: Verdict): Finding[] {
  return asked.flatMap((rule) =>
    [...rule.check(fleet, verdict)].map((complaint) =>
      findingOf(rule, verdict.severities.get(rule.id) ?? rule.severity, complaint),
    ),
  );
}

function withoutAccepted(fleet: FleetDraft, findings: readonly Finding[]): Finding[] {
  const accepted = new Set(acceptancesOf(fleet).map(({ source, rule }) => `${source.file}\n${rule}`));
  return findings.filter(
    ({ severity, place, rule }) => severity === 'error' || !accepted.has(`${place.file}\n${rule}`),
  );
}
