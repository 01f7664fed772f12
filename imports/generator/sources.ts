import { isMap, isScalar, LineCounter, type Pair, parseDocument } from 'yaml';
import type { Place } from '../../lib/finding/index.ts';
import { listAt, textAt } from './json.ts';

/** A kind wanted of a source. */
export interface WantedKind {
  readonly kind: string;
  /** Told only where two groups of a source share the kind. */
  readonly group: string | undefined;
  /** SHA-256 of the schema file in hex; undefined as long as it is not pinned. */
  readonly digest: string | undefined;
  readonly place: Place;
}

/** One entry of imports/sources.yaml. */
export interface Source {
  readonly project: string;
  readonly version: string;
  readonly urls: readonly string[];
  readonly typed: boolean;
  readonly kinds: readonly WantedKind[];
}

/** What makes a sources.yaml unreadable. */
export class MalformedSources extends Error {}

/** The sources that a sources.yaml names. Throws MalformedSources with line and column if it is not well-formed. */
export function parseSources(text: string, file: string): readonly Source[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) throw new MalformedSources(`${file}: ${error.message}`);
  return listAt(document.toJS(), 'sources').map((entry, index) => {
    const kinds = document.getIn(['sources', index, 'kinds'], true);
    const source = { project: textAt(entry, 'project'), version: textAt(entry, 'version') };
    const urls = textAt(entry, 'url') === '' ? listAt(entry, 'url').map(String) : [textAt(entry, 'url')];
    if (source.project === '' || source.version === '' || urls.length === 0 || !isMap(kinds)) {
      throw new MalformedSources(`${file}: source ${index + 1} needs project, version, url and kinds`);
    }
    const typed = document.getIn(['sources', index, 'types']) !== false;
    return { ...source, urls, typed, kinds: kinds.items.map((pair) => wantedKind(pair, file, lines)) };
  });
}

function wantedKind(pair: Pair, file: string, lines: LineCounter): WantedKind {
  const name = isScalar(pair.key) ? String(pair.key.value) : '';
  const offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0;
  const { line, col } = lines.linePos(offset);
  const dot = name.indexOf('.');
  return {
    kind: dot < 0 ? name : name.slice(0, dot),
    group: dot < 0 ? undefined : name.slice(dot + 1),
    digest: digestText(pair.value),
    place: { file, line, column: col },
  };
}

/** As written: 64 hex digits may look like a number to YAML. */
function digestText(value: unknown): string | undefined {
  return isScalar(value) && value.value !== null ? String(value.source) : undefined;
}

/** The same text with other digests: only the values on the lines of these kinds change. */
export function pinDigests(
  text: string,
  pins: readonly { readonly place: Place; readonly digest: string }[],
): string {
  const lines = text.split('\n');
  for (const { place, digest } of pins) {
    const line = lines[place.line - 1] ?? '';
    lines[place.line - 1] = line.replace(/:[^#]*?(?=\s+#|\s*$)/, `: ${digest}`);
  }
  return lines.join('\n');
}
