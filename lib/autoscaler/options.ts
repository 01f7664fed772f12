/** What a tenant may tune of its cluster-autoscaler, as annotations on its Cluster. Imports nothing. */

/** One flag of the cluster-autoscaler that a tenant may set. */
export interface AutoscalerOption {
  /** Name of the flag without its dashes; also the last part of the annotation. */
  readonly name: string;
  /** Value when the tenant says nothing, in the flag's own form. */
  readonly fallback: string;
  /** What the flag does, in one line. */
  readonly about: string;
  /** What is allowed, in words that complete "must be ...". */
  readonly allowed: string;
  readonly accepts: (value: string) => boolean;
}

/** Prefix of every annotation of ours, on Clusters and on the objects that the job makes. */
export const ANNOTATION_PREFIX = 'autoscaler.kaas.lab/';

/** Expanders that need nothing but the autoscaler itself: `price` and `grpc` do not work with Cluster API. */
const EXPANDERS = ['least-nodes', 'least-waste', 'most-pods', 'priority', 'random'];

const duration = 'a duration such as 90s, 10m or 1h30m, from 1s to 24h';
const boolean = 'true or false';

/** Every option there is. The defaults are the autoscaler's own, except where `about` says otherwise. */
export const AUTOSCALER_OPTIONS: readonly AutoscalerOption[] = [
  {
    name: 'expander',
    fallback: 'least-waste',
    about: 'how a pool is chosen when several would do; further names break ties',
    allowed: `one or more of ${EXPANDERS.join(', ')}, separated by commas, each once`,
    accepts: isExpanderList,
  },
  {
    name: 'max-node-provision-time',
    fallback: '15m',
    about: 'how long a new worker may take to join before the pool is given up for a while',
    allowed: duration,
    accepts: isDuration,
  },
  {
    name: 'max-nodes-total',
    fallback: '0',
    about: 'most nodes of the whole cluster, fixed pools included; 0 means that only the pools set limits',
    allowed: 'a whole number from 0 to 5000',
    accepts: (value) => isWhole(value, 5000),
  },
  {
    name: 'scale-down-delay-after-add',
    fallback: '10m',
    about: 'how long after a scale-up scaling down is looked at again',
    allowed: duration,
    accepts: isDuration,
  },
  {
    name: 'scale-down-unneeded-time',
    fallback: '10m',
    about: 'how long a node must have been unneeded before it is removed',
    allowed: duration,
    accepts: isDuration,
  },
  {
    name: 'scale-down-utilization-threshold',
    fallback: '0.5',
    about: 'share of requested CPU and memory below which a node counts as unneeded; 0: none ever does',
    allowed: 'a decimal number from 0 to 1, such as 0.5',
    accepts: isShare,
  },
  {
    name: 'skip-nodes-with-system-pods',
    fallback: 'false',
    about:
      'true keeps nodes that run kube-system pods; false (the upstream default is true) lets a pool reach 0',
    allowed: boolean,
    accepts: (value) => value === 'true' || value === 'false',
  },
];

/** Annotation of the Cluster that sets `option`. */
export function optionAnnotation(option: AutoscalerOption): string {
  return ANNOTATION_PREFIX + option.name;
}

/** The option of that name, if there is one. */
export function findOption(name: string): AutoscalerOption | undefined {
  return AUTOSCALER_OPTIONS.find((option) => option.name === name);
}

/** What is wrong with `value` for the option `name`, or undefined if it is fine. */
export function optionProblem(name: string, value: string): string | undefined {
  const option = findOption(name);
  if (option === undefined) {
    const names = AUTOSCALER_OPTIONS.map((known) => known.name).join(', ');
    return `there is no autoscaler option ${name}; there are ${names}`;
  }
  return option.accepts(value) ? undefined : `${name} must be ${option.allowed}, not "${value}"`;
}

function isExpanderList(value: string): boolean {
  const names = value.split(',');
  return new Set(names).size === names.length && names.every((name) => EXPANDERS.includes(name));
}

function isDuration(value: string): boolean {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/.exec(value);
  if (parts === null) return false;
  const [, hours, minutes, seconds] = parts;
  const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return total >= 1 && total <= 86_400;
}

function isShare(value: string): boolean {
  return /^(?:0|1(?:\.0+)?|0?\.\d{1,4})$/.test(value);
}

function isWhole(value: string, most: number): boolean {
  return /^(0|[1-9]\d{0,5})$/.test(value) && Number(value) <= most;
}
