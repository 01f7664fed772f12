import { createHash } from 'node:crypto';
import {
  type FleetDraft,
  isTenant,
  type Tenant,
  type TenantDraft,
  type Versions,
} from '../../fleet/index.ts';
import { type ChangePlan, type TenantChange, totalsOf } from '../../report/change-plan.ts';
import { generationsOf } from '../../synth/generations.ts';
import { TenantClasses } from '../../synth/tenant-class.ts';
import type { EarlierFleet } from '../earlier-fleet.ts';
import { bundleChanges, type FleetParts, pinChanges } from './platform-changes.ts';
import { changedTenant, createdTenant, removedTenant } from './tenant-change.ts';
import { type TenantView, viewOf } from './tenant-view.ts';

/** What the way from an earlier fleet to this one does, computed from the objects that each makes, with the same code for both. */
export function changePlan({ revision, fleet: past }: EarlierFleet, fleet: FleetDraft): ChangePlan {
  const [before, now] = [past === undefined ? undefined : new Side(past), new Side(fleet)];
  const names = new Set([...(before?.names ?? []), ...now.names]);
  const changes: TenantChange[] = [];
  const unchanged: string[] = [];
  const unknown: string[] = [];
  for (const name of [...names].sort()) {
    const inputs = now.inputsOf(name);
    if (inputs !== undefined && inputs === before?.inputsOf(name)) {
      unchanged.push(name);
      continue;
    }
    const [was, is] = [before?.view(name), now.view(name)];
    if (was === 'unknown' || is === 'unknown') unknown.push(name);
    else {
      const change = changeOf(was, is);
      if (change === undefined) unchanged.push(name);
      else changes.push(change);
    }
  }
  return {
    ref: revision.ref,
    commit: revision.commit,
    tenants: changes,
    unchanged,
    unknown,
    pins: before === undefined ? [] : pinChanges(past?.versions, fleet.versions),
    bundles: before === undefined ? [] : bundleChanges(before.parts, now.parts),
    totals: totalsOf(changes),
  };
}

function changeOf(was: TenantView | undefined, is: TenantView | undefined): TenantChange | undefined {
  if (is === undefined) return was === undefined ? undefined : removedTenant(was);
  return was === undefined ? createdTenant(is) : changedTenant(was, is);
}

/** One of the two fleets. Views are made one at a time: those of a large fleet would not fit in memory together. */
class Side {
  readonly #fleet: FleetDraft;
  readonly #tenants: ReadonlyMap<string, TenantDraft>;
  readonly #classes: TenantClasses;
  readonly #generations: ReturnType<typeof generationsOf>;

  readonly #common: string;

  constructor(fleet: FleetDraft) {
    this.#common = digestOf(
      [fleet.site, fleet.versions, ...fleet.classes].map((file) => file?.source.text ?? ''),
    );
    this.#fleet = fleet;
    this.#tenants = new Map(fleet.tenants.map((tenant) => [tenant.name, tenant]));
    this.#generations = generationsOf(fleet.classes);
    this.#classes = new TenantClasses(this.#generations);
  }

  /** Everything that a tenant's objects are made from; the same texts make the same objects, which need not be made. */
  inputsOf(name: string): string | undefined {
    const tenant = this.#tenants.get(name);
    if (tenant === undefined || !isTenant(tenant)) return undefined;
    return `${this.#common}\n${tenant.source.text}`;
  }

  get names(): readonly string[] {
    return [...this.#tenants.keys()];
  }

  /** The view of a tenant; undefined if there is none of the name, 'unknown' if there is none to be had. */
  view(name: string): TenantView | 'unknown' | undefined {
    const tenant = this.#tenants.get(name);
    if (tenant === undefined) return undefined;
    const { versions } = this.#fleet;
    return isTenant(tenant) && versions !== undefined ? this.#whole(tenant, versions) : 'unknown';
  }

  #whole(tenant: Tenant, versions: Versions): TenantView | 'unknown' {
    return viewOf(tenant, this.#classes, versions) ?? 'unknown';
  }

  /** Variants of classes come with the tenants that ask for them. */
  get parts(): FleetParts {
    for (const tenant of this.#fleet.tenants.filter(isTenant)) this.#classes.of(tenant);
    return { fleet: this.#fleet, classes: [...this.#generations.values(), ...this.#classes.variants] };
  }
}

function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}
