import { fileRules } from './file-rules.ts';
import type { RuleDescription } from './reading-rule.ts';
import { schemaRules } from './schema-rules.ts';
import { yamlRules } from './yaml-rules.ts';

/** Every rule that reading the files can break, in the order of their ids. The rules that judge the fleet as a whole are in lib/checks. */
export const readingRules: readonly RuleDescription[] = [
  ...Object.values(fileRules),
  ...Object.values(schemaRules),
  ...Object.values(yamlRules),
].sort((a, b) => (a.id < b.id ? -1 : 1));
