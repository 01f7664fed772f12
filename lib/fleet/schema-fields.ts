import { readFileSync } from 'node:fs';
import { allowedWords, exampleText, type Schema } from './schema.ts';

/** The input files that people write. */
export const inputFiles = ['tenant', 'site', 'versions'] as const;
export type InputFile = (typeof inputFiles)[number];

/** One field of an input file, as its schema describes it. */
export interface Field {
  readonly file: InputFile;
  /** Keys from the top; NAME stands for any key of a map, N for any index of a list. */
  readonly path: readonly string[];
  /** What it is for. */
  readonly description: string;
  /** What its value may be, in words. */
  readonly allowed: string;
  /** What holds if it is absent; undefined if nothing does. */
  readonly default: string | undefined;
  readonly example: string | undefined;
  /** True if the map that it is in must have it. */
  readonly required: boolean;
  /** Keys that cannot exist, with the reason. */
  readonly refused: Readonly<Record<string, string>>;
}

/** Every field of the file in the order of its schema, each map before what is in it. */
export function fieldsOf(file: InputFile): Field[] {
  const documents = new Map(
    ['common', 'site', 'tenant', 'versions'].map((name) => [`${name}.schema.json`, readSchema(name)]),
  );
  const document = `${file}.schema.json`;
  const root = documents.get(document);
  if (root === undefined) throw new Error(`no schema ${file}`);
  return new Fields(file, documents).below({ schema: root, document }, []);
}

function readSchema(name: string): Schema {
  return JSON.parse(readFileSync(new URL(`schemas/${name}.schema.json`, import.meta.url), 'utf8')) as Schema;
}

/** A schema and the document that its references are relative to. */
interface Placed {
  readonly schema: Schema;
  readonly document: string;
}

class Fields {
  readonly #file: InputFile;
  readonly #documents: ReadonlyMap<string, Schema>;

  constructor(file: InputFile, documents: ReadonlyMap<string, Schema>) {
    this.#file = file;
    this.#documents = documents;
  }

  /** The fields inside of a value of the schema. */
  below(placed: Placed, path: readonly string[]): Field[] {
    const { schema, document } = this.#resolved(placed);
    const { properties = {}, additionalProperties, items, required = [], anyOf = [] } = schema;
    return [
      ...Object.entries(properties).flatMap(([key, child]) =>
        this.#field({ schema: child, document }, [...path, key], required.includes(key)),
      ),
      ...(typeof additionalProperties === 'object'
        ? this.#entry({ schema: additionalProperties, document }, [...path, 'NAME'])
        : []),
      ...(items === undefined ? [] : this.#entry({ schema: items, document }, [...path, 'N'])),
      ...anyOf.flatMap((branch) => this.below({ schema: branch, document }, path)),
    ];
  }

  /** What a map or list holds is a field of its own only if it is a map itself; otherwise the words of the map tell it. */
  #entry(placed: Placed, path: readonly string[]): Field[] {
    const { schema } = this.#resolved(placed);
    return schema.properties === undefined ? [] : this.#field(placed, path, false);
  }

  #field(placed: Placed, path: readonly string[], required: boolean): Field[] {
    const { schema } = this.#resolved(placed);
    const { description = '', examples } = schema;
    const [, fallback] = /\bDefault: (.+?)\.(?:\s|$)/.exec(description) ?? [];
    const field: Field = {
      file: this.#file,
      path,
      description: description.replace(/\s*\bDefault: .+?\.(?=\s|$)/, '').trim(),
      allowed: this.#words(placed),
      default: fallback,
      example: examples?.[0] === undefined ? undefined : exampleText(examples[0]),
      required,
      refused: schema['x-refused'] ?? {},
    };
    return [field, ...this.below(placed, path)];
  }

  /** The schema with its reference put in place; what stands beside the reference wins. */
  #resolved({ schema, document }: Placed): Placed {
    if (schema.$ref === undefined) return { schema, document };
    const [name = '', pointer = ''] = schema.$ref.split('#');
    const target = name === '' ? document : name;
    const found = pointer.split('/').slice(1).reduce<unknown>(step, this.#documents.get(target));
    const resolved = this.#resolved({ schema: found as Schema, document: target });
    return { schema: { ...resolved.schema, ...schema }, document: resolved.document };
  }

  /** What a value may be; of a map or list, what its entries may be as well. */
  #words(placed: Placed): string {
    const { schema, document } = this.#resolved(placed);
    const { anyOf, items, additionalProperties, enum: values } = schema;
    if (schema['x-what'] !== undefined || values !== undefined) return allowedWords(schema);
    if (anyOf !== undefined)
      return [...new Set(anyOf.map((branch) => this.#words({ schema: branch, document })))].join(', or ');
    if (items !== undefined) return `a list of: ${this.#words({ schema: items, document })}`;
    if (typeof additionalProperties === 'object') {
      return `a map, name to ${this.#words({ schema: additionalProperties, document })}`;
    }
    return allowedWords(schema);
  }
}

function step(value: unknown, key: string): unknown {
  const found =
    typeof value === 'object' && value !== null
      ? Object.entries(value).find(([name]) => name === key)
      : undefined;
  if (found === undefined) throw new Error(`no ${key} in a schema`);
  return found[1];
}
