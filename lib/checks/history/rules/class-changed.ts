import type { HistoryRule } from '../history-rule.ts';

/** Source: seen on Cluster API v1.13.5: a template that changes under its name rolls every cluster of the class at once. */
export const rule: HistoryRule = {
  id: 'class-changed',
  severity: 'error',
  summary: 'A released class generation never changes.',
  why: 'Cluster API would carry the change to every Cluster of the generation at once, with no canary and no review of each tenant.',
  earlier: '--- # platform/classes/lab-tenant-1.yaml\n# as released',
  example: '--- # platform/classes/lab-tenant-1.yaml\n# as released, and edited, with a digest that fits',
  remedy: 'take the file back from Git, and run `kaas class release` for a new generation',
  *check(earlier, { classes }) {
    const released = new Map(earlier.classes.map(({ name, source }) => [name, source.text]));
    for (const { name, source } of classes) {
      const text = released.get(name);
      if (text === undefined || text === source.text) continue;
      yield {
        place: { file: source.file, line: firstDifference(text, source.text), column: 1 },
        problem: `class generation ${name} is not what was released`,
        allowed: 'allowed: a new generation, under a new name',
      };
    }
  },
};

function firstDifference(was: string, is: string): number {
  const before = was.split('\n');
  // The second line is a digest of the rest: it differs whatever was edited.
  const line = is.split('\n').findIndex((text, index) => index > 1 && text !== before[index]);
  return line === -1 ? 1 : line + 1;
}
