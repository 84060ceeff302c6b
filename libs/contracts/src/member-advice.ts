import { z } from 'zod';
import { coverRules, insuredMember } from './insurance-calculation.js';

/** Whom an advice is about, at a month's end. Dollars; null where nothing is known. */
const advisedMember = z.object({
  memberId: z.string(),
  memberName: z.string(),
  memberNumber: z.string(),
  companyName: z.string(),
  planName: z.string(),
  /** Month end of age and score; figures of a later month replace it. */
  asAt: z.string(),
  /** Month end of balance, salary and cover, which may be an earlier one. */
  balancesAsAt: z.string(),
  age: z.number().nullable(),
  /** The day on which the member left, if they have. */
  leftOn: z.string().nullable(),
  /** A year. */
  salary: z.number().nullable(),
  balance: z.number().nullable(),
});
export type AdvisedMember = z.infer<typeof advisedMember>;

const extraCover = z.object({
  death: z.number(),
  annualPremium: z.number(),
  monthlyPremium: z.number(),
  ratesFrom: z.string(),
  /** The part of cover and extra cover above automatic acceptance. */
  aboveLimit: z.number(),
});
export type ExtraCover = z.infer<typeof extraCover>;

const defaultCover = z.object({
  categoryName: z.string(),
  /** Why covers are left out, and what was taken for given: a sentence each. */
  notes: z.array(z.string()),
  rules: coverRules,
  death: z.number(),
  tpd: z.number(),
  /** A month's benefit. */
  sci: z.number(),
  sciDaysWait: z.number(),
  sciBenefitPeriod: z.string(),
  /** Automatic acceptance limits: of death and TPD each, and of SCI a month. */
  deathTpdAal: z.number(),
  sciAal: z.number(),
});
export type DefaultCover = z.infer<typeof defaultCover>;

/** Answer to GET /api/members/{id}/insuranceAdvice: how a member's death cover stands to the rules of the score. Dollars. */
export const insuranceAdvice = z.object({
  member: advisedMember,
  now: insuredMember.pick({ asAt: true, currentInsurance: true }),
  position: z
    .object({
      /** The need in salaries, at this age. */
      multiple: z.number(),
      need: z.number(),
      /** Cover and balance together, as a part of the need. */
      coveredPercent: z.number(),
      indicator: z.enum(['None', 'Under insured', 'On target', 'Over insured']),
      /** 0..1 */
      points: z.number(),
      /** What the cover lacks to what is needed, in whole dollars; 0 where the indicator is neither None nor Under insured. */
      short: z.number(),
      /** The part of the cover above one and a half needs. */
      over: z.number(),
    })
    .nullable(),
  /** What is not known, where there is no position. */
  missing: z.array(z.string()),
  /** What the missing cover would cost by the plan's rates today; null if nothing is missing, or if `extraProblem` says why not. */
  extra: extraCover.nullable(),
  extraProblem: z.string().nullable(),
  /** What the member's category has by default. */
  defaults: defaultCover.nullable(),
  defaultsProblem: z.string().nullable(),
});
export type InsuranceAdvice = z.infer<typeof insuranceAdvice>;

const growthTarget = z.object({
  /** Percent of growth assets, and the range that suits. */
  percent: z.number(),
  from: z.number(),
  to: z.number(),
  basis: z.enum(['riskProfile', 'age']),
});

/** Answer to GET /api/members/{id}/investmentAdvice: how a member's investments stand to the rules of the score. Dollars, percent. */
export const investmentAdvice = z.object({
  member: advisedMember,
  /** Percent of growth assets: as the fund gave it, or else from the investments. */
  growth: z.object({ percent: z.number(), from: z.enum(['snapshot', 'holdings']) }).nullable(),
  target: growthTarget.nullable(),
  riskProfile: z.object({ name: z.string().nullable(), assessedOn: z.string().nullable() }),
  /** 0..1; null where growth or target is not known. */
  points: z.number().nullable(),
  suits: z.boolean().nullable(),
  holdings: z.object({
    /** Month end; null if none are known. */
    asAt: z.string().nullable(),
    rows: z.array(
      z.object({
        name: z.string(),
        balance: z.number(),
        sharePercent: z.number(),
        growthPercent: z.number().nullable(),
      }),
    ),
  }),
  /** Options of the platform's newest list whose growth suits by itself, nearest to the target first. */
  options: z.array(
    z.object({ name: z.string(), growthPercent: z.number(), isLifecycle: z.boolean(), isHeld: z.boolean() }),
  ),
  /** How many more there are. */
  moreOptions: z.number(),
  /** The rules' targets. */
  ageTargets: z.array(z.object({ ages: z.string(), percent: z.number(), holds: z.boolean() })),
  profileTargets: z.array(z.object({ profile: z.string(), percent: z.number(), holds: z.boolean() })),
});
export type InvestmentAdvice = z.infer<typeof investmentAdvice>;

/** What the PDF of an advice shows. */
export interface AdviceDocument<Advice> {
  /** Instant, UTC. */
  madeAt: string;
  advice: Advice;
}
