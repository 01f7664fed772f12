import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadAll } from 'js-yaml';
import { readCrds } from '../../imports/generator/crd.ts';
import { isObject, type JsonObject, listAt, objectAt, textAt } from '../../imports/generator/json.ts';
import { makeSchemaFiles, schemaPath } from '../../imports/generator/schema-file.ts';
import { parseSources } from '../../imports/generator/sources.ts';
import { type CompactSchema, importedVersion, loadSchema } from '../../imports/schemas.ts';
import { imports, read } from './lab.ts';

/** Folders that hold CRDs as PROJECT/VERSION/*.yaml: third-party files, not part of this repository. */
const folders = (process.env.KAAS_LAB_CRDS ?? '').split(delimiter).filter((folder) => folder !== '');

const sources = parseSources(read(imports, 'sources.yaml'), 'sources.yaml');
const given = sources.filter(({ project, version }) => filesOf(project, version).length > 0);
const missing = sources.filter((source) => !given.includes(source));

const withCrds = given.length > 0 ? test : test.skip;
const skipped = given.length > 0 ? '' : ' (skipped: KAAS_LAB_CRDS names no folder with CRDs)';

describe(`the CRDs that sources.yaml pins${skipped}`, () => {
  withCrds('give the committed schemas, byte for byte', () => {
    const made = given.flatMap((source) => makeSchemaFiles(source, filesOf(source.project, source.version)));
    const differing = made.filter(
      (file) => 'rule' in file || read(imports, schemaPath(file.schema)) !== file.text,
    );
    expect(made.length).toBeGreaterThan(20);
    expect(differing).toEqual([]);
  });

  withCrds('store the emitted apiVersion, or label it for the newest contract', () => {
    const crds = given.flatMap(({ project, version, kinds }) => {
      const wanted = new Set(kinds.map(({ kind }) => kind));
      return crdsOf(project, version).filter((crd) => wanted.has(textAt(crd, 'spec', 'names', 'kind')));
    });
    const wrong = crds.filter((crd) => {
      const group = textAt(crd, 'spec', 'group');
      const emitted = importedVersion(group, textAt(crd, 'spec', 'names', 'kind'));
      return emitted !== `${group}/${labelledOrStored(crd)}`;
    });
    expect(crds.length).toBeGreaterThan(20);
    expect(wrong.map((crd) => textAt(crd, 'metadata', 'name'))).toEqual([]);
  });

  const names = missing.map(({ project, version }) => `${project} ${version}`).join(', ');
  if (skipped === '' && missing.length > 0) test.skip(`not in KAAS_LAB_CRDS: ${names}`, () => undefined);
});

const older = ['cluster-api', 'cluster-api-bootstrap-kubeadm'].flatMap((project) =>
  filesOf(project, 'v1.12.10'),
);
const withOlder = older.length > 0 ? test : test.skip;

describe('Cluster API v1.12.10, which stays supported beside the pinned version', () => {
  // What of ours sets one of these fields needs Cluster API v1.13.
  withOlder(`lacks these fields of the imported kinds, and no others${skipped}`, () => {
    const lacking = older.flatMap(readCrds).flatMap(({ group, kind, schema }) => {
      const known = new Set(fieldsOf(schema().schema));
      const pinned = loadSchema(importedVersion(group, kind) ?? '', kind);
      const added = pinned === undefined ? [] : fieldsOf(pinned.schema).filter((field) => !known.has(field));
      return outermost(added).map((field) => `${kind} ${field}`);
    });
    expect(lacking.sort()).toEqual([
      'Cluster spec.topology.controlPlane.rollout',
      'Cluster spec.topology.controlPlane.taints',
      'Cluster spec.topology.workers.machineDeployments[].rollout.after',
      'Cluster spec.topology.workers.machineDeployments[].taints',
      'Cluster spec.topology.workers.machinePools[].taints',
      'ClusterClass spec.controlPlane.taints',
      'ClusterClass spec.workers.machineDeployments[].taints',
      'ClusterClass spec.workers.machinePools[].taints',
      'KubeadmConfigTemplate spec.template.spec.diskSetup.partitions[].diskLayout',
    ]);
  });
});

function filesOf(project: string, version: string): readonly string[] {
  const folder = folders.map((root) => join(root, project, version)).find((path) => existsSync(path));
  return folder === undefined
    ? []
    : readdirSync(folder)
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8'));
}

function crdsOf(project: string, version: string): readonly JsonObject[] {
  const manifests = filesOf(project, version).filter((text) =>
    text.includes('kind: CustomResourceDefinition\n'),
  );
  return manifests.flatMap((text) => loadAll(text)).filter(isObject);
}

/** Read from the CRD in the plainest way, independent of the generator. */
function labelledOrStored(crd: JsonObject): string {
  const label = textAt(objectAt(crd, 'metadata', 'labels'), 'cluster.x-k8s.io/v1beta2');
  const stored = listAt(crd, 'spec', 'versions').find(
    (version) => isObject(version) && version.storage === true,
  );
  return label === '' ? textAt(stored, 'name') : label;
}

function fieldsOf(schema: CompactSchema, path = ''): readonly string[] {
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = path === '' ? name : `${path}.${name}`;
    return [inner, ...fieldsOf(field, inner)];
  });
  const items = schema.items === undefined ? [] : fieldsOf(schema.items, `${path}[]`);
  const rest = schema.additionalProperties;
  return [...properties, ...items, ...(typeof rest === 'object' ? fieldsOf(rest, `${path}{}`) : [])];
}

/** Without those that lie inside another one of the list. */
function outermost(fields: readonly string[]): readonly string[] {
  const inside = (field: string, other: string): boolean =>
    field.startsWith(other) && ['.', '[', '{'].includes(field.charAt(other.length));
  return fields.filter((field) => !fields.some((other) => inside(field, other)));
}
