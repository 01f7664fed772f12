import type { Random } from './random.ts';

/** Pieces of text that YAML, JavaScript, terminals or Kubernetes take for something special. */
const nasty = [
  '\t',
  '\0',
  '\r',
  '\u001b[31m',
  '\ufeff',
  '\u00a0',
  '\u202e',
  '\u200b',
  '\ud83d\ude00',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '<<: *a',
  '&a ',
  '*a',
  '!!js/function "x"',
  '!ENC[AES256]',
  '? ',
  ': ',
  ':',
  '- ',
  '| ',
  '> ',
  '|-9\n',
  '# ',
  '"',
  "'",
  '"\\e[31m"',
  '"\\u0000"',
  '"\\x"',
  '[',
  ']',
  '{',
  '}',
  '{{ x }}',
  '${x}',
  '`',
  '@',
  '%',
  '__proto__: {a: 1}\n',
  'constructor: 1\n',
  'toString',
  'no',
  'on',
  '~',
  'null',
  '.nan',
  '.inf',
  '-.inf',
  '1e3',
  '1e999',
  '0o17',
  '0777',
  '0x1f',
  '1_000',
  '1.30',
  '-1',
  '99999999999999999999',
  '010.4.0.1',
  '256.1.1.1',
  '0.0.0.0',
  '255.255.255.255',
  '10.4.0.0/33',
  '10.4.0.0/0',
  '0.0.0.0/0',
  '10.4.0.9-10.4.0.1',
  '0-999999999',
  'v1.99.99',
  'v0.0.0',
  '9999999Ti',
  '0Gi',
  '1Mi',
  '100000h',
  '2024-01-01',
  '\n::set-output name=x::y\n',
  'a'.repeat(300),
  '['.repeat(70),
  '- '.repeat(70),
  '&a [*a,*a]',
  'x: &x {y: *x}\n',
] as const;

type Mutation = (text: string, random: Random, others: readonly string[]) => string;

const mutations: readonly Mutation[] = [
  // Characters and ranges.
  (text, random) => splice(text, random.below(text.length + 1), random.below(4), ''),
  (text, random) => splice(text, random.below(text.length + 1), random.below(60), ''),
  (text, random) => splice(text, random.below(text.length + 1), 0, random.pick(nasty)),
  (text, random) => splice(text, random.below(text.length + 1), random.below(12), random.pick(nasty)),
  (text, random) =>
    splice(text, random.below(text.length + 1), 1, String.fromCodePoint(random.below(0xd7ff))),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  // Values: what stands between a colon and the next comma, brace or line end.
  (text, random) => replaceOne(text, /(?<=: )[^,{}[\]\n]+/g, random, () => random.pick(nasty)),
  (text, random) => replaceOne(text, /(?<=: )[^,{}[\]\n]+/g, random, () => random.pick(valuesOf(text))),
  (text, random) =>
    replaceOne(text, /\d+/g, random, (digits) => String(Number(digits) + random.below(400) - 200)),
  (text, random) =>
    replaceOne(text, /[{}[\],:]/g, random, () => random.pick(['{', '}', '[', ']', ',', ':', ' '])),
  // Keys.
  (text, random) =>
    replaceOne(text, /[A-Za-z-]+(?=:)/g, random, (key) => splice(key, random.below(key.length), 1, 'x')),
  (text, random) =>
    replaceOne(text, /[A-Za-z-]+(?=:)/g, random, () =>
      random.pick(['__proto__', 'constructor', 'nodes', 'size', '1', '', '"a b"', 'machines']),
    ),
  // Lines.
  (text, random) => lines(text, random, (all, at) => all.splice(at, 1)),
  (text, random) => lines(text, random, (all, at) => all.splice(at, 0, all[at] ?? '')),
  (text, random) => lines(text, random, (all, at) => all.splice(at, 1, ` ${all[at] ?? ''}`)),
  (text, random) => lines(text, random, (all, at) => all.splice(at, 1, (all[at] ?? '').trimStart())),
  (text, random, others) =>
    lines(text, random, (all, at) => all.splice(at, 0, random.pick(random.pick(others).split('\n')))),
  (text) => text.replaceAll('\n', '\r\n'),
  (text, random, others) => text + random.pick(others),
];

/** The text after one to six mutations, as bytes; now and then the bytes are damaged as well. */
export function mutated(text: string, random: Random, others: readonly string[]): Buffer {
  let result = text;
  for (let left = 1 + random.below(6); left > 0; left -= 1)
    result = random.pick(mutations)(result, random, others);
  const bytes = Buffer.from(result);
  if (random.below(20) === 0 && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

function splice(text: string, at: number, length: number, insert: string): string {
  return text.slice(0, at) + insert + text.slice(at + length);
}

function replaceOne(
  text: string,
  pattern: RegExp,
  random: Random,
  replace: (found: string) => string,
): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { index, 0: old } = random.pick(found);
  return splice(text, index, old.length, replace(old));
}

function valuesOf(text: string): string[] {
  const found = text.match(/(?<=: )[^,{}[\]\n]+/g);
  return found === null ? ['x'] : [...found];
}

function lines(text: string, random: Random, change: (all: string[], at: number) => unknown): string {
  const all = text.split('\n');
  change(all, random.below(all.length));
  return all.join('\n');
}
