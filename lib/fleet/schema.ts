/** The part of JSON Schema that our input schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  /** What a value is, in words for a message: "an IPv4 address". */
  readonly 'x-what'?: string;
  /** Keys that people look for and that cannot exist, with the reason. */
  readonly 'x-refused'?: Readonly<Record<string, string>>;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** What a value of the schema may be, in words, with an example if the schema has one. */
export function allowedWords(schema: Schema): string {
  const example = schema.examples?.[0];
  const such = example === undefined ? '' : `, such as ${exampleText(example)}`;
  if (schema['x-what'] !== undefined) return `${schema['x-what']}${such}`;
  if (schema.enum !== undefined) return schema.enum.map(String).join(', ');
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(allowedWords))].join(', or ');
  return `${boundsWords(schema)}${such}`;
}

/** An example as it is written in YAML. */
export function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}

function boundsWords(schema: Schema): string {
  const { type = 'a value', minimum, maximum, minLength, minItems, maxItems, minProperties } = schema;
  const what = typeof type === 'string' ? article(type) : type.map(article).join(' or ');
  if (minimum !== undefined || maximum !== undefined)
    return `${what} from ${String(minimum ?? 0)}${maximum === undefined ? ' up' : ` to ${String(maximum)}`}`;
  if (minLength !== undefined) return `${what} of at least ${String(minLength)} character`;
  if (minItems !== undefined) return `${what} of at least ${String(minItems)} item`;
  if (minProperties !== undefined) return `${what} of at least ${String(minProperties)} entry`;
  if (maxItems !== undefined) return `${what} of at most ${String(maxItems)} items`;
  return what;
}

const typeNames: Record<string, string> = {
  object: 'a map',
  array: 'a list',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};
const article = (type: string): string => typeNames[type] ?? type;
