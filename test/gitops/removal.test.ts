import { describe, expect, test } from '@jest/globals';
import {
  argocdDeletesByHand,
  fluxDeletesByHand,
  gitChanges,
  type Outcome,
  withEngineObjects,
  without,
} from './prune-model.ts';
import { at, type Engine, engines, sampleTree, type TreeFile } from './tree.ts';

type Tree = readonly TreeFile[];

/** What lies under one tenant's name, the objects by which Flux syncs it included. */
const ofTenant =
  (name: string) =>
  (path: string): boolean =>
    path.startsWith(`tenants/${name}/`) || path.startsWith(`flux/kustomization-tenant-${name}-`);

/** acme as it is after the first commit of a removal: its Cluster without the shield. */
function removing(tree: Tree): Tree {
  return tree.map((file) => {
    if (file.path !== 'tenants/acme/cluster/cluster-acme.yaml') return file;
    const { metadata } = file.object;
    const kept = Object.entries(metadata.annotations ?? {}).filter(
      ([key]) => !/sync-options|fluxcd/.test(key),
    );
    return {
      ...file,
      object: { ...file.object, metadata: { ...metadata, annotations: Object.fromEntries(kept) } },
    };
  });
}

const cluster = (name: string): string => `cluster.x-k8s.io/Cluster tenant-${name}/${name}`;
const objectsOf = ({ deleted }: Outcome): string[] => deleted.map(({ object }) => object);

describe.each(engines)('with %s', (engine) => {
  const tree = sampleTree(engine);
  const after = (next: Tree, before = tree): Outcome => gitChanges(engine, before, next);

  describe('an active tenant', () => {
    test('whose folder is gone loses nothing, its RBAC and policies neither', () => {
      expect(after(without(tree, ofTenant('acme'))).deleted).toEqual([]);
    });

    test('that is removed in one squashed commit loses nothing: the live annotations decide', () => {
      expect(objectsOf(after(without(removing(tree), ofTenant('acme'))))).toEqual([]);
    });

    test('whose base objects all go from Git keeps its namespace', () => {
      const lost = without(tree, (path) => path.startsWith('tenants/acme/base/namespace-'));
      expect(after(lost).deleted).toEqual([]);
    });

    test('whose Cluster file alone is lost keeps the Cluster', () => {
      expect(
        after(without(tree, (path) => path === 'tenants/acme/cluster/cluster-acme.yaml')).deleted,
      ).toEqual([]);
    });
  });

  describe('a tenant that is removed in two commits', () => {
    const first = removing(tree);

    test('loses nothing with the first', () => {
      expect(after(first)).toMatchObject({ deleted: [], gone: [], stopped: [] });
    });

    test('loses its Cluster with the second, in the background, and keeps namespace and base', () => {
      expect(after(without(first, ofTenant('acme')), first).deleted).toEqual([
        { object: cluster('acme'), propagation: 'Background' },
      ]);
    });

    test('comes back with its file, and may then be removed like any other', () => {
      const gone = without(tree, ofTenant('acme'));
      expect(gitChanges(engine, gone, tree).deleted).toEqual([]);
    });
  });

  describe('losing', () => {
    test('dist/tenants deletes only the Cluster that is being removed', () => {
      const lost = without(
        tree,
        (path) => path.startsWith('tenants/') || path.startsWith('flux/kustomization-tenant-'),
      );
      expect(objectsOf(after(lost))).toEqual([cluster('workshop')]);
    });

    test('the folder dist/tenants alone deletes nothing else than that', () => {
      const lost = after(without(tree, (path) => path.startsWith('tenants/')));
      expect(objectsOf(lost)).toEqual(engine === 'argocd' ? [cluster('workshop')] : []);
      if (engine === 'flux') expect(lost.stopped.length).toBe(8);
    });

    test('dist/platform deletes nothing, and every bundle says that its path is gone', () => {
      const lost = after(without(tree, (path) => path.startsWith('platform/')));
      expect(lost.deleted).toEqual([]);
      expect(lost.stopped.length).toBeGreaterThan(10);
    });

    test('all of dist/ deletes no object of the platform and no active Cluster', () => {
      expect(objectsOf(after([])).filter((object) => object !== cluster('workshop'))).toEqual([]);
    });

    test('the file of a DataStore, a pool of addresses, a provider, a class or a namespace does not delete it', () => {
      for (const kind of [
        'DataStore',
        'IPAddressPool',
        'CoreProvider',
        'ClusterClass',
        'ProxmoxMachineTemplate',
        'Namespace',
      ]) {
        const lost = without(
          tree,
          (path) => path.startsWith('platform/') && path.includes(`/${kind.toLowerCase()}-`),
        );
        expect(lost.length).toBeLessThan(tree.length);
        expect([kind, after(lost).deleted]).toEqual([kind, []]);
      }
    });
  });

  describe('a bundle', () => {
    test('that is added deletes and stops nothing', () => {
      const before = without(tree, (path) => /platform[-/]vips/.test(path));
      expect(gitChanges(engine, before, tree)).toMatchObject({ deleted: [], gone: [], stopped: [] });
    });

    test('that is removed leaves its objects', () => {
      for (const name of ['vips', 'datastores', 'classes', 'capi-proxmox', 'namespaces', 'kamaji']) {
        const removed = without(
          tree,
          (path) => path.includes(`platform-${name}.yaml`) || path.startsWith(`platform/${name}/`),
        );
        expect([name, after(removed).deleted]).toEqual([name, []]);
      }
    });

    test('that is renamed leaves its objects to the new one', () => {
      const renamed = tree.map((file) => renamedFile(file, 'vips', 'addresses'));
      expect(after(renamed).deleted).toEqual([]);
      expect(after(renamed).gone).toEqual(['platform-vips']);
    });
  });
});

function renamedFile(file: TreeFile, from: string, to: string): TreeFile {
  const text = JSON.stringify(file.object)
    .replaceAll(`dist/platform/${from}`, `dist/platform/${to}`)
    .replaceAll(`"platform-${from}"`, `"platform-${to}"`);
  const path = file.path
    .replace(`platform/${from}/`, `platform/${to}/`)
    .replace(`platform-${from}.yaml`, `platform-${to}.yaml`);
  return { ...file, path, object: JSON.parse(text) as TreeFile['object'] };
}

describe('by hand, with Argo CD', () => {
  const tree = sampleTree('argocd');

  test('any Application may be deleted: no active Cluster goes, cascade or not', () => {
    for (const cascade of [false, true]) {
      const deleted = argocdDeletesByHand(tree, (name) => name.startsWith('tenant-'), cascade).map(
        ({ object }) => object,
      );
      expect(deleted).toEqual([cluster('workshop')]);
    }
  });

  test('platform Applications take nothing along unless someone cascades, and then nothing that is kept', () => {
    expect(argocdDeletesByHand(tree, (name) => name.startsWith('platform-'), false)).toEqual([]);
    const cascaded = argocdDeletesByHand(tree, (name) => name.startsWith('platform-'), true).map(
      ({ object }) => object,
    );
    expect(
      cascaded.filter((object) =>
        /Namespace|DataStore|Provider|IPAddressPool|ClusterClass|Template/.test(object),
      ),
    ).toEqual([]);
  });

  test('the root does not manage itself, or a cascaded delete of it would hang', () => {
    const root = tree.find(({ path }) => path === 'argocd/application-kaas.yaml')?.object;
    expect(at(root, 'spec.source.directory.exclude')).toContain('application-kaas.yaml');
    expect(at(root, 'metadata.finalizers')).toBeUndefined();
  });
});

describe('by hand, with Flux', () => {
  const tree = sampleTree('flux');

  test('any Kustomization may be deleted: only the Cluster that is being removed goes', () => {
    const deleted = fluxDeletesByHand(tree, () => true).map(({ object }) => object);
    expect(deleted).toEqual([cluster('workshop')]);
  });

  test('the parent takes nothing along', () => {
    expect(fluxDeletesByHand(tree, (name) => name === 'kaas')).toEqual([]);
  });
});

describe('the model knows the faults that the objects avoid', () => {
  const change = (
    tree: Tree,
    kind: string,
    patch: (object: TreeFile['object']) => TreeFile['object'],
  ): Tree => withEngineObjects(tree, kind, patch);
  const set = (object: TreeFile['object'], way: string, value: unknown): TreeFile['object'] => {
    const copy = structuredClone(object) as unknown as Record<string, unknown>;
    const keys = way.split('.');
    const parent = keys.slice(0, -1).reduce((inner, key) => inner[key] as Record<string, unknown>, copy);
    parent[keys.at(-1) ?? ''] = value;
    return copy as unknown as TreeFile['object'];
  };
  const gone = (engine: Engine, before: Tree): Outcome =>
    gitChanges(engine, before, without(before, ofTenant('acme')));

  test('Argo CD: no finalizer in the template means foreground', () => {
    const tree = change(removing(sampleTree('argocd')), 'ApplicationSet', (object) =>
      set(object, 'spec.template.metadata.finalizers', []),
    );
    expect(gone('argocd', tree).deleted).toEqual([{ object: cluster('acme'), propagation: 'Foreground' }]);
  });

  test('Argo CD: with create-update the second commit does nothing', () => {
    const tree = change(removing(sampleTree('argocd')), 'ApplicationSet', (object) =>
      set(object, 'spec.syncPolicy.applicationsSync', 'create-update'),
    );
    expect(gone('argocd', tree).deleted).toEqual([]);
  });

  test('Argo CD: base objects without Delete=false go with the folder of a live tenant', () => {
    const tree = sampleTree('argocd').map((file) =>
      file.path.startsWith('tenants/acme/base/resourcequota')
        ? { ...file, object: { ...file.object, metadata: { ...file.object.metadata, annotations: {} } } }
        : file,
    );
    expect(objectsOf(gone('argocd', tree))).toEqual(['/ResourceQuota tenant-acme/tenant']);
  });

  test('Flux: with MirrorPrune a renamed bundle deletes what is not kept', () => {
    const tree = change(sampleTree('flux'), 'Kustomization', (object) =>
      set(object, 'spec.deletionPolicy', 'MirrorPrune'),
    );
    const renamed = tree.map((file) => renamedFile(file, 'datastores', 'stores'));
    expect(objectsOf(gitChanges('flux', tree, renamed))).toEqual([
      'policy/PodDisruptionBudget kamaji-etcd/etcd-default',
    ]);
  });

  test('Flux: with MirrorPrune on the parent, deleting it takes every Kustomization along', () => {
    const tree = change(sampleTree('flux'), 'Kustomization', (object) =>
      set(object, 'spec.deletionPolicy', 'MirrorPrune'),
    );
    expect(fluxDeletesByHand(tree, (name) => name === 'kaas').length).toBeGreaterThan(0);
  });
});
