import { BlockList, isIP } from 'node:net';

/** Everything that is not the open internet: source, the special-purpose registries of IANA. */
const ranges: readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
];
/** Addresses of the internet itself; everything else of version 6 is local, mapped, translated or reserved. */
const globalSix = new BlockList();
globalSix.addSubnet('2000::', 3, 'ipv6');
const special = new BlockList();
for (const [network, prefix, family] of ranges) special.addSubnet(network, prefix, family);
// Tunnels and translations that lead to addresses of version 4, and numbers for examples.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6');

/** Whether an address leads into a network of our own or nowhere: nothing of a partner's is there. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return special.check(address, 'ipv4');
  if (family === 6) return !globalSix.check(address, 'ipv6') || special.check(address, 'ipv6');
  return true;
}
