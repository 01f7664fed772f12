import type { ClusterSpec } from '../../../imports/index.ts';
import type { Lookup } from '../class/placeholders.ts';
import { clone } from './clone.ts';
import { type AnyObject, type ClassObjects, templateKey, type TemplateObject } from './class-objects.ts';
import { type CompiledPatch, compiledPatches } from './compiled-class.ts';

/** A Cluster with a topology, as it is applied. */
export interface ClusterObject {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: ClusterSpec;
}

/** Where an expanded object comes from, for findings: the Cluster itself or one of its pools. */
export interface Expanded {
  readonly object: AnyObject;
  readonly pool: string | undefined;
}

/** What Cluster API makes of a Cluster, and what it would refuse. */
export interface Expansion {
  readonly expanded: readonly Expanded[];
  readonly problems: readonly string[];
}

type Topology = NonNullable<ClusterSpec['topology']>;
type MachineDeployment = NonNullable<NonNullable<Topology['workers']>['machineDeployments']>[number];

/**
 * The objects that Cluster API creates from a Cluster and its class, computed without a cluster:
 * ProxmoxCluster, KamajiControlPlane, and one KubeadmConfigTemplate and ProxmoxMachineTemplate per pool.
 * `held` has the version of each pool that stays on one of its own, which the Cluster itself does not say.
 * Source: cluster-api internal/controllers/topology/cluster/patches (v1.13.5); builtin.machineDeployment.version is the pool's
 * own, also where an upgrade of it is deferred.
 */
export function expandCluster(
  cluster: ClusterObject,
  generation: ClassObjects,
  held: ReadonlyMap<string, string> = new Map(),
): Expansion {
  const { topology } = cluster.spec;
  if (topology === undefined) return { expanded: [], problems: ['the Cluster has no topology'] };
  const problems = variableProblems(topology, generation);
  if (problems.length > 0) return { expanded: [], problems };
  const values = valuesOf(topology, generation);
  const { infrastructure, controlPlane } = generation.spec;
  const whole = lookupIn(values, { cluster: clusterBuiltin(cluster, topology) });
  return {
    problems: [],
    expanded: [
      { pool: undefined, object: instance(cluster, generation, infrastructure.templateRef, whole, {}) },
      {
        pool: undefined,
        object: instance(cluster, generation, controlPlane.templateRef, whole, {
          version: topology.version,
          replicas: topology.controlPlane?.replicas,
        }),
      },
      ...(topology.workers?.machineDeployments ?? []).flatMap((pool) =>
        expandPool(cluster, topology, pool, values, generation, held.get(pool.name)),
      ),
    ],
  };
}

function expandPool(
  cluster: ClusterObject,
  topology: Topology,
  pool: MachineDeployment,
  values: ReadonlyMap<string, unknown>,
  generation: ClassObjects,
  version = topology.version,
): Expanded[] {
  const workers = generation.spec.workers?.machineDeployments?.find(
    (candidate) => candidate.class === pool.class,
  );
  if (workers === undefined) return [];
  const own = new Map([
    ...values,
    ...(pool.variables?.overrides ?? []).map(({ name, value }) => [name, value] as const),
  ]);
  const machineDeployment = {
    version,
    class: pool.class,
    topologyName: pool.name,
    replicas: pool.replicas,
  };
  const lookup = lookupIn(own, { cluster: clusterBuiltin(cluster, topology), machineDeployment });
  return [workers.bootstrap.templateRef, workers.infrastructure.templateRef].map((ref) => ({
    pool: pool.name,
    object: poolTemplate(cluster, pool.name, generation, ref, lookup),
  }));
}

interface TemplateRef {
  readonly kind: string;
  readonly name: string;
}

function instance(
  cluster: ClusterObject,
  generation: ClassObjects,
  ref: TemplateRef,
  lookup: Lookup,
  own: Readonly<Record<string, unknown>>,
): AnyObject {
  const template = patched(generation, ref, lookup);
  return {
    apiVersion: template.apiVersion,
    kind: template.kind.replace(/Template$/, ''),
    metadata: { name: cluster.metadata.name, namespace: cluster.metadata.namespace },
    spec: { ...template.spec.template.spec, ...own },
  };
}

/** Cluster API appends random characters to these names; a fixed name keeps the expansion comparable. */
function poolTemplate(
  cluster: ClusterObject,
  pool: string,
  generation: ClassObjects,
  ref: TemplateRef,
  lookup: Lookup,
): AnyObject {
  const { apiVersion, kind, spec } = patched(generation, ref, lookup);
  return {
    apiVersion,
    kind,
    metadata: { name: `${cluster.metadata.name}-${pool}`, namespace: cluster.metadata.namespace },
    spec,
  };
}

function patched(generation: ClassObjects, { kind, name }: TemplateRef, lookup: Lookup): TemplateObject {
  const template = generation.templates.get(templateKey(kind, name));
  if (template === undefined) throw new Error(`class ${generation.name} lacks its template ${kind}/${name}`);
  const copy = clone(template);
  for (const patch of compiledPatches(generation)) {
    if (patch.kind === kind && patch.enabled(lookup)) apply(copy, patch, lookup);
  }
  return copy;
}

function apply(object: TemplateObject, { op, steps, value }: CompiledPatch, lookup: Lookup): void {
  const key = steps.at(-1) ?? '';
  const parent = steps.slice(0, -1).reduce<unknown>(field, object);
  if (typeof parent !== 'object' || parent === null)
    throw new Error(`the template has no /${steps.slice(0, -1).join('/')}`);
  if (Array.isArray(parent) && key === '-') parent.push(clone(value(lookup)));
  else if (op === 'remove') Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, clone(value(lookup)));
}

function clusterBuiltin({ metadata }: ClusterObject, topology: Topology): Readonly<Record<string, unknown>> {
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    topology: { version: topology.version, class: topology.classRef.name },
  };
}

function lookupIn(values: ReadonlyMap<string, unknown>, builtin: Readonly<Record<string, unknown>>): Lookup {
  return (name) => {
    const [first = '', ...rest] = name.split('.');
    return rest.reduce<unknown>(field, first === 'builtin' ? builtin : values.get(first));
  };
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Values of the Cluster over the defaults of the class. */
function valuesOf(topology: Topology, { spec }: ClassObjects): ReadonlyMap<string, unknown> {
  const defaults = (spec.variables ?? []).flatMap(({ name, schema }) =>
    schema.openAPIV3Schema.default === undefined ? [] : [[name, schema.openAPIV3Schema.default] as const],
  );
  return new Map([
    ...defaults,
    ...(topology.variables ?? []).map(({ name, value }) => [name, value] as const),
  ]);
}

function variableProblems(topology: Topology, { name, spec }: ClassObjects): string[] {
  const known = new Map((spec.variables ?? []).map((variable) => [variable.name, variable]));
  const set = [
    ...(topology.variables ?? []),
    ...(topology.workers?.machineDeployments ?? []).flatMap(({ variables }) => variables?.overrides ?? []),
  ];
  const names = new Set(set.map((variable) => variable.name));
  const unknown = [...names]
    .filter((variable) => !known.has(variable))
    .map((variable) => `class ${name} has no variable ${variable}`);
  const missing = [...known.values()]
    .filter(
      ({ required, schema, ...variable }) =>
        required && schema.openAPIV3Schema.default === undefined && !names.has(variable.name),
    )
    .map((variable) => `class ${name} requires the variable ${variable.name}`);
  return [...unknown, ...missing];
}
