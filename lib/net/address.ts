import { isIPv4 } from 'node:net';

/** An IPv4 address as an unsigned 32-bit number: ranges of it are compared and counted. */
export type Address = number & { readonly unit: 'address' };

/**
 * Reads a dotted-decimal IPv4 address.
 * Returns undefined for anything else; a leading zero is refused, because tools disagree whether it means octal.
 */
export function parseAddress(text: string): Address | undefined {
  if (!isIPv4(text)) return undefined;
  return text.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0) as Address;
}

/** The dotted-decimal text of an address. */
export function addressText(address: Address): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}

/** The address `offset` places after `address`; the result must stay inside IPv4. */
export function addressPlus(address: Address, offset: number): Address {
  return (address + offset) as Address;
}
