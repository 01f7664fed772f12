import type { ClassObjects } from '../../constructs/index.ts';
import { chartsOf, type FleetDraft, isTenant, providersOf, type Versions } from '../../fleet/index.ts';
import type { BundleChange, ValueChange } from '../../report/change-plan.ts';
import { differences } from '../../report/differences.ts';
import { platformManifests } from '../../synth/platform-manifests.ts';
import { objectChanges } from './tenant-change.ts';

/** The pins that change. Another Kamaji makes all control planes anew (seen from 26.3 to 26.8). */
export function pinChanges(was: Versions | undefined, is: Versions | undefined): ValueChange[] {
  return differences(pinsOf(was), pinsOf(is));
}

function pinsOf(versions: Versions | undefined): unknown {
  if (versions === undefined) return {};
  return {
    providers: Object.fromEntries(providersOf(versions)),
    kamaji: versions.kamaji,
    charts: Object.fromEntries(chartsOf(versions)),
    images: versions.images,
    autoscaler: versions.autoscaler,
  };
}

/** A fleet with the classes that its tenants need. */
export interface FleetParts {
  readonly fleet: FleetDraft;
  readonly classes: readonly ClassObjects[];
}

/** The bundles of the platform and the engine's objects that change, by folder. What belongs to one tenant is told with it. */
export function bundleChanges(was: FleetParts | undefined, is: FleetParts): BundleChange[] {
  const [before, now] = [was === undefined ? new Map<string, Objects>() : foldersOf(was), foldersOf(is)];
  return [...new Set([...before.keys(), ...now.keys()])].sort().flatMap((name) => {
    const objects = objectChanges(
      before.get(name) ?? new Map<string, unknown>(),
      now.get(name) ?? new Map<string, unknown>(),
    );
    return objects.length === 0 ? [] : [{ name, objects }];
  });
}

type Objects = Map<string, unknown>;

function foldersOf({ fleet, classes }: FleetParts): Map<string, Objects> {
  const { site, versions } = fleet;
  const folders = new Map<string, Objects>();
  if (versions === undefined) return folders;
  const tenants = fleet.tenants.filter(isTenant);
  for (const { path, object } of platformManifests({ site, versions, tenants, classes })) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const objects = folders.get(folder) ?? new Map<string, unknown>();
    folders.set(folder, objects.set(`${object.kind} ${object.metadata.name}`, object));
  }
  return folders;
}
