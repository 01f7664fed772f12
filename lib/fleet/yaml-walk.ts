import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { RuleDescription } from './reading-rule.ts';
import { yamlRules } from './yaml-rules.ts';

/** What is wrong at an offset of the text. */
export interface Trouble {
  readonly rule: RuleDescription;
  readonly offset: number;
  readonly problem: string;
  readonly allowed: string;
  readonly remedy?: string;
  /** The other place that the problem is about. */
  readonly related?: { readonly offset: number; readonly note: string };
}

/** Values that all aliases of a file may add. */
const maxAliased = 10_000;

/** What a document says that YAML allows and we refuse. Linear in the length of the text. */
export function troublesOf(document: Document, text: string): Trouble[] {
  const walk = new Walk(text);
  walk.node(document.contents);
  return walk.troubles;
}

class Walk {
  readonly troubles: Trouble[] = [];
  readonly #text: string;
  /** Number of values below each anchor; undefined while the walk is still inside of it. */
  readonly #anchors = new Map<string, number | undefined>();
  #aliased = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Looks at a node and all below it, and returns how many values that are, aliases expanded. */
  node(node: unknown): number {
    if (isAlias(node)) return this.#alias(node);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return 1;
    const { anchor } = node;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    if (node.tag !== undefined) this.#tag(node.tag, offsetOf(node));
    const size = isScalar(node) ? this.#scalar(node) : isMap(node) ? this.#map(node) : this.#sum(node.items);
    if (anchor !== undefined) this.#anchors.set(anchor, size);
    return size;
  }

  #sum(items: readonly unknown[]): number {
    return items.reduce<number>((sum, item) => sum + this.node(item), 1);
  }

  #map(map: YAMLMap): number {
    const seen = new Map<string, Scalar>();
    let size = 1;
    for (const pair of map.items) {
      this.#key(pair, seen);
      size += this.node(pair.value);
    }
    return size;
  }

  #key({ key, value }: Pair, seen: Map<string, Scalar>): void {
    if (!isScalar(key)) return;
    const name = String(key.value);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, key);
    else
      this.#add(yamlRules.duplicateKey, key, `${name} is given twice`, 'allowed: each key once', {
        related: { offset: offsetOf(first), note: 'the first one' },
      });
    if (key.anchor !== undefined) this.#anchors.set(key.anchor, 1);
    if (key.tag !== undefined) this.#tag(key.tag, offsetOf(key));
    if (name === '<<')
      this.#add(yamlRules.merge, key, 'a merge key (<<) is used', 'allowed: keys that are written out');
    if (name === '__proto__' || name === '') {
      const empty = name === '';
      const remedy = empty ? 'write the key before the colon' : 'choose another name';
      const problem = `a key is ${empty ? 'empty' : name}`;
      this.#add(yamlRules.key, key, problem, 'allowed: any other name', { remedy });
    }
    const [, word, rest] = isNull(value) && key.type === 'PLAIN' ? (joined.exec(name) ?? []) : [];
    if (word !== undefined && rest !== undefined) this.#add(...spaceTrouble(key, word, rest));
  }

  #scalar(scalar: Scalar): number {
    const [start, end] = scalar.range ?? [0, 0];
    if (typeof scalar.value === 'number') this.#number(scalar.value, this.#text.slice(start, end), start);
    const lineEnd = scalar.type === 'PLAIN' ? this.#text.indexOf('\n', start) : -1;
    if (lineEnd < 0 || lineEnd >= end) return 1;
    const line = this.#text
      .slice(lineEnd + 1, end)
      .split('\n')
      .find((text) => swallowed.test(text));
    if (line !== undefined) {
      const found = line.trim();
      this.troubles.push({
        rule: yamlRules.swallowed,
        offset: this.#text.indexOf(found, lineEnd),
        problem: `this line is part of the value above it (${shortened(String(scalar.value))})`,
        allowed: 'allowed: a value that ends on its line, or stands in quotes',
        related: { offset: start, note: 'the value starts here' },
      });
    }
    return 1;
  }

  #number(value: number, written: string, offset: number): void {
    if (decimal.test(written) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return;
    this.troubles.push({
      rule: yamlRules.number,
      offset,
      problem: `${shortened(written)} is read as the number ${String(value)}`,
      allowed: 'allowed: numbers such as 3, 0.5 or -1, up to 9007199254740991',
      remedy: `write the number out, or "${shortened(written)}" if it is a text`,
    });
  }

  #alias(alias: Alias): number {
    const name = alias.source;
    const size = this.#anchors.get(name);
    if (size === undefined) {
      this.#add(...aliasTrouble(alias, this.#anchors.has(name)));
      return 1;
    }
    const before = this.#aliased;
    this.#aliased += size;
    if (before <= maxAliased && this.#aliased > maxAliased) {
      this.#add(
        yamlRules.alias,
        alias,
        `with *${name} the aliases add ${String(this.#aliased)} values`,
        `allowed: at most ${String(maxAliased)}`,
      );
    }
    return size;
  }

  #tag(tag: string, offset: number): void {
    const name = tag.replace('tag:yaml.org,2002:', '!!');
    this.troubles.push({
      rule: yamlRules.tag,
      offset,
      problem: `the value has a tag (${shortened(name)})`,
      allowed: 'allowed: values without a tag',
    });
  }

  #add(
    rule: RuleDescription,
    node: Scalar | Alias,
    problem: string,
    allowed: string,
    more: Partial<Trouble> = {},
  ): void {
    this.troubles.push({ rule, offset: offsetOf(node), problem, allowed, ...more });
  }
}

type Words = [RuleDescription, Scalar | Alias, string, string, Partial<Trouble>?];

/** Not 0777, 0o17, 0x1f, 1e3, .5, +1 or .nan. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** `vip:10.4.0.101`, but not `https://x`. */
const joined = /^([A-Za-z][\w-]*):(?!\/\/)(\S+)$/;
/** A line that was meant as a key or a list item, but not the URL of a long command. */
const swallowed = /^\s*(?:- |[A-Za-z_][\w-]*:(?!\/\/))/;

function spaceTrouble(key: Scalar, word: string, rest: string): Words {
  return [
    yamlRules.space,
    key,
    `no space after the colon (${shortened(`${word}:${rest}`)})`,
    'allowed: key, colon, space, value',
    { remedy: `did you mean ${word}: ${shortened(rest)}?` },
  ];
}

function aliasTrouble(alias: Alias, inside: boolean): Words {
  const name = shortened(`*${alias.source}`);
  const allowed = 'allowed: the name of an anchor that ends before it';
  if (inside) return [yamlRules.alias, alias, `alias ${name} stands inside its own anchor`, allowed];
  return [
    yamlRules.alias,
    alias,
    `alias ${name} has no anchor`,
    allowed,
    { remedy: `a text that starts with * needs quotes: "${name}"` },
  ];
}

function offsetOf({ range }: { readonly range?: readonly number[] | null }): number {
  return range?.[0] ?? 0;
}

const isNull = (value: unknown): boolean => value === null || (isScalar(value) && value.value === null);

/** A value of the file, short enough for one line of a message. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
