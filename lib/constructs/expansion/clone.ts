/** A copy of a JSON value. Several times quicker than structuredClone, which also has to look for cycles and classes. */
export function clone<T>(value: T): T;
export function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => clone(item));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) copy[key] = clone<unknown>(item);
  return copy;
}
