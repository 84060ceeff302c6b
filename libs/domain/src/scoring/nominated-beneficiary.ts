import { addMonths, type IsoDate } from '../calendar-dates.js';
import type { MemberMonthInput } from './member-month.js';

export type BeneficiaryNominationType = '1|Binding' | '2|Non-binding' | '3|Expired binding' | '4|None';

export interface BeneficiaryResult {
  points: number | null;
  type: BeneficiaryNominationType | null;
  expired: boolean | null;
  validated: boolean | null;
}

/** A binding nomination lapses after three years unless the fund's rules make it non-lapsing (SIS regulation 6.17A). */
const LAPSES_AFTER_MONTHS = 36;

const POINTS: Record<BeneficiaryNominationType, number> = {
  '1|Binding': 1,
  '2|Non-binding': 0.6,
  '3|Expired binding': 0.4,
  '4|None': 0,
};

export function nominatedBeneficiary(member: MemberMonthInput, asAt: IsoDate): BeneficiaryResult {
  const type = nominationType(member, asAt);
  if (type === null) return { points: null, type, expired: null, validated: null };
  const { latestValidation, nominationDate } = member;
  const expired = type === '3|Expired binding';
  return {
    points: POINTS[type],
    type,
    expired,
    // A nomination made after the validation is another nomination.
    validated:
      !expired &&
      type !== '4|None' &&
      latestValidation !== null &&
      latestValidation.valid &&
      (nominationDate === null || latestValidation.on >= nominationDate),
  };
}

function nominationType(member: MemberMonthInput, asAt: IsoDate): BeneficiaryNominationType | null {
  switch (member.beneficiaryNominationType) {
    case 'Binding':
      return hasLapsed(member, asAt) ? '3|Expired binding' : '1|Binding';
    case 'Non-binding':
      return '2|Non-binding';
    case 'None':
      return '4|None';
    default:
      return null;
  }
}

const hasLapsed = ({ nominationLapsing, nominationDate }: MemberMonthInput, asAt: IsoDate) =>
  nominationLapsing !== false && nominationDate !== null && asAt > addMonths(nominationDate, LAPSES_AFTER_MONTHS);
