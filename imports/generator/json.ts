/** An object read from YAML or JSON, not looked into yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a path of keys; an empty object where there is none. */
export function objectAt(value: unknown, ...keys: readonly string[]): JsonObject {
  const found = valueAt(value, ...keys);
  return isObject(found) ? found : {};
}

/** The string at a path of keys; '' where there is none. */
export function textAt(value: unknown, ...keys: readonly string[]): string {
  const found = valueAt(value, ...keys);
  return typeof found === 'string' ? found : '';
}

/** The list at a path of keys; an empty list where there is none. */
export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found: unknown = valueAt(value, ...keys);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) found = isObject(found) ? found[key] : undefined;
  return found;
}

const WIDTH = 110;

/**
 * JSON for review: what fits on a line stays on a line, the rest is one entry a line with a one-space indent.
 * A changed field is one changed line, at about half of the lines and two thirds of the bytes of plain indenting.
 */
export function printJson(value: unknown): string {
  return `${print(value, 0, 0)}\n`;
}

function print(value: unknown, depth: number, taken: number): string {
  const line = onLine(value);
  if (typeof value !== 'object' || value === null || depth + taken + line.length <= WIDTH) return line;
  const inner = ' '.repeat(depth + 1);
  const entries = Array.isArray(value)
    ? value.map((item) => inner + print(item, depth + 1, 0))
    : Object.entries(value).map(([key, item]) => {
        const label = `${JSON.stringify(key)}: `;
        return inner + label + print(item, depth + 1, label.length);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open ?? ''}\n${entries.join(',\n')}\n${' '.repeat(depth)}${close ?? ''}`;
}

function onLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${onLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
