import { DEFAULT_SCALAR_STYLE_RULES, dump, SCALAR_STYLE, type ScalarStyleRule } from 'js-yaml';
import { isList, isRecord } from './json.ts';
import type { Manifest, OutputFile } from './manifest.ts';
import { markerLine } from './marker.ts';

/**
 * A value as YAML: block style, no anchors, no folded lines, quoted wherever a YAML 1.1 or 1.2 reader would take text
 * for something else (`'yes'`, `'0o17'`, `'1:20'`). Fields are in a fixed order, so equal values give equal bytes.
 */
export function yamlText(value: unknown): string {
  return dump(inOrder(value), { noRefs: true, lineWidth: -1, scalarStyleRules });
}

/**
 * What js-yaml takes for text and other readers for a number: `12e4567` (the short hash of a commit), which is too large
 * for it, and `.` or `._`, since YAML 1.1 asks for no digit (https://yaml.org/type/float.html).
 */
const quoteNumbersOfOthers: ScalarStyleRule = (layout) => {
  const { tag, value } = layout.node;
  if (tag === 'tag:yaml.org,2002:str' && /^[-+]?(?:[\d._]+[eE][-+]?\d+|\.[\d_]*)$/.test(value))
    layout.style = SCALAR_STYLE.SINGLE_QUOTED;
};
const scalarStyleRules = [quoteNumbersOfOthers, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)];

/** The file of a manifest: the marker with its sources, then the object. */
export function manifestFile({ path, sources, object }: Manifest): OutputFile {
  return { path, text: markerLine(sources) + yamlText(object) };
}

/** What names a thing comes first, so that a reader of a list sees at once which item it is; the rest by alphabet. */
const first = new Map(
  ['apiVersion', 'kind', 'name', 'namespace', 'metadata'].map((name, index) => [name, index]),
);

function inOrder(value: unknown): unknown {
  if (isList(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort(compareNames)) ordered[name] = inOrder(value[name]);
  return ordered;
}

function compareNames(a: string, b: string): number {
  return (first.get(a) ?? first.size) - (first.get(b) ?? first.size) || (a < b ? -1 : a > b ? 1 : 0);
}
