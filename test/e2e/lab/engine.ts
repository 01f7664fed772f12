import { type Bundle, identity } from './bundle.ts';
import { ApiError, type KubeClient, UnknownKind } from './client.ts';
import { type KubeObject, nameOf, referenceTo } from './object.ts';
import { pause } from './wait.ts';

/** Which engine's rules and field manager are used. */
export type EngineName = 'argocd' | 'flux';

/** What one sync did. */
export interface SyncReport {
  readonly applied: readonly KubeObject[];
  /** Objects whose kind no CRD of the lab serves. */
  readonly notServed: readonly KubeObject[];
  /** What the API server or a webhook refused, with its words. */
  readonly refused: readonly string[];
}

/** Field managers with which the engines apply. */
export const fieldManagers = { argocd: 'argocd-controller', flux: 'kustomize-controller' } as const;

/**
 * Applies bundles in order, server-side, as the engine does. An object that is refused is tried again while `seconds`
 * last, since what it waits for (a class that is being reconciled, a webhook that starts) may come.
 */
export async function sync(
  client: KubeClient,
  bundles: readonly Bundle[],
  engine: EngineName = 'argocd',
  seconds = 60,
): Promise<SyncReport> {
  const applied: KubeObject[] = [];
  const notServed: KubeObject[] = [];
  const refused: string[] = [];
  const deadline = Date.now() + seconds * 1000;
  let failedWave = 0;
  for (const { wave, objects } of bundles) {
    if (refused.length > 0 && wave > failedWave) break; // as Argo CD: the next wave waits for this one
    for (const object of objects) {
      const outcome = await applyPatiently(client, object, engine, deadline);
      if (outcome === 'applied') applied.push(object);
      else if (outcome === 'not served') notServed.push(object);
      else {
        refused.push(`${nameOf(object)}: ${outcome.message}`);
        failedWave = wave;
      }
    }
  }
  return { applied, notServed, refused };
}

async function applyPatiently(
  client: KubeClient,
  object: KubeObject,
  engine: EngineName,
  deadline: number,
): Promise<'applied' | 'not served' | ApiError> {
  for (;;) {
    try {
      await client.apply(object, { manager: fieldManagers[engine] });
      return 'applied';
    } catch (error) {
      if (error instanceof UnknownKind) return 'not served';
      if (!(error instanceof ApiError)) throw error;
      if (Date.now() > deadline || error.status === 422) return error;
      await pause(1000);
    }
  }
}

/**
 * Deletes what `before` has and `after` has not, as far as the engine's rules on the live object allow it. A bundle
 * that is still there is pruned. One that is gone takes its Application or Kustomization with it, and that is a
 * deletion: Argo CD asks for `Delete=false`, Flux orphans everything of a tenant but its Cluster.
 */
export async function prune(
  client: KubeClient,
  before: readonly Bundle[],
  after: readonly Bundle[],
  engine: EngineName = 'argocd',
): Promise<readonly string[]> {
  const kept = new Set(after.flatMap(({ objects }) => objects.map(identity)));
  const present = new Set(after.map(({ path }) => path));
  const removed: string[] = [];
  for (const bundle of [...before].reverse()) {
    const gone = bundle.objects.filter((object) => !kept.has(identity(object)));
    removed.push(
      ...(present.has(bundle.path)
        ? await removeUnless(client, gone, protectedFromPrune[engine])
        : await deleteBundle(client, { ...bundle, objects: gone }, engine)),
    );
  }
  return removed;
}

/** What happens when the Application or Kustomization of a bundle is deleted, by hand or with its folder. */
export async function deleteBundle(
  client: KubeClient,
  { path, objects }: Bundle,
  engine: EngineName = 'argocd',
): Promise<readonly string[]> {
  const orphaned = path.startsWith('platform/') || (engine === 'flux' && path.endsWith('/base'));
  return orphaned ? [] : removeUnless(client, objects, protectedFromDelete[engine]);
}

type Rule = (live: KubeObject) => boolean;

const argoOption = (live: KubeObject, option: string): boolean =>
  (live.metadata.annotations?.['argocd.argoproj.io/sync-options'] ?? '').split(',').includes(option);

const fluxDisabled: Rule = (live) =>
  [live.metadata.annotations, live.metadata.labels].some(
    (entries) => entries?.['kustomize.toolkit.fluxcd.io/prune'] === 'disabled',
  );

/** Both engines look at the live object, not at the one in Git, which is gone. */
const protectedFromPrune: Readonly<Record<EngineName, Rule>> = {
  argocd: (live) => argoOption(live, 'Prune=false'),
  flux: fluxDisabled,
};

const protectedFromDelete: Readonly<Record<EngineName, Rule>> = {
  argocd: (live) => argoOption(live, 'Delete=false'),
  flux: fluxDisabled,
};

async function removeUnless(
  client: KubeClient,
  objects: readonly KubeObject[],
  isProtected: Rule,
): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const object of [...objects].reverse()) {
    const live = await client.get(referenceTo(object));
    if (live === undefined || isProtected(live)) continue;
    await client.remove(referenceTo(object));
    removed.push(nameOf(object));
  }
  return removed;
}
