import { Environment } from '@marcbachmann/cel-js';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { isCidr } from '../schema/formats.ts';

/** Kubernetes' `ip()` value. */
class Ip {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Kubernetes' `cidr()` value. */
class Cidr {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * CEL with those functions of Kubernetes that the rules of our schemas use
 * (https://kubernetes.io/docs/reference/using-api/cel/, "IP address library"). A rule with any other one does not compile.
 */
export function celEnvironment(): Environment {
  return new Environment({
    unlistedVariablesAreDyn: true,
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
  })
    .registerType('net.IP', Ip)
    .registerType('net.CIDR', Cidr)
    .registerFunction('isIP(string): bool', (text: string) => isIP(text) !== 0)
    .registerFunction('isCIDR(string): bool', isCidr)
    .registerFunction(
      'ip(string): net.IP',
      (text: string) => new Ip(demand(text, isIP(text) !== 0, 'an IP address')),
    )
    .registerFunction(
      'cidr(string): net.CIDR',
      (text: string) => new Cidr(demand(text, isCidr(text), 'a network')),
    )
    .registerFunction('net.IP.family(): int', (ip: Ip) => (isIPv4(ip.text) ? 4n : 6n))
    .registerFunction('net.CIDR.prefixLength(): int', (cidr: Cidr) => BigInt(parts(cidr).bits))
    .registerFunction('net.CIDR.containsIP(string): bool', (cidr: Cidr, ip: string) =>
      contains(cidr, demand(ip, isIP(ip) !== 0, 'an IP address')),
    )
    .registerFunction('net.CIDR.containsIP(net.IP): bool', (cidr: Cidr, ip: Ip) => contains(cidr, ip.text))
    .registerFunction('net.CIDR.containsCIDR(string): bool', (outer: Cidr, inner: string) =>
      containsNetwork(outer, new Cidr(demand(inner, isCidr(inner), 'a network'))),
    );
}

/** An error that the rule's evaluation reports, as the API server would. */
function demand(text: string, valid: boolean, what: string): string {
  if (!valid) throw new Error(`${JSON.stringify(text)} is not ${what}`);
  return text;
}

function parts({ text }: Cidr): {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
} {
  const [address = '', bits = ''] = text.split('/');
  return { address, bits: Number(bits), family: isIPv4(address) ? 'ipv4' : 'ipv6' };
}

function contains(cidr: Cidr, ip: string): boolean {
  const { address, bits, family } = parts(cidr);
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return (isIPv4(ip) ? 'ipv4' : 'ipv6') === family && list.check(ip, family);
}

function containsNetwork(outer: Cidr, inner: Cidr): boolean {
  return parts(inner).bits >= parts(outer).bits && contains(outer, parts(inner).address);
}
