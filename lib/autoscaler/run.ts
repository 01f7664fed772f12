/** One run: look, judge, write. It keeps nothing from the run before. */
import type { Client, Failure } from './client.ts';
import type { Log } from './log.ts';
import { lookAround } from './look.ts';
import { planAll } from './plan.ts';
import type { NamespacePlan } from './plan.ts';
import { forEachOf } from './pool.ts';
import type { Settings } from './settings.ts';
import { applyObject, deleteObject } from './write.ts';
import type { Change, Written } from './write.ts';

/** How many namespaces are written at a time. */
const WIDTH = 8;

export interface RunProps {
  readonly client: Client;
  readonly settings: Settings;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** True once no further namespace may be begun: out of time, or told to stop. */
  readonly over: () => boolean;
}

/** What a run did and what remains. */
export interface Summary {
  readonly clusters: number;
  readonly held: number;
  readonly problems: number;
  readonly failures: number;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
  readonly pages: number;
  readonly requests: number;
  readonly milliseconds: number;
}

/** True if the next run has work left, or a person has. */
export function workRemains(summary: Summary): boolean {
  return summary.problems + summary.failures > 0;
}

export async function runOnce(props: RunProps): Promise<Summary> {
  const started = props.now();
  const tally = { created: 0, updated: 0, deleted: 0, unchanged: 0, failures: 0 };
  const finish = (plans: readonly NamespacePlan[], clusters: number, pages: number): Summary => {
    const held = plans.filter((plan) => plan.held !== undefined).length;
    const problems = plans.reduce((sum, plan) => sum + plan.problems.length, 0);
    const cost = { pages, requests: props.client.requests(), milliseconds: props.now() - started };
    const summary = { clusters, held, problems, ...tally, ...cost };
    props.log(workRemains(summary) ? 'warn' : 'info', 'run finished', summary);
    return summary;
  };
  const look = await lookAround(props.client);
  if (!look.ok) {
    props.log('error', 'the management cluster could not be read; nothing was changed', reason(look));
    tally.failures = 1;
    return finish([], 0, 0);
  }
  const plans = planAll(look.snapshot, props.settings);
  for (const plan of plans) {
    tally.unchanged += plan.unchanged;
    for (const { text, ...where } of plan.problems) props.log('warn', text, where);
  }
  const busy = plans.filter((plan) => plan.removals.length + plan.applies.length > 0);
  let left = 0;
  await forEachOf(busy, WIDTH, async (plan) => {
    if (props.over()) left += 1;
    else await carryOut(plan, props, (result) => (tally[result] += 1));
  });
  if (left > 0) props.log('warn', 'stopped early; the next run goes on', { namespacesLeft: left });
  tally.failures += left;
  return finish(plans, look.snapshot.clusters.length, look.pages);
}

/**
 * Removals first: a Cluster deleted and made again needs the old objects out of its way. After a failure nothing
 * new is made beside what could not be (a role for a stranger's account), but what exists is still paused.
 */
async function carryOut(
  plan: NamespacePlan,
  { client, log }: RunProps,
  count: (result: Change | 'failures') => void,
): Promise<void> {
  const { namespace, cluster } = plan;
  const note = (kind: string, intent: string, written: Written): boolean => {
    const where = { namespace, cluster, kind };
    count(written.ok ? written.change : 'failures');
    if (!written.ok) log('error', `could not ${intent}`, { ...where, ...reason(written) });
    else if (written.change !== 'unchanged') log('info', written.change, { ...where, held: plan.held });
    return written.ok;
  };
  let complete = true;
  for (const object of plan.removals)
    complete = note(object.info.kind, 'delete', await deleteObject(client, object)) && complete;
  for (const apply of plan.applies)
    if (complete || apply.live !== undefined)
      complete = note(apply.wanted.info.kind, 'apply', await applyObject(client, apply)) && complete;
}

function reason(failure: Failure) {
  return { status: failure.status, reason: failure.message };
}
