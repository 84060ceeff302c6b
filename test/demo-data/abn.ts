import type { Random } from './random.js';

const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** The Australian Business Register's check: subtract 1 from the first digit; the weighted sum of digits must be divisible by 89. */
export const isValidAbn = (abn: string): boolean => {
  const digits = abn.replaceAll(' ', '');
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const sum = weights.reduce((total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
};

/** An invented ABN that passes the check, as eleven digits. */
export const inventAbn = (random: Random): string => {
  const body = String(random.whole(100_000_000, 999_999_999));
  for (let check = 10; check <= 99; check++) if (isValidAbn(`${check}${body}`)) return `${check}${body}`;
  throw new Error(`No check digits fit ${body}.`);
};
