/** Looking into JSON of unknown shape. */

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The value at `path`, or undefined as soon as a step is missing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const key of path) {
    if (!isObject(here)) return undefined;
    here = here[key];
  }
  return here;
}

/** The string at `path` if there is a non-empty one. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** The string entries of the object at `path`: labels or annotations. */
export function textsAt(value: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  const found = at(value, ...path);
  const texts: Record<string, string> = {};
  if (!isObject(found)) return texts;
  for (const [key, text] of Object.entries(found)) if (typeof text === 'string') texts[key] = text;
  return texts;
}
