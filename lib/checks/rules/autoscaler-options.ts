import { optionProblem } from '../../autoscaler/options.ts';
import { autoscalerOptionsOf } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

/** What the job accepts of each key, as far as the schema of the file lets it through. */
const allowed = {
  expander: 'least-waste, most-pods, random, least-nodes',
  unneededTime: 'at most 24h, such as 10m',
  utilizationThreshold: '0 to 1 with at most four digits after the point, such as 0.5',
  maxNodes: '1 to 5000',
} as const;

/** Asks the very function by which the job decides. */
export const rule: Rule = {
  id: 'autoscaler-options',
  severity: 'error',
  summary: 'The autoscaler job accepts every option of the autoscaler that a tenant gives.',
  why: 'The job keeps what runs when it reads a value that it does not accept: the change would be merged and never happen.',
  example: 'autoscaler: {unneededTime: 25h}',
  remedy: 'give a value that the job accepts',
  *check({ tenants }) {
    for (const { autoscaler = {}, source } of tenants) {
      for (const { key, name, value } of autoscalerOptionsOf(autoscaler)) {
        if (optionProblem(name, value) === undefined) continue;
        yield {
          place: source.place(['autoscaler', key]),
          problem: `autoscaler.${key} is not accepted (${value})`,
          allowed: `allowed: ${allowed[key]}`,
        };
      }
    }
  },
};
