import { at, ofKind, type TreeFile } from './tree.ts';

/** What an engine would apply for one of its objects, file by file. */
export interface Load {
  /** Name of the Application or Kustomization. */
  readonly by: string;
  readonly files: readonly TreeFile[];
}

const manifest = /\.(?:ya?ml)$/;

/**
 * Files that Flux builds for a path: kustomize-controller writes a kustomization.yaml with every manifest below the
 * path, unless one is there, and kustomize refuses the same object twice (docs/spec/v1/kustomizations.md).
 */
export function fluxBuild(tree: readonly TreeFile[], path: string): readonly TreeFile[] {
  const folder = `${path.replace(/^\.\/dist\//, '').replace(/\/$/, '')}/`;
  const files = tree.filter((file) => file.path.startsWith(folder));
  if (files.length === 0) throw new Error(`kustomization path not found: ${path}`);
  if (files.some((file) => /(?:^|\/)kustomization\.ya?ml$/i.test(file.path)))
    throw new Error(`${path} holds a kustomization file of its own`);
  const ids = files.map(({ object }) => identity(object));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`may not add resource with an already registered id: ${twice}`);
  return files.filter((file) => manifest.test(file.path));
}

/**
 * Files that Argo CD's directory source reads (docs/user-guide/directory.md): manifests of the folder, below it only
 * if `recurse`, without those that the glob `exclude` names. A Chart.yaml or kustomization.yaml would change the tool.
 */
export function argocdDirectory(
  tree: readonly TreeFile[],
  { path, recurse, exclude }: { readonly path: string; readonly recurse: boolean; readonly exclude?: string },
): readonly TreeFile[] {
  const folder = `${path.replace(/^dist\//, '')}/`;
  const files = tree.filter((file) => file.path.startsWith(folder));
  if (files.length === 0) throw new Error(`${path}: app path does not exist`);
  if (files.some((file) => /(?:^|\/)(?:kustomization\.ya?ml|Chart\.yaml)$/i.test(file.path)))
    throw new Error(`${path} would be taken for another tool's`);
  const excluded = exclude?.replace(/^\{(.*)\}$/, '$1').split(',') ?? [];
  return files
    .filter((file) => manifest.test(file.path))
    .filter((file) => recurse || !file.path.slice(folder.length).includes('/'))
    .filter((file) => !excluded.includes(file.path.slice(folder.length)));
}

/** Everything that Flux loads, Kustomization by Kustomization. */
export function fluxLoads(tree: readonly TreeFile[]): Load[] {
  return ofKind(tree, 'Kustomization').map((object) => ({
    by: object.metadata.name,
    files: fluxBuild(tree, String(at(object, 'spec.path'))),
  }));
}

/** Everything that Argo CD loads from Git, Application by Application, those of the ApplicationSet included. */
export function argocdLoads(tree: readonly TreeFile[]): Load[] {
  const fromGit = ofKind(tree, 'Application').filter(
    (object) => at(object, 'spec.source.directory') !== undefined,
  );
  const loads = fromGit.map((object) => ({
    by: object.metadata.name,
    files: argocdDirectory(tree, {
      path: String(at(object, 'spec.source.path')),
      recurse: at(object, 'spec.source.directory.recurse') === true,
      ...(at(object, 'spec.source.directory.exclude') === undefined
        ? {}
        : { exclude: String(at(object, 'spec.source.directory.exclude')) }),
    }),
  }));
  const tenants = [...new Set(tree.flatMap(({ path }) => /^tenants\/([^/]+)\//.exec(path)?.[1] ?? []))];
  const [set] = ofKind(tree, 'ApplicationSet');
  return [
    ...loads,
    ...tenants.map((tenant) => ({
      by: `tenant-${tenant}`,
      files: argocdDirectory(tree, {
        path: `dist/tenants/${tenant}`,
        recurse: at(set, 'spec.template.spec.source.directory.recurse') === true,
      }),
    })),
  ];
}

/** What makes an object one and the same for the API server. */
export function identity({ apiVersion, kind, metadata }: TreeFile['object']): string {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return `${group ?? ''}/${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}
