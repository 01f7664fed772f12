import { expect, test } from '@jest/globals';
import { readInstance } from './cloud-init.ts';

// As CAPMOX v0.9.0 writes it for a machine with two cards.
const networkConfig = `network:
  version: 2
  renderer: networkd
  ethernets:
    eth0:
      match:
        macaddress: BC:24:11:4C:FB:2F
      dhcp4: 'no'
      addresses:
        - '10.30.0.10/24'
      routes:
        - to: 0.0.0.0/0
          metric: 100
          via: 10.30.0.1
      nameservers:
        addresses:
          - '10.4.0.53'
    eth1:
      addresses:
        - '10.40.0.10/24'
`;

test('a machine learns its name, its cards with their gateways, and its nameservers', () => {
  const metaData = 'instance-id: 1b0c\nlocal-hostname: acme-general-x7k2p\n';
  expect(readInstance({ userData: '', metaData, networkConfig })).toEqual({
    hostname: 'acme-general-x7k2p',
    cards: [
      { name: 'eth0', addresses: ['10.30.0.10/24'], gateway: '10.30.0.1' },
      { name: 'eth1', addresses: ['10.40.0.10/24'], gateway: undefined },
    ],
    nameservers: ['10.4.0.53'],
  });
});
