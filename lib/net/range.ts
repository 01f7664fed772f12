import { type Address, addressText, parseAddress } from './address.ts';

/** All addresses from first to last, both included; first is never above last. */
export interface Range {
  readonly first: Address;
  readonly last: Address;
}

/** An IPv4 network: the range of its addresses and its prefix length. */
export interface Cidr extends Range {
  /** Prefix length, 0-32. */
  readonly prefix: number;
}

/** Why a text is not a range or network, in words for a finding. */
export interface Malformed {
  readonly malformed: string;
}

/** Reads `10.0.0.0/24`; the host bits must be zero. */
export function parseCidr(text: string): Cidr | Malformed {
  const [base = '', length = '', ...rest] = text.split('/');
  const address = parseAddress(base);
  if (address === undefined || rest.length > 0 || !/^(0|[1-9]\d?)$/.test(length) || Number(length) > 32) {
    return { malformed: 'is not an IPv4 network such as 10.40.0.0/24' };
  }
  const prefix = Number(length);
  const size = 2 ** (32 - prefix);
  const first = (address - (address % size)) as Address;
  if (first !== address)
    return { malformed: `has host bits set; did you mean ${addressText(first)}/${length}?` };
  return { first, last: (first + size - 1) as Address, prefix };
}

/** Reads `10.0.0.10-10.0.0.60`, a single address, or a whole network `10.0.0.64/26`. */
export function parseRange(text: string): Range | Malformed {
  if (text.includes('/')) return parseCidr(text);
  const [from = '', to = from, ...rest] = text.split('-').map((part) => part.trim());
  const first = parseAddress(from);
  const last = parseAddress(to);
  if (first === undefined || last === undefined || rest.length > 0) {
    return { malformed: `is not an IPv4 range such as 10.40.0.10-10.40.0.60${withoutZeros(text)}` };
  }
  if (first > last) return { malformed: `ends before it starts; did you mean ${to}-${from}?` };
  return { first, last };
}

/** The hint for octets with leading zeros, which some tools read as octal; '' for any other fault. */
function withoutZeros(text: string): string {
  const plain = text.replaceAll(/(?<!\d)0+(?=\d)/g, '');
  return plain === text || isMalformed(parseRange(plain)) ? '' : `; did you mean ${plain}?`;
}

/** True for the failure half of a parse. */
export function isMalformed(value: Range | Malformed): value is Malformed {
  return 'malformed' in value;
}

/** True if the two share at least one address. */
export function overlaps(a: Range, b: Range): boolean {
  return a.first <= b.last && b.first <= a.last;
}

/** True if every address of `inner` lies in `outer`. */
export function contains(outer: Range, inner: Range): boolean {
  return outer.first <= inner.first && inner.last <= outer.last;
}

/** The range of a single address. */
export function single(address: Address): Range {
  return { first: address, last: address };
}

/** Number of addresses. */
export function sizeOf({ first, last }: Range): number {
  return last - first + 1;
}

/** `first-last`, or one address alone. */
export function rangeText({ first, last }: Range): string {
  return first === last ? addressText(first) : `${addressText(first)}-${addressText(last)}`;
}

/** `base/prefix`. */
export function cidrText({ first, prefix }: Cidr): string {
  return `${addressText(first)}/${String(prefix)}`;
}
