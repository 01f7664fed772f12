import { isCollection, isMap, isPair, isScalar, isSeq, type LineCounter, type Node } from 'yaml';
import type { Place } from '../finding/index.ts';
import { isBeyond, parseYaml, siteLimits } from './parse-yaml.ts';

/** The way to a value inside a file: keys of maps and indexes of lists. */
export type Path = readonly (string | number)[];

/** A file as it was read. It tells where a value stands, and parses itself again only when asked. */
export class Source {
  /** Path relative to the repository. */
  readonly file: string;
  readonly text: string;
  #positions: { readonly root: unknown; readonly lines: LineCounter } | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** Place of the value at the path; of the nearest enclosing value where the path ends early. */
  place(path: Path = []): Place {
    const { root, lines } = this.#parsed();
    return this.#placeAt(lines, offsetOf(root, path, 'value'));
  }

  /** Place of the key at the end of the path. */
  keyPlace(path: Path): Place {
    const { root, lines } = this.#parsed();
    return this.#placeAt(lines, offsetOf(root, path, 'key'));
  }

  /** The scalar at the path as it is written, which may differ from what YAML makes of it (1e3, 1.30, 0o17). */
  textAt(path: Path): string | undefined {
    let node: unknown = this.#parsed().root;
    for (const step of path) {
      if (isMap(node)) node = node.get(step, true);
      else if (isSeq(node)) node = node.get(Number(step), true);
      else return undefined;
    }
    return isScalar(node) && node.range ? this.text.slice(node.range[0], node.range[1]) : undefined;
  }

  #placeAt(lines: LineCounter, offset: number): Place {
    const { line, col } = lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  #parsed(): { readonly root: unknown; readonly lines: LineCounter } {
    if (this.#positions === undefined) {
      const parsed = parseYaml(this.text, siteLimits);
      // A text beyond the limits has one finding, which says so: nothing asks for places inside of it.
      const root = isBeyond(parsed) ? undefined : parsed.documents[0]?.contents;
      this.#positions = { root, lines: parsed.lines };
    }
    return this.#positions;
  }
}

/** Where the path leads; a collection stands where its key stands, since that is the line people look for. */
function offsetOf(root: unknown, path: Path, wanted: 'key' | 'value'): number {
  let node = root;
  let offset = startOf(root) ?? 0;
  for (const [depth, step] of path.entries()) {
    const last = depth === path.length - 1;
    if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) return offset;
      const atKey = isCollection(pair.value) || pair.value === null || (last && wanted === 'key');
      offset = startOf(atKey ? pair.key : pair.value) ?? offset;
      node = pair.value;
    } else return offset;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  if (isPair(node)) return startOf(node.key);
  return (node as Node | null | undefined)?.range?.[0];
}
