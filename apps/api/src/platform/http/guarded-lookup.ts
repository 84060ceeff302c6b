import { lookup as resolveName } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';

export interface LookupRules {
  /** The addresses of a name. */
  resolve: (name: string) => Promise<readonly { address: string; family: number }[]>;
  isAllowed: (address: string) => boolean;
}

export const publicOnly: LookupRules = {
  resolve: (name) => resolveName(name, { all: true }),
  isAllowed: isPublicAddress,
};

/** A name leads into a private network. */
export class PrivateAddress extends Error {}

/**
 * Looks at the addresses of a name as a connection is made, so that no name leads into a private network, not even one that changes its
 * address between two connections. Fails with PrivateAddress.
 */
export function guardedLookup({ resolve, isAllowed }: LookupRules): LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (found) => {
        if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
          done(new PrivateAddress(`${name} leads into a private network, so nothing is read from it.`), []);
        else if (options.all === true) done(null, [...found]);
        else done(null, found[0]!.address, found[0]!.family);
      },
      (error: Error) => done(error, []),
    );
  };
}
