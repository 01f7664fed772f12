import { type Field, fieldsOf, inputFiles, readingRules, type RuleDescription } from '../fleet/index.ts';
import { historyRules, rules } from '../checks/index.ts';
import { buildRules } from '../synth/build-rules.ts';
import { treeRules } from '../synth/tree-rules.ts';
import { liveRules } from '../verify/live-rules.ts';

/** Everything that can be explained. */
export interface Topics {
  readonly rules: readonly RuleDescription[];
  readonly fields: readonly Field[];
}

const builtRules: readonly RuleDescription[] = [...Object.values(buildRules), ...Object.values(treeRules)];

/** All rules in the order of their ids, and all fields in the order of their schemas. */
export function allTopics(): Topics {
  const described = [...readingRules, ...rules, ...historyRules, ...builtRules, ...liveRules].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  return { rules: described, fields: inputFiles.flatMap(fieldsOf) };
}

/** The name of a field as it is asked for. */
export const fieldName = ({ path }: Field): string => path.join('.');
