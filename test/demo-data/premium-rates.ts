import type { Gender } from './fictional-people.js';

/** Yearly premium per $1,000 of death and TPD cover by age next birthday, between which the demo's rates move evenly. Source: LGsuper. */
const ages = [25, 35, 45, 55, 60];
const perThousand = {
  Male: {
    Death: [0.458, 0.614, 1.294, 2.917, 5.211],
    TPD: [0.059, 0.228, 0.832, 2.374, 4.671],
    SCI: [1.5, 2.5, 5, 11, 16],
  },
  Female: {
    Death: [0.228, 0.412, 0.913, 2.526, 3.925],
    TPD: [0.078, 0.329, 0.991, 2.927, 5.1],
    SCI: [1.95, 3.25, 6.5, 14.3, 20.8],
  },
};
/** Factors by occupation for death, TPD and SCI. Source: QSuper. */
export const occupationFactors: Record<string, Record<CoverType, number>> = {
  Standard: { Death: 1, TPD: 1, SCI: 1 },
  Professional: { Death: 0.6, TPD: 0.6, SCI: 0.65 },
  'White collar': { Death: 0.65, TPD: 0.65, SCI: 0.7 },
  'High risk': { Death: 1.75, TPD: 3.5, SCI: 1.5 },
};
export type CoverType = 'Death' | 'TPD' | 'SCI';
export const coverTypes: readonly CoverType[] = ['Death', 'TPD', 'SCI'];

/** SCI after 90 days for 2 years, the only terms with rates. */
export const sciTerms = { waitDays: 90, benefitPeriod: '2 years' };

/** Completed years from and to which a cover is open. */
export const openAges: Record<CoverType, { from: number; to: number }> = {
  Death: { from: 15, to: 70 },
  TPD: { from: 15, to: 67 },
  SCI: { from: 15, to: 65 },
};
/** When default cover begins by law, with dollars in the account. */
export const defaultStart = { age: 25, balance: 6_000 };

export const premiumRateRows = (): { cover: CoverType; gender: Gender; age: number; rate: number }[] =>
  coverTypes.flatMap((cover) =>
    (['Male', 'Female'] as const).flatMap((gender) =>
      // Every year of the ages next birthday.
      Array.from({ length: openAges[cover].to - openAges[cover].from }, (_, at) => {
        const age = openAges[cover].from + at + 1;
        return { cover, gender, age, rate: Number(interpolated(perThousand[gender][cover], age).toFixed(4)) };
      }),
    ),
  );

const interpolated = (values: readonly number[], age: number): number => {
  if (age <= ages[0]!) return values[0]!;
  for (let i = 1; i < ages.length; i++) {
    const [from, to] = [ages[i - 1]!, ages[i]!];
    if (age <= to) return values[i - 1]! + ((values[i]! - values[i - 1]!) * (age - from)) / (to - from);
  }
  return values[values.length - 1]!;
};

/** Premium in whole cents a month for a sum insured in dollars; for SCI the sum is the yearly benefit. */
export const monthlyPremiumCents = (
  cover: CoverType,
  sumInsured: number,
  gender: Gender,
  ageNextBirthday: number,
  occupation: string,
): number => {
  const factor = occupationFactors[occupation]![cover];
  const yearCents = Math.round((sumInsured / 10) * interpolated(perThousand[gender][cover], ageNextBirthday) * factor);
  return Math.round(yearCents / 12);
};
