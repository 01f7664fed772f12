import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const platform = '@k8s-lab/platform';

/** Patterns of the file and their owners, in order. Only the forms that it uses: *, /folder/ and /file. */
const lines = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/))
  .map(([pattern = '', ...owners]) => ({ pattern, owners }));

/** The last line that fits counts. Source: GitHub docs, "About code owners". */
function ownersOf(path: string): readonly string[] {
  const fits = (pattern: string): boolean =>
    pattern === '*' || (pattern.endsWith('/') ? `/${path}`.startsWith(pattern) : `/${path}` === pattern);
  return lines.findLast(({ pattern }) => fits(pattern))?.owners ?? [];
}

const tenants = readdirSync(join(root, 'tenants')).map((name) => name.replace(/\.yaml$/, ''));
const teamOf = (tenant: string): string =>
  ownersOf(`tenants/${tenant}.yaml`).find((owner) => owner !== platform) ?? '';

describe('owners', () => {
  test('the patterns are of the forms that this test understands', () => {
    for (const { pattern } of lines) expect(pattern).toMatch(/^(?:\*|\/[a-z0-9/.-]+)$/);
  });

  test.each(tenants)(
    'the owners of %s may approve its file and its dist/, and nobody else but the platform team',
    (tenant) => {
      expect(teamOf(tenant)).toMatch(/^@k8s-lab\/team-/);
      for (const path of [
        `tenants/${tenant}.yaml`,
        `dist/tenants/${tenant}/cluster/cluster-${tenant}.yaml`,
        `dist/tenants/${tenant}/base/namespace-tenant-${tenant}.yaml`,
      ]) {
        expect(ownersOf(path)).toEqual([teamOf(tenant), platform]);
      }
    },
  );

  test.each([
    'platform/site.yaml',
    'platform/classes/lab-tenant-1.yaml',
    'lib/cli.ts',
    'package.json',
    '.github/CODEOWNERS',
    '.github/workflows/kaas.yaml',
    'dist/platform/classes/clusterclass-lab-tenant-1.yaml',
    'dist/argocd/applicationset-tenants.yaml',
    'tenants/brand-new.yaml',
    'dist/tenants/brand-new/cluster/cluster-brand-new.yaml',
    'tenants/acme.yaml.orig',
  ])("%s is the platform team's alone", (path) => {
    expect(ownersOf(path)).toEqual([platform]);
  });
});
