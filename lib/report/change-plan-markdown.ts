import type { ChangePlan, ControlPlaneChange, TenantChange } from './change-plan.ts';
import { changePlanText } from './change-plan-text.ts';
import { countText, numberOf, restText, totalsText } from './change-plan-words.ts';

/** Rows that are shown before the rest is left to the details: a comment has a limit of 65,536 characters on GitHub. */
const mostRows = 30;
const mostCharacters = 50_000;

/** The plan as a comment on a pull request: a table, with the values folded away. */
export function changePlanMarkdown(plan: ChangePlan): string {
  const { ref, tenants } = plan;
  const rows = tenants.slice(0, mostRows).map(row);
  const left = tenants.length - rows.length;
  return [
    `### Change plan against \`${ref.replaceAll('`', '')}\``,
    '',
    `**${totalsText(plan)}.** ${capital(restText(plan))}.`,
    ...(rows.length === 0 ? [] : ['', '| tenant | control plane | pools |', '|---|---|---|', ...rows]),
    ...(left > 0 ? ['', `... and ${numberOf(left, 'tenant')} more.`] : []),
    ...platformLine(plan),
    '',
    '<details><summary>Values</summary>',
    '',
    ...fenced(changePlanText(plan)),
    '',
    '</details>',
    '',
  ].join('\n');
}

function row(tenant: TenantChange): string {
  return `| ${cell(tenant.name)} | ${controlPlaneCell(tenant)} | ${poolCell(tenant)} |`;
}

function controlPlaneCell({ kind, controlPlane }: TenantChange): string {
  if (kind === 'created') return 'new';
  if (kind === 'removed') return '**deleted**';
  if (kind === 'orphaned') return '**stays without a file**';
  return controlPlane === undefined ? 'stays' : effectOf(controlPlane);
}

function effectOf({ refused, rolledBy, scaledTo }: ControlPlaneChange): string {
  if (refused.length > 0) return '**not carried out**';
  if (rolledBy.length > 0) return 'rolls';
  return scaledTo === undefined ? 'in place' : `scales to ${String(scaledTo)}`;
}

function poolCell({ kind, pools }: TenantChange): string {
  if (kind === 'orphaned') return 'stay';
  const cells = pools.map(({ name, kind: poolKind, machines, replacedBy, scaledTo }) => {
    if (poolKind === 'created') return `${name}: ${countText(machines)} new`;
    if (poolKind === 'removed') return `${name}: **${countText(machines)} deleted**`;
    if (replacedBy.length > 0) return `${name}: **${countText(machines)} replaced**`;
    return scaledTo === undefined ? `${name}: in place` : `${name}: scales to ${countText(scaledTo)}`;
  });
  return cells.length === 0 ? 'stay' : cells.join(', ');
}

function platformLine({ pins, bundles }: ChangePlan): string[] {
  const parts = [...pins.map(({ field }) => field), ...bundles.map(({ name }) => name)];
  return parts.length === 0 ? [] : ['', `Platform: ${parts.join(', ')}.`];
}

/** A fence longer than any in the text, so that no value ends it. */
function fenced(text: string): string[] {
  const shown =
    text.length > mostCharacters
      ? `${text.slice(0, mostCharacters)}\n... (run kaas plan for the rest)\n`
      : text;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, shown.trimEnd(), fence];
}

/** A name that is no good yet must not break the table. */
const cell = (text: string): string => text.replaceAll(/[|`\n<]/g, '?');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
