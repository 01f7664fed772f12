import { isMap, parseDocument } from 'yaml';
import type { Folder } from './repository.ts';

/** Writes the pieces of a rule's example over the files of a folder: maps are merged key by key, one level deep. */
export function applyPieces(folder: Folder, text: string): void {
  const parts = `--- # tenants/acme.yaml\n${text}`.split(/^--- # (.+)$/m).slice(1);
  for (let index = 0; index < parts.length; index += 2)
    applyPiece(folder, parts[index] ?? '', parts[index + 1] ?? '');
}

function applyPiece(folder: Folder, path: string, text: string): void {
  const piece: unknown = parseDocument(text).toJS();
  if (text.includes('# the file is')) folder.delete(path);
  else if (typeof piece === 'object' && piece !== null) merge(folder, path, piece);
}

function merge(folder: Folder, path: string, piece: object): void {
  // A tenant that is not there yet looks like the other one.
  const base = path === 'tenants/beta.yaml' ? betaBase : folder.read(path);
  const document = parseDocument(base);
  for (const [key, value] of Object.entries(piece) as [string, unknown][]) {
    const map = document.get(key);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !isMap(map))
      document.set(key, document.createNode(value));
    else
      for (const [inner, item] of Object.entries(value) as [string, unknown][])
        map.set(inner, document.createNode(item));
  }
  folder.write(path, document.toString({ lineWidth: 0 }));
}

const betaBase = `owner: team-beta@k8s.lab
kubernetes: v1.34.4
controlPlane: {vip: 10.4.0.120}
network: {name: shared, addresses: 10.30.0.100-10.30.0.120}
vmids: 12000-12099
pools:
  general: {size: small, nodes: 1}
`;
