import { type ClassObjects, classVariant } from '../constructs/index.ts';
import type { Finding } from '../finding/index.ts';
import { readingFinding, type Tenant } from '../fleet/index.ts';
import { buildRules } from './build-rules.ts';
import type { Generations } from './generations.ts';

/** The class that a tenant's Cluster names, or why there is none. */
export type TenantClass = { readonly generation: ClassObjects } | { readonly finding: Finding };

/** Finds the class of each tenant, making each variant once. */
export class TenantClasses {
  readonly #generations: Generations;
  readonly #variants = new Map<string, ClassObjects>();

  constructor(generations: Generations) {
    this.#generations = generations;
  }

  /** The variants that tenants have asked for, in the order of their names. */
  get variants(): readonly ClassObjects[] {
    return [...this.#variants.keys()].sort().flatMap((name) => this.#variants.get(name) ?? []);
  }

  of(tenant: Tenant): TenantClass {
    const generation = this.#generations.get(tenant.class);
    if (generation === undefined) return { finding: unknownClass(tenant, [...this.#generations.keys()]) };
    if (tenant.patches.length === 0) return { generation };
    const variant = classVariant(generation, tenant.patches);
    if ('problem' in variant) return { finding: badPatch(tenant, variant.index, variant.problem) };
    const known = this.#variants.get(variant.generation.name) ?? variant.generation;
    this.#variants.set(known.name, known);
    return { generation: known };
  }
}

function unknownClass(tenant: Tenant, names: readonly string[]): Finding {
  return readingFinding(buildRules.unknownClass, {
    place: tenant.source.place(['class']),
    problem: `there is no class generation ${JSON.stringify(tenant.class)}`,
    allowed: names.length === 0 ? 'platform/classes has none' : `allowed: ${names.join(', ')}`,
    remedy: 'name one of them, or run `kaas class release`',
  });
}

function badPatch(tenant: Tenant, index: number, problem: string): Finding {
  const { kind, op, path } = tenant.patches[index] ?? { kind: '', op: '', path: '' };
  return readingFinding(buildRules.badPatch, {
    place: tenant.source.place(['patches', index]),
    problem: `the patch ${op} ${path} cannot be applied to the ${kind} of ${tenant.class} (${problem})`,
    allowed: 'allowed: a JSON patch (RFC 6902) whose path is there, or for add: whose parent is there',
    remedy: `correct the path; the template is in platform/classes/${tenant.class}.yaml`,
  });
}
