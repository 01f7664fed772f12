/**
 * The part of the Protocol Buffers wire format that etcd's calls need: varints and length-delimited fields.
 * Own code, because the program must fit a ConfigMap and be readable in the pull request that changes it.
 * Source: protobuf.dev, "Encoding".
 */

const varintType = 0;
const bytesType = 2;

/** One field that was read: its number, and its value as a number or as bytes. */
export interface Field {
  readonly number: number;
  readonly integer: bigint;
  readonly bytes: Buffer;
}

const empty = Buffer.alloc(0);

/** A whole number field; left out when 0, as proto3 does. */
export function integer(number: number, value: bigint | number): Buffer {
  const wide = BigInt(value);
  return wide === 0n ? empty : Buffer.concat([varint(BigInt(number * 8 + varintType)), varint(wide)]);
}

export const boolean = (number: number, value: boolean): Buffer => integer(number, value ? 1 : 0);

/** Bytes, text or a message; left out when empty unless it `always` counts, as in a `oneof`. */
export function bytes(number: number, value: Buffer | string, always = false): Buffer {
  const content = typeof value === 'string' ? Buffer.from(value, 'utf8') : value;
  if (content.length === 0 && !always) return empty;
  return Buffer.concat([varint(BigInt(number * 8 + bytesType)), varint(BigInt(content.length)), content]);
}

/** The fields of a message in the order in which they were written. Throws on a message that ends early. */
export function fieldsOf(message: Buffer): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at];
      if (byte === undefined) throw new Error('the answer ends inside a number');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error('the answer holds a number that is too long');
  };
  while (at < message.length) {
    const tag = Number(readVarint());
    const type = tag % 8;
    const number = (tag - type) / 8;
    const head = readVarint();
    if (type === varintType) {
      fields.push({ number, integer: head, bytes: empty });
      continue;
    }
    if (type !== bytesType) throw new Error(`the answer holds a field of unknown type ${type}`);
    const end = at + Number(head);
    if (end > message.length) throw new Error('the answer ends inside a field');
    fields.push({ number, integer: 0n, bytes: message.subarray(at, end) });
    at = end;
  }
  return fields;
}

export const integerAt = (fields: readonly Field[], number: number): bigint =>
  fields.find((field) => field.number === number)?.integer ?? 0n;

export const bytesAt = (fields: readonly Field[], number: number): Buffer =>
  fields.find((field) => field.number === number)?.bytes ?? empty;

export const everyBytesAt = (fields: readonly Field[], number: number): readonly Buffer[] =>
  fields.filter((field) => field.number === number).map((field) => field.bytes);

function varint(value: bigint): Buffer {
  const out: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    out.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  out.push(Number(rest));
  return Buffer.from(out);
}
