import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { root } from './markdown.ts';

interface Rule {
  readonly groupName?: string;
  readonly matchPackageNames: readonly string[];
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const versionsText = read('platform/versions.yaml');
const versions = parse(versionsText) as {
  readonly providers: Readonly<Record<string, { readonly version: string; readonly image: string }>>;
  readonly kamaji: { readonly version: string; readonly image: string };
  readonly charts: Readonly<Record<string, { readonly version: string }>>;
  readonly images: Readonly<Record<string, string>>;
  readonly autoscaler: Readonly<Record<string, string>>;
};
const config = JSON.parse(read('renovate.json')) as {
  readonly customManagers: readonly {
    readonly managerFilePatterns: readonly string[];
    readonly matchStrings: readonly string[];
    readonly datasourceTemplate?: string;
  }[];
  readonly packageRules: readonly Rule[];
};

/** What Renovate finds: like it, each expression is tried on the whole file. */
const found = config.customManagers.flatMap(({ matchStrings, datasourceTemplate = '' }) =>
  matchStrings.flatMap((expression) =>
    [...versionsText.matchAll(new RegExp(expression, 'g'))].map(({ groups = {} }) => ({
      datasource: groups['datasource'] ?? datasourceTemplate,
      name: groups['depName'] ?? '',
      value: groups['currentValue'] ?? '',
      digest: groups['currentDigest'],
    })),
  ),
);
const pins = found.map(({ name, value, digest }) =>
  digest === undefined ? `${name} ${value}` : `${name} ${value} ${digest}`,
);

const pinOf = (image: string): string => image.replace(/:([^:@]+)(?:@|$)/, ' $1 ').trim();

describe('renovate.json', () => {
  test('reads no other file', () => {
    expect(config.customManagers.map(({ managerFilePatterns }) => managerFilePatterns)).toEqual([
      ['/^platform/versions\\.yaml$/'],
      ['/^platform/versions\\.yaml$/'],
    ]);
  });

  test('finds every image, with its digest if it has one, but for the last with a shell', () => {
    const { 'etcd-job': lastWithShell = '', ...images } = versions.images;
    const all = [
      ...Object.values(versions.providers).map(({ image }) => image),
      versions.kamaji.image,
      ...Object.values(images),
      ...Object.values(versions.autoscaler),
    ];
    expect(pins).toEqual(expect.arrayContaining(all.map(pinOf)));
    expect(pins).not.toContain(pinOf(lastWithShell));
  });

  test('finds every release and chart, and nothing twice', () => {
    const releases = [
      ...Object.values(versions.providers),
      versions.kamaji,
      ...Object.values(versions.charts),
    ];
    const values = found.filter(
      ({ datasource, name }) => datasource !== 'docker' || name.includes('/charts/'),
    );
    expect(values.map(({ value }) => value).sort()).toEqual(releases.map(({ version }) => version).sort());
    expect(found).toHaveLength(
      2 * (Object.keys(versions.providers).length + 1) +
        Object.keys(versions.charts).length +
        Object.keys(versions.images).length -
        1 +
        Object.keys(versions.autoscaler).length,
    );
  });

  test('raises a release and its image in one branch', () => {
    const repositories = new Map(
      [...Object.entries(versions.providers), ['kamaji itself', versions.kamaji] as const].map(
        ([name, { version, image }]) => [name, { version, image: pinOf(image).split(' ')[0] ?? '' }],
      ),
    );
    for (const [name, { version, image }] of repositories) {
      const release = found.find(
        (pin) => pin.value === version && pin.datasource.startsWith('github') && sameProject(pin.name, image),
      );
      expect([name, groupOf(release?.name ?? '')]).toEqual([name, expect.stringMatching(/\S/)]);
      expect([name, groupOf(image)]).toEqual([name, groupOf(release?.name ?? '')]);
    }
  });

  test.each([
    ['metallb', 'quay.io/metallb/speaker'],
    ['cluster-api-operator', 'registry.k8s.io/capi-operator/cluster-api-operator'],
    ['quay.io/jetstack/charts/cert-manager', 'quay.io/jetstack/cert-manager-webhook'],
  ])('raises the chart %s and the image %s in one branch', (chart, image) => {
    expect(groupOf(chart)).toMatch(/\S/);
    expect(groupOf(image)).toBe(groupOf(chart));
  });
});

/** The last rule that names the package decides. */
function groupOf(name: string): string | undefined {
  return config.packageRules.findLast(
    ({ groupName, matchPackageNames }) =>
      groupName !== undefined && matchPackageNames.some((pattern) => globOf(pattern).test(name)),
  )?.groupName;
}

function globOf(pattern: string): RegExp {
  const escaped = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**', '.+')
    .replaceAll(/(?<!\.)\*/g, '[^/]+');
  return new RegExp(`^${escaped}$`);
}

/** Cluster API's own images have other names than its repository. */
function sameProject(repository: string, image: string): boolean {
  const [, project = ''] = repository.split('/');
  return (
    image.endsWith(`/${project}`) ||
    (project === 'cluster-api' && image.startsWith('registry.k8s.io/cluster-api/')) ||
    (project === 'cluster-api-ipam-provider-in-cluster' && image.includes('/capi-ipam-ic/')) ||
    (project === 'cluster-api-addon-provider-helm' && image.includes('/cluster-api-helm/'))
  );
}
