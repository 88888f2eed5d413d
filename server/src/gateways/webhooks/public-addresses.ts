import { BlockList, isIP } from 'node:net';

/** Addresses outside the public internet, from IANA's special-purpose registries. */
// biome-ignore format: a table
const specialRanges = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15],
  ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const;

/** Exceptions within allocated IPv6: tunnels, which lead to any IPv4 address, and documentation. */
// biome-ignore format: a table
const specialRanges6 = [
  ['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [network, prefix] of specialRanges) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of specialRanges6) special.addSubnet(network, prefix, 'ipv6');
const givenOut6 = new BlockList();
givenOut6.addSubnet('2000::', 3, 'ipv6');

/** Only allocated IPv6 addresses are public. All others, including mapped IPv4, are private or unused. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && givenOut6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
