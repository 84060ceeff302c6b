import type { AdvisedMember, InsuranceAdvice, InvestmentAdvice } from '@superscope/contracts/member-advice';
import { date, number } from '../../ui/format';
import { listed } from '../../ui/listed';

export const whoText = ({ memberName, companyName }: AdvisedMember): string => `${memberName}, ${companyName}`;

/** 62 %, or with up to two decimals where there are some. */
export const percentText = (percent: number): string =>
  `${percent.toLocaleString('en-AU', { maximumFractionDigits: 2 })}%`;

/** 0.49 of 1 */
export const pointsText = (points: number): string => `${number(points, 2)} of 1 star`;

/** Why there is no position: 'The fund’s files do not say the age and a salary.' */
export const missingText = (missing: InsuranceAdvice['missing']): string =>
  missing.length === 0
    ? 'The need of this member cannot be estimated.'
    : `The need cannot be compared: the fund’s files do not give ${listed(missing)}.`;

/** Where the target comes from: 'risk profile Assertive of 12/03/2026' or 'age 47'. */
export function targetText({ target, riskProfile, member }: InvestmentAdvice): string {
  if (target === null) return 'Neither age nor a recent risk profile is known';
  if (target.basis === 'age') return `for age ${member.age}; no risk profile within 24 months`;
  return `risk profile ${riskProfile.name}, assessed ${date(riskProfile.assessedOn!)}`;
}

/** What the growth is to the range that suits. */
export function verdict({ growth, target, suits }: InvestmentAdvice): string {
  if (growth === null || target === null || suits === null) return 'Not known';
  if (suits) return 'Suits the target';
  return growth.percent < target.from ? 'Too little growth' : 'Too much growth';
}
