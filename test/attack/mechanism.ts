/**
 * What the attacker knows of how numbers are published. `exact`: cells of few are withheld and all others are true (the mechanism
 * before). `adjusted`: every number carries the random adjustments that docs/privacy.md describes.
 */
export type Mechanism = 'exact' | 'adjusted';

/** Variance of a published count, in members: two layers of 3 for the whole plan, of 8 for a group. */
export const countVariance = (mechanism: Mechanism, whole: boolean): number =>
  mechanism === 'exact' ? 0 : whole ? 6 : 16;

/** The part of it that is drawn anew each month; the rest stays for as long as the group stays the same. */
export const monthlyVariance = (mechanism: Mechanism, whole: boolean): number => countVariance(mechanism, whole) / 2;

/** Of a group's published headcount; the plan's is exact. */
export const headcountVariance = (mechanism: Mechanism): number => (mechanism === 'exact' ? 0 : 2);

/** Shares that stand for a count are in whole tens: an error that is uniform over ten percent. */
export const roundedShareVariance = (members: number): number => (members * 0.1) ** 2 / 12;

/**
 * Standard error of a published total of balances, given the group's average: 0.3 x the largest distance from the mean, which the
 * attacker takes for four averages. To whole dollars where it is exact.
 */
export const totalError = (mechanism: Mechanism, average: number): number =>
  mechanism === 'exact' ? 1 : 0.3 * 4 * average;

/** How far a member's own factor may move their part of a total, as a share: 10 to 30 % up or down. */
export const factorError = (mechanism: Mechanism): number => (mechanism === 'exact' ? 0 : 0.21);
