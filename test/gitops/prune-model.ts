import { argocdDirectory, fluxBuild, identity } from './loaders.ts';
import { at, type Engine, ofKind, type TreeFile } from './tree.ts';

type Live = TreeFile['object'];
type Tree = readonly TreeFile[];

/** An object that an engine deletes, and how. */
export interface Deletion {
  readonly object: string;
  /** Foreground lets the garbage collector take the parts of a Cluster in no order. */
  readonly propagation: 'Background' | 'Foreground';
}

/** What an engine does when Git goes from one tree to another. */
export interface Outcome {
  /** Deleted objects other than the engine's own. */
  readonly deleted: readonly Deletion[];
  /** Applications or Kustomizations that go. */
  readonly gone: readonly string[];
  /** Units that stop with an error and change nothing, with what they say. */
  readonly stopped: readonly string[];
}

/**
 * Models of what both engines delete, as their real controllers were seen to (Argo CD v3.5.1, kustomize-controller
 * v1.9.4). An object lives with the annotations of the last tree in which it was: the live ones decide.
 */
export function gitChanges(engine: Engine, before: Tree, after: Tree): Outcome {
  return engine === 'argocd' ? argocdChanges(before, after) : fluxChanges(before, after);
}

interface Unit {
  readonly name: string;
  /** Objects that it has applied, or the error that it stops with. */
  readonly objects: readonly Live[];
  readonly error: string | undefined;
  readonly object: Live;
}

function tried(name: string, object: Live, load: () => Tree): Unit {
  try {
    return { name, object, objects: load().map((file) => file.object), error: undefined };
  } catch (error) {
    return {
      name,
      object,
      objects: [],
      error: `${name}: ${error instanceof Error ? error.message : 'failed'}`,
    };
  }
}

/** Engine objects of a tree as the root would make them live: of the tree before, where the root itself stops. */
function engineObjects(engine: Engine, before: Tree, after: Tree): Live[] {
  const folder = `${engine === 'argocd' ? 'argocd' : 'flux'}/`;
  const own = after.filter(({ path }) => path.startsWith(folder));
  return (own.length > 0 ? own : before.filter(({ path }) => path.startsWith(folder))).map(
    ({ object }) => object,
  );
}

// Argo CD

function argocdUnits(engineOf: readonly Live[], tree: Tree): Unit[] {
  const applications = engineOf
    .filter((object) => object.kind === 'Application' && at(object, 'spec.source.directory') !== undefined)
    .filter(({ metadata }) => metadata.name !== 'kaas')
    .map((object) =>
      tried(object.metadata.name, object, () =>
        argocdDirectory(tree, {
          path: String(at(object, 'spec.source.path')),
          recurse: at(object, 'spec.source.directory.recurse') === true,
        }),
      ),
    );
  const set = engineOf.find(({ kind }) => kind === 'ApplicationSet');
  return [...applications, ...(set === undefined ? [] : generated(set, tree))];
}

function generated(set: Live, tree: Tree): Unit[] {
  const tenants = new Set(tree.flatMap(({ path }) => /^tenants\/([^/]+)\//.exec(path)?.[1] ?? []));
  return [...tenants].map((tenant) => {
    const application = { ...(at(set, 'spec.template') as Live), kind: 'Application' };
    return tried(`tenant-${tenant}`, application, () =>
      argocdDirectory(tree, { path: `dist/tenants/${tenant}`, recurse: true }),
    );
  });
}

function argocdChanges(before: Tree, after: Tree): Outcome {
  const engineAfter = engineObjects('argocd', before, after);
  const was = argocdUnits(engineObjects('argocd', before, before), before);
  const is = argocdUnits(engineAfter, after);
  const set = engineAfter.find(({ kind }) => kind === 'ApplicationSet');
  const keepsGenerated = at(set, 'spec.syncPolicy.applicationsSync') === 'create-update';
  const gone = was.filter(
    ({ name }) => !is.some((unit) => unit.name === name) && !(keepsGenerated && name.startsWith('tenant-')),
  );
  const claimed = new Set(is.flatMap(({ objects }) => objects.map(identity)));
  const pruned = is.flatMap((unit) => {
    const old = was.find(({ name }) => name === unit.name);
    if (
      old === undefined ||
      unit.error !== undefined ||
      at(unit.object, 'spec.syncPolicy.automated.prune') !== true
    )
      return [];
    return old.objects
      .filter((object) => !unit.objects.some((kept) => identity(kept) === identity(object)))
      .filter((object) => !syncOption(object, 'Prune=false'))
      .map((object) => ({ object: identity(object), propagation: propagationOf(unit.object) }));
  });
  return {
    deleted: [...pruned, ...gone.flatMap(applicationDeleted)].filter(({ object }) => !claimed.has(object)),
    gone: gone.map(({ name }) => name),
    stopped: is.flatMap(({ error }) => error ?? []),
  };
}

function syncOption({ metadata }: Live, option: string): boolean {
  return (metadata.annotations?.['argocd.argoproj.io/sync-options'] ?? '').split(',').includes(option);
}

function propagationOf(application: Live): Deletion['propagation'] {
  const options = (at(application, 'spec.syncPolicy.syncOptions') ?? []) as readonly string[];
  return options.includes('PrunePropagationPolicy=background') ? 'Background' : 'Foreground';
}

/** Without a finalizer an Application goes alone; an ApplicationSet adds the foreground one where its template has none. */
function applicationDeleted({ name, object, objects }: Unit): Deletion[] {
  const own = (at(object, 'metadata.finalizers') ?? []) as readonly string[];
  const finalizers =
    own.length === 0 && name.startsWith('tenant-') ? ['resources-finalizer.argocd.argoproj.io'] : own;
  const cascade = finalizers.find((finalizer) =>
    finalizer.startsWith('resources-finalizer.argocd.argoproj.io'),
  );
  if (cascade === undefined) return [];
  const propagation = cascade.endsWith('/background') ? 'Background' : 'Foreground';
  return objects
    .filter((live) => !syncOption(live, 'Delete=false'))
    .map((live) => ({ object: identity(live), propagation }));
}

/** A person deletes Applications; with `cascade`, as the UI does unless told otherwise, a finalizer is added first. */
export function argocdDeletesByHand(
  tree: Tree,
  names: (name: string) => boolean,
  cascade: boolean,
): Deletion[] {
  const finalizers = ['resources-finalizer.argocd.argoproj.io'];
  return argocdUnits(engineObjects('argocd', tree, tree), tree)
    .filter(({ name }) => names(name))
    .flatMap((unit) =>
      applicationDeleted(
        cascade
          ? { ...unit, object: { ...unit.object, metadata: { ...unit.object.metadata, finalizers } } }
          : unit,
      ),
    );
}

// Flux

function fluxUnits(engineOf: readonly Live[], tree: Tree): Unit[] {
  return engineOf
    .filter(({ kind, metadata }) => kind === 'Kustomization' && metadata.name !== 'kaas')
    .map((object) =>
      tried(object.metadata.name, object, () => fluxBuild(tree, String(at(object, 'spec.path')))),
    );
}

function fluxChanges(before: Tree, after: Tree): Outcome {
  const was = fluxUnits(engineObjects('flux', before, before), before);
  const is = fluxUnits(engineObjects('flux', before, after), after);
  const gone = was.filter(({ name }) => !is.some((unit) => unit.name === name));
  const pruned = is.flatMap((unit) => {
    const old = was.find(({ name }) => name === unit.name);
    if (old === undefined || unit.error !== undefined || at(unit.object, 'spec.prune') !== true) return [];
    return collected(
      old.objects.filter((object) => !unit.objects.some((kept) => identity(kept) === identity(object))),
    );
  });
  // A Kustomization that goes deletes what it had applied before another adopts it: seen for a renamed bundle.
  return {
    deleted: [...pruned, ...gone.flatMap(kustomizationDeleted)],
    gone: gone.map(({ name }) => name),
    stopped: is.flatMap(({ error }) => error ?? []),
  };
}

function kustomizationDeleted({ object, objects }: Unit): Deletion[] {
  const policy = at(object, 'spec.deletionPolicy') ?? 'MirrorPrune';
  const deletes = policy === 'MirrorPrune' ? at(object, 'spec.prune') === true : policy !== 'Orphan';
  return deletes ? collected(objects) : [];
}

/** Flux always deletes in the background, and nothing whose live annotation says so. */
function collected(objects: readonly Live[]): Deletion[] {
  return objects
    .filter(({ metadata }) => metadata.annotations?.['kustomize.toolkit.fluxcd.io/prune'] !== 'disabled')
    .map((object) => ({ object: identity(object), propagation: 'Background' }));
}

/** A person deletes Kustomizations. The parent takes its own objects along only if its policy is not Orphan. */
export function fluxDeletesByHand(tree: Tree, names: (name: string) => boolean): Deletion[] {
  const engineOf = engineObjects('flux', tree, tree);
  const units = fluxUnits(engineOf, tree);
  const parent = engineOf.find(({ kind, metadata }) => kind === 'Kustomization' && metadata.name === 'kaas');
  const takesAll = names('kaas') && at(parent, 'spec.deletionPolicy') !== 'Orphan';
  return units.filter(({ name }) => takesAll || names(name)).flatMap(kustomizationDeleted);
}

/** The tree without the files for which `lost` holds. */
export function without(tree: Tree, lost: (path: string) => boolean): Tree {
  return tree.filter(({ path }) => !lost(path));
}

/** The tree with a change to the engine's own objects of a kind. */
export function withEngineObjects(tree: Tree, kind: string, change: (object: Live) => Live): Tree {
  return tree.map((file) => (file.object.kind === kind ? { ...file, object: change(file.object) } : file));
}

/** Names of the Applications or Kustomizations of a tree. */
export function unitNames(tree: Tree): string[] {
  return [...ofKind(tree, 'Application'), ...ofKind(tree, 'Kustomization')].map(
    ({ metadata }) => metadata.name,
  );
}
