/**
 * The number of the rules by which an edition's figures are published (docs/privacy.md). A report or a past view is computed by the rules of
 * its editions, so that it stays provable; employers are answered by the newest rules only.
 *
 * 1: until twins shared noise, holdings had a limit, and plans said whether their employers share one payroll.
 */
export type PublishingRules = 1 | 2;
export const firstRules: PublishingRules = 1;
export const newestRules: PublishingRules = 2;
