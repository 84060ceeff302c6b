/** An exact amount: cents, or a part of one. The denominator is positive. */
export interface Exact {
  numerator: bigint;
  denominator: bigint;
}

/** Reads digits such as '-0.0125'. Throws for anything else. */
export function exactOf(decimal: string): Exact {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal);
  if (parts === null) throw new Error(`Not a decimal number: ${decimal}`);
  const [, sign, whole, decimals = ''] = parts;
  const numerator = BigInt(`${whole}${decimals}`);
  return { numerator: sign === '-' ? -numerator : numerator, denominator: 10n ** BigInt(decimals.length) };
}

export const exactly = (whole: number): Exact => ({ numerator: BigInt(whole), denominator: 1n });

export const timesRatio = ({ numerator, denominator }: Exact, by: bigint, per: bigint): Exact => ({
  numerator: numerator * by,
  denominator: denominator * per,
});

const isBelow = (a: Exact, b: Exact): boolean => a.numerator * b.denominator < b.numerator * a.denominator;

export const larger = (a: Exact, b: Exact): Exact => (isBelow(a, b) ? b : a);
export const smaller = (a: Exact, b: Exact): Exact => (isBelow(b, a) ? b : a);

/** Rounds to a whole number, halves upwards, also below zero. */
export function halfUp({ numerator, denominator }: Exact): number {
  const doubled = 2n * numerator + denominator;
  const by = 2n * denominator;
  const truncated = doubled / by;
  return Number(doubled % by < 0n ? truncated - 1n : truncated);
}

export const plus = (a: Exact, b: Exact): Exact => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

export const times = (a: Exact, b: Exact): Exact => timesRatio(a, b.numerator, b.denominator);

/** The number with this many decimals, half up: for people, not for further arithmetic. */
export const withDecimals = (exact: Exact, decimals: number): number =>
  halfUp(timesRatio(exact, 10n ** BigInt(decimals), 1n)) / 10 ** decimals;
