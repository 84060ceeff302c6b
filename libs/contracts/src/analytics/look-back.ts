/**
 * How many months a dated fact, such as a sign-in, is published over, up to and including the month of its row. Any other start of a
 * period would be one more noisy number for nearly the same fact, and many of them can be averaged (docs/privacy.md).
 */
export const lookBacks = [1, 3, 12] as const;
export type LookBack = (typeof lookBacks)[number];

/**
 * The look-back that answers a period of some months. `quarterly`: the members are a part of the plan, which is published as at quarter
 * ends, and over at least a quarter.
 */
export const lookBackOf = (months: number, quarterly: boolean): LookBack => {
  if (months < 1 || months > 3) return 12;
  return months === 1 && !quarterly ? 1 : 3;
};

/** Completes 'Signed in …': the window in words. */
export const withinWords = (lookBack: LookBack): string => `within ${lookBack} ${lookBack === 1 ? 'month' : 'months'}`;
