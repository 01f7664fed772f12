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

/** js-yaml takes `12e4567` (the short hash of a commit) for text, as the number is too large for it; other readers do not. */
const quoteHugeNumbers: ScalarStyleRule = (layout) => {
  const { tag, value } = layout.node;
  if (tag === 'tag:yaml.org,2002:str' && /^[-+]?[\d._]+[eE][-+]?\d+$/.test(value))
    layout.style = SCALAR_STYLE.SINGLE_QUOTED;
};
const scalarStyleRules = [quoteHugeNumbers, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)];

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
