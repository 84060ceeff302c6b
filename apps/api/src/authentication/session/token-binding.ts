import { BlockList, isIPv6 } from 'node:net';
import { isOfDomain } from '@superscope/domain/user/host-name';
import type { ApplicationToken } from '@superscope/domain/user/user';
import type { UserRegistration } from '@superscope/domain/user/user.events';

/** Where a request with a token comes from. */
export interface TokenOrigin {
  address: string;
  /** The Origin header, which browsers set and pages cannot change. */
  origin: string | undefined;
}

/**
 * Whether a token may be sent from an origin. A BrowserClient's token may be sent by pages of its domain, any other token from its listed
 * addresses, or from anywhere if it lists none.
 */
export function mayBeSentFrom(
  { role, domain }: Pick<UserRegistration, 'role' | 'domain'>,
  { addresses = [] }: Pick<ApplicationToken, 'addresses'>,
  from: TokenOrigin,
): boolean {
  if (role === 'BrowserClient')
    return domain !== undefined && from.origin !== undefined && isOfDomain(from.origin, domain);
  return addresses.length === 0 || isAmong(addresses, from.address);
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function isAmong(allowed: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const each of allowed) {
    const [network = '', bits] = each.split('/');
    if (bits === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(bits), familyOf(network));
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return list.check(plain, familyOf(plain));
}
