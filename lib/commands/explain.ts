import { explain } from '../explain/explain.ts';
import { allTopics } from '../explain/topics.ts';
import { type Command, UsageError } from './command.ts';

/** `kaas explain`: what a rule or a field is, from the data that the checks use. */
export const command: Command = {
  verb: 'explain',
  summary: 'Explain a rule by its id, a field of the files by its path, or list the fields of a file',
  positionals: 'RULE|FIELD',
  arity: [1, 1],
  options: {},
  examples: [
    'kaas explain vip-unique',
    'kaas explain pools.NAME.nodes',
    'kaas explain site.networks.NAME.vlan',
    'kaas explain tenant   # its fields; also: site, versions',
  ],
  run(input, io) {
    const [query = ''] = input.positionals;
    const explanation = explain(query, allTopics());
    if ('text' in explanation) {
      io.out(explanation.text);
      return 0;
    }
    const { unknown, meant } = explanation;
    throw new UsageError(
      `there is no rule and no field ${JSON.stringify(unknown)}; allowed: a rule such as vip-unique, a field such as controlPlane.vip, or tenant, site or versions; ${
        meant.length === 0 ? 'see docs/reference' : `did you mean ${meant.join(' or ')}?`
      }`,
    );
  },
};
