import { type Attempt, type PodSpec, runPod, type World } from './pod.ts';

/** The parts of a Job that are looked at here. */
export interface JobSpec {
  readonly completionMode?: string;
  readonly completions?: number;
  readonly backoffLimit?: number;
  readonly backoffLimitPerIndex?: number;
  readonly successPolicy?: { readonly rules: readonly { readonly succeededCount?: number }[] };
  readonly template: { readonly spec: PodSpec };
}

export interface Outcome {
  readonly succeeded: boolean;
  readonly attempts: readonly Attempt[];
}

/** Does what the Job controller does: indexes in turn until the success policy is met, or attempts up to the limit. */
export async function runJob(job: JobSpec, world: World): Promise<Outcome> {
  return job.completionMode === 'Indexed' ? runIndexed(job, world) : runPlain(job, world);
}

async function runIndexed(job: JobSpec, world: World): Promise<Outcome> {
  const needed = job.successPolicy?.rules[0]?.succeededCount ?? job.completions ?? 1;
  const attempts: Attempt[] = [];
  for (let index = 0; index < (job.completions ?? 1); index += 1) {
    for (let retry = 0; retry <= (job.backoffLimitPerIndex ?? 6); retry += 1) {
      const attempt = await runPod(job.template.spec, world, { JOB_COMPLETION_INDEX: String(index) });
      attempts.push(attempt);
      if (attempt.succeeded) break;
    }
    if (attempts.filter(({ succeeded }) => succeeded).length >= needed) return { succeeded: true, attempts };
  }
  return { succeeded: false, attempts };
}

async function runPlain(job: JobSpec, world: World): Promise<Outcome> {
  const attempts: Attempt[] = [];
  for (let retry = 0; retry <= (job.backoffLimit ?? 6); retry += 1) {
    const attempt = await runPod(job.template.spec, world);
    attempts.push(attempt);
    if (attempt.succeeded) return { succeeded: true, attempts };
  }
  return { succeeded: false, attempts };
}
