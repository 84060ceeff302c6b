import { figuresFrom } from './figures-from-rows.js';
import type { MemberMonthInput } from './member-month.js';
import { referenceBenchmarks, referenceSuperParameters } from './reference-figures.js';

/** Published figures for specs. */
export const { figures: referenceFigures } = figuresFrom({
  benchmarks: referenceBenchmarks,
  superParameters: referenceSuperParameters,
});

/** A woman aged 40 in June 2021 with every input. Specs override the inputs they test. */
export const typicalMember: MemberMonthInput = {
  birthMonth: '1981-03',
  gender: 'Female',
  joinDate: '2015-08-10',
  salaryCents: 80_000_00,
  totalAssetsOwnedCents: 99_000_00,
  deathCoverCents: 300_000_00,
  tpdCoverCents: 300_000_00,
  sciCoverCents: 0,
  insurancePremiumCents: 40_00,
  riskProfileName: null,
  growthExposurePercent: 75,
  holdingsGrowthPercent: null,
  beneficiaryNominationType: 'Binding',
  nominationDate: '2020-02-01',
  nominationLapsing: true,
  latestValidation: null,
  riskProfileAssessedOn: null,
  trailingYear: {
    monthsWithSnapshot: 12,
    salarySacrificeCents: 0,
    personalContributionsCents: 0,
    feesCents: 300_00,
    madeVoluntaryContribution: false,
  },
  concessionalThisYear: { monthsWithSnapshot: 12, cents: 7_600_00 },
};
