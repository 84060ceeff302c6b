/** A rational number, not necessarily reduced, with a positive denominator. BigInt, because products of cents exceed 2^53. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** The exact decimal of a number's notation: 7.95 is 795/100, although its double is a little less. */
export function fractionOf(decimal: number): Fraction {
  const [digits, exponent] = decimal.toExponential().split('e') as [string, string];
  const [whole, decimals = ''] = digits.split('.') as [string, string?];
  const shift = Number(exponent) - decimals.length;
  const numerator = BigInt(whole + decimals);
  return shift < 0
    ? { numerator, denominator: 10n ** BigInt(-shift) }
    : { numerator: numerator * 10n ** BigInt(shift), denominator: 1n };
}

/** The nearest double, for display and scoring. Compare the fraction itself. */
export const nearest = ({ numerator, denominator }: Fraction): number => Number(numerator) / Number(denominator);

/**
 * The nearest double on the same side of every whole number as the fraction: a whole number stays whole, and a fraction just under 40
 * stays under 40. Comparisons with whole numbers are therefore exact.
 */
export function nearestOnItsSide(fraction: Fraction): number {
  const value = nearest(fraction);
  const whole = Math.round(value);
  const above = fraction.numerator - BigInt(whole) * fraction.denominator;
  const next = Math.max(1, Math.abs(whole)) * Number.EPSILON;
  if (above === 0n) return whole;
  return above > 0n ? Math.max(value, whole + next) : Math.min(value, whole - next);
}
