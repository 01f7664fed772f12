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

export const rule: Rule = {
  id: 'tenant-name',
  severity: 'error',
  summary: 'The name of a tenant, which is that of its file, fits every object that is named after it.',
  why: 'Cluster API accepts names that Kamaji then refuses for ever ("a DNS-1035 label must ..."), and longer ones are cut in the names of Machines.',
  example: '--- # tenants/Team_A.yaml\nowner: team-a@k8s.lab',
  remedy: 'rename the file',
  *check({ tenants }, { free }) {
    for (const { name, source } of tenants) {
      const word = reserved.get(name);
      if (pattern.test(name) && word === undefined) continue;
      const better = name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^[-0-9]+|-+$/g, '')
        .slice(0, 24);
      const usable = word === undefined && pattern.test(better);
      yield {
        place: source.place(),
        problem: `a tenant cannot be called ${JSON.stringify(name)}${word === undefined ? '' : `: it is ${word}`}`,
        allowed: 'allowed: lower-case letters, digits and single dashes, starting with a letter, at most 24',
        remedy: usable ? `rename the file; did you mean ${free.tenantName(better)}.yaml?` : 'rename the file',
      };
    }
  },
};
