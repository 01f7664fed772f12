import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own imports/. */
export const imports = fileURLToPath(new URL('../../imports', import.meta.url));

/** Runs with a folder of files by path, and removes it. */
export async function withFolder<Result>(
  files: Readonly<Record<string, string>>,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'kaas-imports-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Paths of all files below a folder, sorted. */
export function filesBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesBelow(join(folder, entry.name)).map((path) => `${entry.name}/${path}`)
      : [entry.name],
  );
  return names.sort();
}

export function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** A sources.yaml of one project, the kinds given as its lines. */
export function sourcesYaml(url: string, ...kinds: readonly string[]): string {
  const lines = kinds.map((kind) => `      ${kind}\n`).join('');
  return `sources:\n  - project: shop\n    version: v1.0.0\n    url: ${url}\n    kinds:\n${lines}`;
}

/** A CRD of group shop.test with one field, in the manner of a release manifest. */
export function crd(kind: string, field: string): string {
  return `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${kind.toLowerCase()}s.shop.test
spec:
  group: shop.test
  names: {kind: ${kind}, plural: ${kind.toLowerCase()}s}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        description: Told to people.
        type: object
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object}
          spec:
            type: object
            required: [${field}]
            properties:
              ${field}: {type: integer, description: Told to people., maximum: 9}
          status: {type: object}
`;
}
