import { load } from 'js-yaml';

/**
 * The forms that patches of a class may have: YAML whose placeholders name a value, either alone and quoted
 * (`{{ .vip | quote }}`), alone and as it is (`{{ .memoryAdjustment }}`), or inside a text (`"k8s-{{ .builtin.machineDeployment.version }}"`).
 * All of them mean the same to Cluster API (Go templates with sprig), so the class needs no engine of ours.
 */
const placeholder = /\{\{ \.([A-Za-z][A-Za-z0-9.]*)( \| quote)? \}\}/g;

/** Looks up a dotted name such as `builtin.cluster.name`; undefined if there is none. */
export type Lookup = (name: string) => unknown;

/** A form that was read once, to be filled any number of times. */
export type Form = (lookup: Lookup) => unknown;

// A character that no form contains stands for a placeholder while YAML is read: its name goes between two of them.
const mark = '\uE000';
const marked = new RegExp(`${mark}([^${mark}]*)${mark}`, 'g');

/** Reads a form. Throws if it holds anything but placeholders of the known forms. */
export function compileForm(form: string): Form {
  const text = form.replaceAll(placeholder, (_all, name: string, quote: string | undefined) =>
    quote === undefined ? `${mark}${name}${mark}` : `"${mark}${name} quoted${mark}"`,
  );
  if (/\{\{ ?[.$]/.test(text)) throw new Error(`unknown placeholder in ${form}`);
  return compile(load(text));
}

function compile(value: unknown): Form {
  if (Array.isArray(value)) {
    const items = value.map(compile);
    return (lookup) => items.map((item) => item(lookup));
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([key, field]: [string, unknown]) => [key, compile(field)] as const,
    );
    return (lookup) => Object.fromEntries(fields.map(([key, field]) => [key, field(lookup)]));
  }
  return typeof value === 'string' && value.includes(mark) ? compileText(value) : () => value;
}

function compileText(text: string): Form {
  const [, alone] = new RegExp(`^${mark}([^${mark} ]*)${mark}$`).exec(text) ?? [];
  if (alone !== undefined) return (lookup) => load(plain(lookup, alone));
  return (lookup) =>
    text.replaceAll(marked, (_all, name: string) => plain(lookup, name.replace(' quoted', '')));
}

function plain(lookup: Lookup, name: string): string {
  const value = lookup(name);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Error(`.${name} is ${value === undefined ? 'not set' : 'no scalar'}`);
}

/** Reads the condition of a patch, `{{ if .name }}true{{ end }}`. Go templates take empty values for false. */
export function compileCondition(condition: string): (lookup: Lookup) => boolean {
  const [, name] = /^\{\{ if \.([A-Za-z][A-Za-z0-9.]*) \}\}true\{\{ end \}\}$/.exec(condition) ?? [];
  if (name === undefined) throw new Error(`unknown condition ${condition}`);
  return (lookup) => isTruthy(lookup(name));
}

/** The condition that a variable is set. */
export function conditionOf(name: string): string {
  return `{{ if .${name} }}true{{ end }}`;
}

function isTruthy(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
