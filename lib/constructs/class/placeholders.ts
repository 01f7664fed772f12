import { load } from 'js-yaml';

/**
 * The forms that patches of a class may have: YAML with placeholders that name a value and, where it stands alone, how it is
 * written: `{{ .vip | quote }}`, or `{{ .a.b }}` inside a quoted text or for a number.
 * All of them mean the same to Cluster API (Go templates with sprig), so the class needs no engine of ours.
 */
const placeholder = /\{\{ (\.[A-Za-z][A-Za-z0-9.]*)(?: \| (quote))? \}\}/g;

/** Looks up a dotted name such as `.builtin.cluster.name`; undefined if there is none. */
export type Lookup = (name: string) => unknown;

/** The value of a form. Throws if it names a value that does not exist or holds anything but placeholders of the known forms. */
export function evaluateForm(form: string, lookup: Lookup): unknown {
  const text = form.replaceAll(placeholder, (_all, name: string, quoted: string | undefined) => {
    const value = plain(lookup(name.slice(1)), name);
    return quoted === undefined ? value : JSON.stringify(value);
  });
  if (/\{\{ ?[.$]/.test(text)) throw new Error(`unknown placeholder in ${form}`);
  return load(text);
}

/** True if the condition of a patch, `{{ if .name }}true{{ end }}`, holds: Go templates take empty values for false. */
export function evaluateCondition(condition: string, lookup: Lookup): boolean {
  const [, name] = /^\{\{ if \.([A-Za-z][A-Za-z0-9.]*) \}\}true\{\{ end \}\}$/.exec(condition) ?? [];
  if (name === undefined) throw new Error(`unknown condition ${condition}`);
  return isTruthy(lookup(name));
}

/** The condition that a variable is set. */
export function conditionOf(name: string): string {
  return `{{ if .${name} }}true{{ end }}`;
}

function plain(value: unknown, name: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Error(`${name} is ${value === undefined ? 'not set' : 'no scalar'}`);
}

function isTruthy(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
