/** A release of a component of the platform, three numbers whatever the style of its tag. */
export interface Release {
  readonly text: string;
  readonly numbers: readonly [number, number, number];
  /** True for a release candidate, beta or alpha, which is older than the release of the same numbers. */
  readonly preview: boolean;
}

/**
 * Reads `v1.13.5`, `0.28.0`, and both styles of Kamaji's tags: `edge-26.2.5` (until February 2026) and `26.8.6-edge`.
 * Undefined for anything else.
 */
export function parseRelease(text: string): Release | undefined {
  const match = /^(?:v|edge-)?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(text);
  if (match === null) return undefined;
  return {
    text,
    numbers: [Number(match[1]), Number(match[2]), Number(match[3])],
    preview: /-(?:alpha|beta|rc)/.test(text),
  };
}

/** Negative if `a` is older than `b`, 0 if they are equal. A tag's style does not count. */
export function compareReleases(a: Release, b: Release): number {
  const differences = a.numbers.map((number, index) => number - (b.numbers[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? Number(b.preview) - Number(a.preview);
}

/** Releases from `from` on and before `before`, either end open if absent. */
export interface ReleaseWindow {
  readonly from?: string;
  readonly before?: string;
}

/** True if the release lies in the window. A release that cannot be read lies in none. */
export function isWithin(text: string, window: ReleaseWindow): boolean {
  const release = parseRelease(text);
  if (release === undefined) return false;
  const from = window.from === undefined ? undefined : parseRelease(window.from);
  const before = window.before === undefined ? undefined : parseRelease(window.before);
  return (
    (from === undefined || compareReleases(release, from) >= 0) &&
    (before === undefined || compareReleases(release, before) < 0)
  );
}

/** `v1.14.0 or newer`, `before 26.6.4`, `from 26.5.5 and before 26.6.5`. */
export function windowText({ from, before }: ReleaseWindow): string {
  if (from === undefined) return before === undefined ? 'any' : `before ${before}`;
  return before === undefined ? `${from} or newer` : `from ${from} and before ${before}`;
}
