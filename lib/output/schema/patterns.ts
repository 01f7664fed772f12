/**
 * The JavaScript expression for a pattern of a schema. The API server runs patterns through Go's RE2, which takes
 * flags in the middle (`^(?i)[a-z]+$`, seen in CAPMOX's bridge and node names) and no look-around.
 * @throws SyntaxError if the pattern cannot be expressed; our schemas are tested for that.
 */
export function patternOf(source: string): RegExp {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const pattern = translate(source);
  cache.set(source, pattern);
  return pattern;
}

const cache = new Map<string, RegExp>();

/** `(?i)` outside of a group holds from there on; only anchors may stand before it here, so it holds for the whole. */
const leadingFlags = /^((?:\^|\\A)*)\(\?([is]+)\)/;

function translate(source: string): RegExp {
  const leading = leadingFlags.exec(source);
  const flags = new Set(leading?.[2] ?? '');
  const body = leading === null ? source : `${leading[1] ?? ''}${source.slice(leading[0].length)}`;
  return new RegExp(goSyntax(body), [...flags].join(''));
}

/** Anchors, classes and named groups that Go spells otherwise. */
function goSyntax(body: string): string {
  return body
    .replaceAll('\\A', '^')
    .replaceAll('\\z', '$')
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => posix[name] ?? whole);
}

const posix: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: '\\t\\n\\v\\f\\r ',
  xdigit: '0-9A-Fa-f',
};
