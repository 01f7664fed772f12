import { evaluate } from '@marcbachmann/cel-js';
import { describe, expect, test } from '@jest/globals';
import { healthExpressions } from '../../lib/gitops/health/cel.ts';
import { luaHealth } from '../../lib/gitops/health/lua.ts';
import type { PlatformObject } from '../../lib/platform/index.ts';
import { luaHealthOf } from './lua.ts';
import { statuses } from './statuses.ts';
import { at, ofKind, sampleTree } from './tree.ts';

describe("Argo CD's health checks, in a Lua interpreter", () => {
  test.each(statuses.map((recorded) => [`${recorded.kind} ${recorded.what}`, recorded] as const))(
    '%s',
    (_, { kind, object, argocd, message }) => {
      const health = luaHealthOf(luaHealth[kind] ?? '', object);
      expect(health.status).toBe(argocd);
      expect(health.message).toContain(message);
    },
  );

  test('are recorded statuses for every kind, deleting ones among them', () => {
    for (const kind of Object.keys(luaHealth)) {
      const of = statuses.filter((recorded) => recorded.kind === kind);
      expect([kind, of.some(({ what }) => what === 'deleting')]).toEqual([kind, true]);
      expect([kind, of.some(({ argocd }) => argocd === 'Healthy')]).toEqual([kind, true]);
    }
  });

  test('are what dist/ ships, under keys that Argo CD reads', () => {
    const config = sampleTree('argocd').find(
      ({ object }) => object.kind === 'ConfigMap' && object.metadata.name === 'argocd-cm',
    );
    expect(at(config?.object, 'data')).toEqual(
      Object.fromEntries(
        Object.entries(luaHealth).map(([kind, lua]) => [`resource.customizations.health.${kind}`, lua]),
      ),
    );
  });
});

type Expression = ReturnType<typeof healthExpressions>[number];

const kindOf = (expression: Expression): string =>
  `${expression.apiVersion.split('/')[0] ?? ''}_${expression.kind}`;

/** As kustomize-controller does: observedGeneration, then inProgress, failed, current (fluxcd/pkg runtime/cel, RFC 0009). */
function fluxStatus(expression: Expression, object: Readonly<Record<string, unknown>>): string {
  const observed = at(object, 'status.observedGeneration');
  if (observed !== undefined && observed !== at(object, 'metadata.generation')) return 'InProgress';
  const context = toCel(object) as Record<string, unknown>;
  for (const [text, status] of [
    [expression.inProgress, 'InProgress'],
    [expression.failed, 'Failed'],
    [expression.current, 'Current'],
  ] as const)
    if (text !== undefined && evaluate(text, context) === true) return status;
  return 'InProgress';
}

/** CEL's integers are big. */
function toCel(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (Array.isArray(value)) return value.map(toCel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toCel(inner)]));
}

describe("Flux's health checks, in a CEL library", () => {
  const objects = sampleTree('flux').map(({ object }) => object);
  const expressions = healthExpressions(objects);
  const cases = statuses.flatMap((recorded) =>
    expressions
      .filter((expression) => kindOf(expression) === recorded.kind)
      .map((expression) => ({ ...recorded, expression })),
  );

  test.each(cases.map((recorded) => [`${recorded.kind} ${recorded.what}`, recorded] as const))(
    '%s',
    (_, { expression, object, flux }) => {
      expect(fluxStatus(expression, object)).toBe(flux);
    },
  );

  test('are given to each Kustomization whose objects need them, and to it alone', () => {
    const kinds = (name: string): string[] => {
      const kustomization = ofKind(sampleTree('flux'), 'Kustomization').find(
        ({ metadata }) => metadata.name === name,
      );
      return ((at(kustomization, 'spec.healthCheckExprs') ?? []) as readonly PlatformObject[]).map(
        ({ kind }) => kind,
      );
    };
    expect(kinds('platform-capi-core')).toEqual(['CoreProvider']);
    expect(kinds('platform-datastores')).toEqual(['DataStore']);
    expect(kinds('platform-classes')).toEqual(['ClusterClass']);
    expect(kinds('platform-vips')).toEqual([]);
  });

  test('use exists: over an empty list, filter(...).all(...) would call an available object failed', () => {
    for (const { current, failed = '' } of expressions) expect(`${current} ${failed}`).not.toContain('.all(');
  });
});
