import type { IsoDate, IsoMonth } from '../calendar-dates.js';

/**
 * One member's data at a month's end. Null means "not given", never zero. Money is integer cents. Salary is yearly, premium and SCI cover
 * are monthly, everything else is a position at the month's end.
 */
export interface MemberMonthInput {
  /** The birth month determines the age at a month's end. */
  birthMonth: IsoMonth | null;
  /** Peer averages exist for 'Male' and 'Female' only. */
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
  /** From `growthOfHoldings`, used when the snapshot has no growth exposure. */
  holdingsGrowthPercent: number | null;

  /** 'Binding', 'Non-binding' or 'None'. */
  beneficiaryNominationType: string | null;
  nominationDate: IsoDate | null;
  /** Only `false` keeps a binding nomination from lapsing. */
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
  /** Months of the year with a snapshot of the member, without those carried forward. */
  monthsWithSnapshot: number;
  /** Null when none of these months gives contributions. */
  cents: number | null;
}

/** Sums over the 12 months up to the month's end. Blanks count as 0. */
export interface TrailingYear {
  monthsWithSnapshot: number;
  salarySacrificeCents: number;
  personalContributionsCents: number;
  feesCents: number;
  /**
   * Whether some month had a positive salary sacrifice or personal contribution, even if it was corrected later. Null when no month gives
   * either.
   */
  madeVoluntaryContribution: boolean | null;
}
