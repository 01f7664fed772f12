import type { Rule } from '../rule.ts';

/** Source: kamaji internal/webhook/handlers/tcp_name.go (DNS-1035); 24 leaves room for every name that Cluster API derives. */
const pattern = /^(?:[a-z]|[a-z](?:[a-z0-9]|-(?!-)){0,22}[a-z0-9])$/;

/** Words that YAML 1.1 readers take for something else, and names that an object beside the control plane has already. */
const reserved: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(
      ['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null', 'nan', 'inf'].map((word) => [
        word,
        'a word that YAML readers take for a truth value, a number or nothing',
      ]),
    ),
    'cluster-autoscaler':
      'the name of the Deployment of the autoscaler, beside which that of the control plane stands',
  }),
);

/** Why no tenant can have the name. */
export interface NameFault {
  readonly problem: string;
  readonly allowed: string;
  /** A name that is probably meant; undefined if there is none near. */
  readonly better: string | undefined;
}

/** What is wrong with the name of a tenant; undefined if nothing is. */
export function tenantNameFault(name: string): NameFault | undefined {
  const word = reserved.get(name);
  if (pattern.test(name) && word === undefined) return undefined;
  const better = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, 24);
  return {
    problem: `a tenant cannot be called ${JSON.stringify(name)}${word === undefined ? '' : `: it is ${word}`}`,
    allowed: 'allowed: lower-case letters, digits and single dashes, starting with a letter, at most 24',
    better: word === undefined && pattern.test(better) ? better : undefined,
  };
}

export const rule: Rule = {
  id: 'tenant-name',
  severity: 'error',
  summary: 'The name of a tenant, which is that of its file, fits every object that is named after it.',
  why: 'Cluster API accepts names that Kamaji then refuses for ever ("a DNS-1035 label must ..."), and longer ones are cut in the names of Machines.',
  example: '--- # tenants/Team_A.yaml\nowner: team-a@k8s.lab',
  remedy: 'rename the file',
  *check({ tenants }, { free }) {
    for (const { name, source } of tenants) {
      const fault = tenantNameFault(name);
      if (fault === undefined) continue;
      const { problem, allowed, better } = fault;
      const meant = better === undefined ? '' : `; did you mean ${free.tenantName(better)}.yaml?`;
      yield { place: source.place(), problem, allowed, remedy: `rename the file${meant}` };
    }
  },
};
