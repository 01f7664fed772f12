import { readFileSync } from 'node:fs';
import { isMap, isScalar, parse, parseDocument, stringify } from 'yaml';

const standard = (name: string): string =>
  readFileSync(new URL(`standard/${name}.yaml`, import.meta.url), 'utf8');

/** The files of the small site that fixtures and examples live in. */
const platform: Readonly<Record<string, string>> = {
  'platform/site.yaml': standard('site'),
  'platform/versions.yaml': standard('versions'),
};

/** A tenant of the site; the index keeps several apart. */
function tenantText(index: number): string {
  const start = 10 + 20 * index;
  return `owner: team@k8s.lab
kubernetes: v1.35.5
controlPlane: {vip: 10.4.0.${String(110 + index)}}
network: {name: acme, addresses: 10.40.0.${String(start)}-10.40.0.${String(start + 19)}}
vmids: ${String(10100 + 100 * index)}-${String(10199 + 100 * index)}
pools: {general: {size: small, nodes: {min: 1, max: 3}}}
`;
}

/** A piece of a fixture: the text of one file, with the line that it begins on. */
export interface Piece {
  readonly file: string;
  readonly text: string;
  readonly line: number;
}

/** The pieces of a fixture: `--- # FILE` begins the next one, and what stands before the first is of tenants/acme.yaml. */
export function piecesOf(text: string): Piece[] {
  const pieces: { file: string; lines: string[]; line: number }[] = [
    { file: 'tenants/acme.yaml', lines: [], line: 0 },
  ];
  for (const [index, line] of text.split('\n').entries()) {
    const [, file] = /^--- # (\S+)$/.exec(line) ?? [];
    if (file === undefined) pieces.at(-1)?.lines.push(line);
    else pieces.push({ file, lines: [], line: index + 1 });
  }
  return pieces
    .map(({ file, lines, line }) => ({ file, text: lines.join('\n'), line }))
    .filter((piece) => piece.text.trim() !== '');
}

/**
 * The files of the small fleet that a fixture describes, by path. A piece holds only the top-level keys that matter, and keeps
 * the lines that it has in the fixture; the other keys follow after it.
 */
export const fixtureFiles = (text: string): ReadonlyMap<string, string> => filesOf(text, completed);

/** The same for the example of a rule, in which the pieces of the platform may also be parts of their top-level keys. */
export const exampleFiles = (text: string): ReadonlyMap<string, string> =>
  filesOf(text, (piece, rest) =>
    piece.file.startsWith('platform/') ? merged(piece, rest) : completed(piece, rest),
  );

function filesOf(text: string, fill: (piece: Piece, rest: string) => string): ReadonlyMap<string, string> {
  const pieces = piecesOf(text);
  const tenants = pieces.filter(({ file }) => file.startsWith('tenants/'));
  const files = new Map([
    ...Object.entries(platform),
    ...(tenants.length === 0 ? ([['tenants/acme.yaml', tenantText(0)]] as const) : []),
  ]);
  for (const piece of pieces)
    files.set(piece.file, fill(piece, platform[piece.file] ?? tenantText(tenants.indexOf(piece))));
  return files;
}

function completed({ text, line }: Piece, rest: string): string {
  const { contents } = parseDocument(text);
  const own = isMap(contents)
    ? contents.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''))
    : [];
  const missing = blocksOf(rest).filter(({ key }) => !own.includes(key));
  return `${'\n'.repeat(line)}${[text, ...missing.map((block) => block.text)].join('\n')}\n`;
}

/** The top-level keys of a file, each with its lines. */
function blocksOf(text: string): { readonly key: string; readonly text: string }[] {
  return text
    .split(/\n(?=\S)/)
    .map((block) => ({ key: /^[^:\s]+/.exec(block)?.[0] ?? '', text: block.trimEnd() }))
    .filter(({ key }) => key !== '#');
}

function merged({ text }: Piece, rest: string): string {
  return stringify(mergedValue(parse(rest), parse(text)));
}

/** Maps are merged by key, and null takes a key away; anything else replaces what was there. */
function mergedValue(base: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const all = { ...(isRecord(base) ? base : {}), ...change };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([key]) => change[key] !== null)
      .map(([key, value]) => [
        key,
        Object.hasOwn(change, key) ? mergedValue(isRecord(base) ? base[key] : undefined, value) : value,
      ]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
