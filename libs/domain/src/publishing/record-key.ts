import { createHmac } from 'node:crypto';

/** The deployment's secret: 32 random bytes of the key vault. With it the noise of every published number can be removed. */
export type PublishingSecret = Buffer;

export const mac = (secret: PublishingSecret, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

/** A member's contribution to every cell. It never changes, so that the same set of members gives the same numbers. */
export interface MemberKeys {
  /** Unsigned 64 bits. The key of a cell is the sum modulo 2^64 over its members. */
  recordKey: bigint;
  /** Factor of the member's `size` dollars in millionths: 0.70 to 0.90 or 1.10 to 1.30. */
  factorPpm: bigint;
}

const million = 1_000_000n;

export function memberKeys(secret: PublishingSecret, memberId: string): MemberKeys {
  const digest = mac(secret, `fx|balance|${memberId}`);
  const distance = 100_000n + ((BigInt(digest.readUInt32BE(0)) * 200_001n) >> 32n);
  return {
    recordKey: mac(secret, `rk|${memberId}`).readBigUInt64BE(0),
    factorPpm: (digest[4]! & 1) === 1 ? million + distance : million - distance,
  };
}

/** Cents times the member's factor, rounded towards minus infinity. BigInt, because the product exceeds 2^53. */
export function factored(cents: number | bigint, factorPpm: bigint): bigint {
  const product = BigInt(cents) * factorPpm;
  const quotient = product / million;
  return product < 0n && quotient * million !== product ? quotient - 1n : quotient;
}
