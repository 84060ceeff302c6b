import type { IsoDate, IsoMonth } from '../calendar-dates.js';

/**
 * What is known of one member at a month's end. Null is "not given", never zero. Money is integer cents; salary is a
 * year's, premium and SCI cover a month's, everything else a position at the month's end.
 */
export interface MemberMonthInput {
  /** Age at a month end follows from the month; the full date of birth is not needed. */
  birthMonth: IsoMonth | null;
  /** Anything but 'Male' and 'Female' has no peer average. */
  gender: string | null;
  joinDate: IsoDate | null;

  salaryCents: number | null;
  totalAssetsOwnedCents: number | null;
  deathCoverCents: number | null;
  tpdCoverCents: number | null;
  sciCoverCents: number | null;
  insurancePremiumCents: number | null;
  riskProfileName: string | null;
  growthExposurePercent: number | null;
  /** `growthOfHoldings`, used where the snapshot gives no growth exposure. */
  holdingsGrowthPercent: number | null;

  /** 'Binding', 'Non-binding' or 'None'. */
  beneficiaryNominationType: string | null;
  nominationDate: IsoDate | null;
  /** Only a plain "no" keeps a binding nomination from lapsing. */
  nominationLapsing: boolean | null;
  /** The latest validation of the nomination up to the month's end. */
  latestValidation: { on: IsoDate; valid: boolean } | null;
  /** The latest completed risk profile assessment up to the month's end. */
  riskProfileAssessedOn: IsoDate | null;

  trailingYear: TrailingYear;
  concessionalThisYear: ConcessionalYear;
}

/** Employer contributions and salary sacrifice of the financial year up to the month. */
export interface ConcessionalYear {
  /** Months of the year that the member has a snapshot of, never one that is carried forward. */
  monthsWithSnapshot: number;
  /** Null when not one of these months gives any. */
  cents: number | null;
}

/** Sums over the 12 months to the month's end, blanks as 0. */
export interface TrailingYear {
  monthsWithSnapshot: number;
  salarySacrificeCents: number;
  personalContributionsCents: number;
  feesCents: number;
  /**
   * Some month had a positive amount of salary sacrifice or personal contributions; a later correction does not undo it.
   * Null where no month gives either.
   */
  madeVoluntaryContribution: boolean | null;
}
