import { isIPv4, isIPv6 } from 'node:net';

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network under which attempts from an address are counted: the first 24 bits of IPv4, the first 64 of IPv6. A client with one address
 * of a network often has more of them.
 */
export function networkOf(address: string): string {
  const [mapped, ipv4] = mappedIPv4.exec(address) ?? [];
  const dotted = mapped === undefined ? address : ipv4!;
  if (isIPv4(dotted)) return `${dotted.slice(0, dotted.lastIndexOf('.'))}.0/24`;
  if (!isIPv6(address)) return address;
  const [head, tail] = address.replace(/%.*$/, '').split('::').map(groupsOf);
  const zeros = tail === undefined ? 0 : 8 - head!.length - tail.length;
  const groups = [...head!, ...Array<string>(zeros).fill('0'), ...(tail ?? [])];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Groups without leading zeros, because one address can be written in many ways. An IPv4 address at the end takes two groups. */
const groupsOf = (part: string): string[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [parseInt(group, 16).toString(16)]));
