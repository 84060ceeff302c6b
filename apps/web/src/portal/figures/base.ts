import type { DimensionName } from '@superscope/contracts/analytics/names';
import type { Cell } from '../analytics/result';
import { number } from '../../ui/format';

/** What is known of the members that a share is of, where some of them are left out. */
const KNOWN: Partial<Record<DimensionName, string>> = {
  'Member.beneficiaryNominationType': 'whose nomination is known',
  'Member.balanceWithinAverage': 'whose balance can be compared',
  'Member.potentiallyInadequateLifeInsurance': 'whose cover is known',
  'Member.investmentStrategySuitable': 'whose investment is known',
  'Member.projectedRetirementStandardName': 'whose projected income is known',
  'Member.projectedRetirementStandardSuperOnlyName': 'whose projected income is known',
  'Member.lifeInsuranceIndicatorResult': 'whose cover is known',
  'Member.riskProfileName': 'whose risk profile is known',
};

/** What is known of the members that a share is of: `whose cover is known`. */
export const knownText = (dimension: DimensionName): string => KNOWN[dimension] ?? 'of whom it is known';

/**
 * The members that a share is of, as the end of a sentence: `of 1,300 members`, or `of 1,277 whose cover is known`. `unknown` is the
 * published number of members left out of the share; `headcount` is undefined while it loads.
 */
export function baseText(dimension: DimensionName, unknown: Cell, headcount: Cell | undefined): string {
  const all = headcount?.value ?? null;
  const left = unknown.value ?? 0;
  if (left === 0) return all === null ? 'of all members' : `of ${number(all)} members`;
  const known = knownText(dimension);
  return all === null ? `of those ${known}` : `of ${number(all - left)} ${known}`;
}

/** The same in short, for a share whose base has no name of its own. */
export const shortBase = (unknown: Cell): string =>
  (unknown.value ?? 0) > 0 ? 'of members for whom it is known' : 'of members';
