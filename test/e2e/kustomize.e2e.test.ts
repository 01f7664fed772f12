import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { fluxLoads, identity } from '../gitops/loaders.ts';
import { sampleTree, type TreeFile } from '../gitops/tree.ts';

type Live = TreeFile['object'];

/** What kustomize makes of the files, under a kustomization.yaml as kustomize-controller writes it. */
function built(files: readonly TreeFile[]): Live[] {
  const folder = mkdtempSync(join(tmpdir(), 'kaas-kustomize-'));
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      JSON.stringify({
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        resources: files.map(({ path }) => path),
      }),
    );
    const text = execFileSync('kubectl', ['kustomize', folder], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return parseAllDocuments(text).map((document) => document.toJS() as Live);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const byIdentity = (objects: readonly Live[]): Record<string, Live> =>
  Object.fromEntries(objects.map((object) => [identity(object), object]));

describe('kustomize, as kubectl carries it', () => {
  test.each(fluxLoads(sampleTree('flux')).map(({ by, files }) => [by, files] as const))(
    'builds the objects of %s exactly',
    (_, files) => {
      expect(byIdentity(built(files))).toEqual(byIdentity(files.map(({ object }) => object)));
    },
  );
});
