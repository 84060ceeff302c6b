/**
 * The attacker's knowledge of the publishing mechanism. `exact`: small cells are withheld, and all other numbers are true. `adjusted`:
 * every number has the random adjustments of docs/privacy.md.
 */
export type Mechanism = 'exact' | 'adjusted';

/** Variance of a published count in members: two layers of 3 for the whole plan, two of 8 for a group. */
export const countVariance = (mechanism: Mechanism, whole: boolean): number =>
  mechanism === 'exact' ? 0 : whole ? 6 : 16;

/** The part of the variance that is redrawn each month; the rest stays while the group stays the same. */
export const monthlyVariance = (mechanism: Mechanism, whole: boolean): number => countVariance(mechanism, whole) / 2;

/** Variance of a count computed from a share in whole tens, whose error is uniform over ten percent. */
export const roundedShareVariance = (members: number): number => (members * 0.1) ** 2 / 12;

/**
 * Standard error of a published total balance, given the group's average: 0.3 x the largest distance from the mean, which the attacker
 * estimates as four averages. Exact totals have whole dollars.
 */
export const totalError = (mechanism: Mechanism, average: number): number =>
  mechanism === 'exact' ? 1 : 0.3 * 4 * average;

/** Standard error of a member's part of a total due to their factor: 10 to 30 % up or down. */
export const factorError = (mechanism: Mechanism): number => (mechanism === 'exact' ? 0 : 0.21);
