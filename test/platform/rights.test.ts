import { describe, expect, test } from '@jest/globals';
import { golden } from '../checks/golden.ts';
import { at, sampleTree, type TreeFile } from '../gitops/tree.ts';

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

const roles = (tree: readonly TreeFile[]): TreeFile[] =>
  tree.filter(({ object }) => /^(?:Cluster)?Role$/.test(object.kind));
const rulesOf = ({ object }: TreeFile): readonly Rule[] => (at(object, 'rules') ?? []) as readonly Rule[];

function lines(file: TreeFile): string[] {
  const { kind, metadata } = file.object;
  return rulesOf(file).map(
    ({ apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [], verbs }) => {
      const things = resources.flatMap((resource) =>
        apiGroups.map((group) => (group === '' ? resource : `${resource}.${group}`)),
      );
      const names = resourceNames.length === 0 ? '' : ` [${resourceNames.join(' ')}]`;
      return `${kind} ${metadata.namespace ?? ''}/${metadata.name}: ${verbs.join(',')} ${[...things, ...nonResourceURLs].join(' ')}${names}`;
    },
  );
}

describe('rights that dist/ gives', () => {
  const tree = sampleTree('argocd');

  test('are these and no others', () => {
    const text = `${roles(tree).flatMap(lines).sort().join('\n')}\n`;
    expect(text).toBe(golden(new URL('../fixtures/platform/rights.txt', import.meta.url).pathname, text));
  });

  test('name no verb and no resource by a star, and nothing that would let a holder take more', () => {
    for (const file of roles(tree))
      for (const rule of rulesOf(file)) {
        expect([file.path, rule.verbs]).not.toEqual([file.path, expect.arrayContaining(['*'])]);
        expect([file.path, rule.resources ?? []]).not.toEqual([file.path, expect.arrayContaining(['*'])]);
        expect([file.path, rule.verbs]).not.toEqual([file.path, expect.arrayContaining(['escalate'])]);
        expect([file.path, rule.verbs]).not.toEqual([file.path, expect.arrayContaining(['impersonate'])]);
      }
  });

  test('to bind a role name the role', () => {
    for (const file of roles(tree))
      for (const { verbs, resourceNames = [] } of rulesOf(file))
        if (verbs.includes('bind')) expect([file.path, resourceNames.length]).toEqual([file.path, 1]);
  });
});
