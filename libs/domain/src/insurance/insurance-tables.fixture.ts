import type { CoverRules } from './cover-rules.js';
import type { InsuredCategory, PremiumTables, QuotationInput } from './quote-insurance.js';
import { coverTypes, type FactorRow, type RateRow } from './premium-rates.js';

const ages = [25, 35, 45, 55, 60];
const perThousand = {
  Male: {
    Death: ['0.458', '0.614', '1.294', '2.917', '5.211'],
    TPD: ['0.059', '0.228', '0.832', '2.374', '4.671'],
    SCI: ['1.5', '2.5', '5', '11', '16'],
  },
  Female: {
    Death: ['0.228', '0.412', '0.913', '2.526', '3.925'],
    TPD: ['0.078', '0.329', '0.991', '2.927', '5.100'],
    SCI: ['1.95', '3.25', '6.5', '14.3', '20.8'],
  },
};
const byOccupation = {
  Standard: { Death: '1', TPD: '1', SCI: '1' },
  Professional: { Death: '0.6', TPD: '0.6', SCI: '0.65' },
  'White collar': { Death: '0.65', TPD: '0.65', SCI: '0.7' },
  'High risk': { Death: '1.75', TPD: '3.5', SCI: '1.5' },
};

export const rateRows: readonly RateRow[] = coverTypes.flatMap((coverType) =>
  (['Male', 'Female'] as const).flatMap((gender) =>
    ages.map((ageNextBirthday, i) => ({
      coverType,
      gender,
      ageNextBirthday,
      waitDays: coverType === 'SCI' ? 90 : null,
      benefitPeriod: coverType === 'SCI' ? '2 years' : null,
      ratePerThousand: perThousand[gender][coverType][i]!,
      interpolated: true,
    })),
  ),
);

export const factorRows: readonly FactorRow[] = Object.entries(byOccupation).flatMap(([occupationGroup, factors]) =>
  coverTypes.map((coverType) => ({ occupationGroup, coverType, factor: factors[coverType] })),
);

const ageRule = {
  categoryId: null,
  waitDays: null,
  benefitPeriod: null,
  ceasesAtAge: null,
  defaultFromAge: 25,
  defaultFromBalanceCents: 600_000,
  loadingPercent: null,
};
export const coverRules: CoverRules = {
  validFrom: '2026-07-01',
  rows: [
    { ...ageRule, coverType: 'Death', fromAge: 15, toAge: 70 },
    { ...ageRule, coverType: 'TPD', fromAge: 15, toAge: 67 },
    { ...ageRule, coverType: 'SCI', fromAge: 15, toAge: 65 },
  ],
};

export const tables: PremiumTables = {
  planName: 'Kestrel Super Plan',
  rates: { validFrom: '2026-07-01', rows: rateRows },
  ratesBegin: null,
  factors: { validFrom: '2026-07-01', rows: factorRows },
  rules: null,
};

export const staff: InsuredCategory = {
  categoryId: 'STAFF',
  deathFormula: '4 x salary',
  tpdFormula: '4 x salary',
  sciPercent: 75,
  deathTpdAalCents: 75_000_000,
  sciAalCents: 1_000_000,
  sciWaitDays: 90,
  sciBenefitPeriod: '2 years',
};

/** A man of 44 in an office, on $92,000 a year. */
export const okafor: QuotationInput = {
  salaryCents: 9_200_000,
  age: 44,
  gender: 'Male',
  occupationGroup: 'White collar',
  category: staff,
  voluntary: { Death: 0, TPD: 0, SCI: 0 },
  balanceCents: 9_864_000,
  held: { Death: 0, TPD: 0, SCI: 0 },
};
