import type { Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-30';

/** A CronJob; what is not named here is the same for all of ours. */
export interface Cron {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Record<string, string>;
  /** Five fields, UTC; undefined for one that people start by `kubectl create job --from`. */
  readonly schedule: string | undefined;
  readonly job: Omit<k8s.JobSpec, 'ttlSecondsAfterFinished'>;
}

/** Never two runs at once; the last few are kept for reading, failed ones longer than good ones. */
export function addCronJob(chart: Chart, { name, namespace, labels, schedule, job }: Cron): void {
  new k8s.KubeCronJob(chart, name, {
    metadata: { name, namespace, labels },
    spec: {
      schedule: schedule ?? '0 0 1 1 *',
      timeZone: 'Etc/UTC',
      ...(schedule === undefined ? { suspend: true } : {}),
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 600,
      successfulJobsHistoryLimit: 2,
      failedJobsHistoryLimit: 3,
      jobTemplate: {
        metadata: { labels },
        spec: { ...job, ttlSecondsAfterFinished: 7 * 24 * 3600 },
      },
    },
  });
}
