import { ongoingGroups } from '@superscope/domain/fees/fee-rows';
import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { day, innerId, isInCents } from './fields.js';
import { memberIdField } from './member-events.js';

/** The platform's id, a dot, and the option's code in the fund's files, which may hold spaces. */
export const assetIdField = cleanField()
  .max(90)
  .regex(/^[\w-]{1,40}\.[^.].*$/, 'This is not an id.');

/** An investment option of a platform, as a lookup lists it. */
export const assetOption = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
});
export type AssetOption = z.infer<typeof assetOption>;

/** Answer to GET /api/members/{id}/balances: what a member has in each investment at the newest month with holdings. Dollars. */
export const memberBalances = z.object({
  /** Month end, yyyy-MM-dd; null if no holdings are known. */
  asAt: z.string().nullable(),
  plan: z.object({ id: z.string(), name: z.string() }),
  platform: z.object({ id: z.string(), name: z.string() }),
  assetBalances: z.array(z.object({ assetId: z.string(), asset: z.string(), balance: z.number() })),
  balance: z.number(),
});
export type MemberBalances = z.infer<typeof memberBalances>;

const mostDollars = 1_000_000_000;

const asked = z.strictObject({
  memberId: memberIdField.nullish(),
  /** Of a new member, for the PDF; it is stored nowhere. */
  memberName: cleanField().trim().max(100).nullish(),
  planId: innerId.nullish(),
  /** The investment of today. Without one, an existing member's investments are compared together. */
  assetId: assetIdField.nullish(),
  /** Dollars, of a new member. An existing member's balance is the one of the newest holdings. */
  balance: z
    .number()
    .max(mostDollars, 'A balance is at most $1,000,000,000')
    .refine(isInCents, 'A balance has at most two decimals')
    .nullish(),
  comparisonAssetId: assetIdField,
  /** yyyy-MM-dd; today, if it is left out. */
  feesAsAt: day.nullish(),
});

/** A new member is said to be somebody, in some plan, with a balance in an investment. */
function requireAccount(
  { memberId, memberName, planId, assetId, balance }: z.infer<typeof asked>,
  context: z.RefinementCtx,
): void {
  if (memberId != null) return;
  const miss = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (!memberName) miss('memberName', 'Name is required');
  if (planId == null) miss('planId', 'Plan is required');
  if (assetId == null) miss('assetId', 'Investment is required');
  if (balance == null || Math.round(balance * 100) < 1) miss('balance', 'Must be above $0');
}

/** Body of POST /api/feeComparison/data. With `memberId` it is about an existing member, else about a new one. */
export const feeComparisonRequest = asked.superRefine(requireAccount);
export type FeeComparisonRequest = z.infer<typeof feeComparisonRequest>;

/** Investments to set beside two that are compared. */
export const otherAssetIdsField = z
  .array(assetIdField)
  .max(2, 'Four investments at most stand side by side')
  .refine((ids) => new Set(ids).size === ids.length, 'Choose each investment once');

/** Body of POST /api/feeComparison/netBenefit: the same with up to two more investments to set beside. */
export const netBenefitRequest = asked
  .extend({ otherAssetIds: otherAssetIdsField })
  .superRefine(requireAccount)
  .superRefine(({ comparisonAssetId, otherAssetIds }, context) => {
    if (otherAssetIds.includes(comparisonAssetId))
      context.addIssue({ code: 'custom', path: ['otherAssetIds'], message: 'Choose each investment once' });
  });
export type NetBenefitRequest = z.infer<typeof netBenefitRequest>;

/** How one row of a fee is charged. Money is dollars, `amount` is dollars a year or percent. */
const feeTerms = z.object({
  inDollars: z.boolean(),
  amount: z.string(),
  minDollars: z.number().nullable(),
  maxDollars: z.number().nullable(),
  tierFrom: z.number().nullable(),
  tierTo: z.number().nullable(),
});
export type FeeTermsAnswer = z.infer<typeof feeTerms>;

/** An ongoing fee of both sides in dollars a year; null where a side has no such fee. */
const comparedFee = z.object({
  name: z.string(),
  /** Whether all that is charged is in dollars. */
  inDollars: z.boolean(),
  amountA: z.number().nullable(),
  amountB: z.number().nullable(),
  termsA: z.array(feeTerms),
  termsB: z.array(feeTerms),
});
export type ComparedFee = z.infer<typeof comparedFee>;

const assetFees = z.object({
  adminFeeTotalDollars: z.number(),
  investmentFeeTotalDollars: z.number(),
  /** Null if no transaction fee is known. */
  transactionFeeTotalDollars: z.number().nullable(),
  feeTotalDollars: z.number(),
  /** Percent of the balance with two decimals. */
  effectivePercent: z.number(),
  /** What the first two would be without the limit of 3 % under $6,000; null where it changes nothing. */
  withoutLimit: z.object({ adminFeeTotalDollars: z.number(), investmentFeeTotalDollars: z.number() }).nullable(),
});
export type AssetFees = z.infer<typeof assetFees>;

const missingFee = z.object({
  group: z.enum(ongoingGroups),
  /** The options of the side without such a fee, by name. */
  options: z.array(z.string()),
  /** What is missing, in words for people. */
  sentence: z.string(),
});
export type MissingFeeAnswer = z.infer<typeof missingFee>;

const comparedSide = z.object({
  name: z.string(),
  platformName: z.string(),
  /** The plan that the account is in; null of the investment that it is compared with, which is in none. */
  planName: z.string().nullable(),
  /** What the balance is in, by option. */
  holdings: z.array(z.object({ name: z.string(), balance: z.number() })),
  /** First day of the table that is in force; null if there is none. */
  feesFrom: z.string().nullable(),
  /** First day of the first table, if it is later than the day of the comparison. */
  firstFeesFrom: z.string().nullable(),
  /** Fees that are not published on the day; the totals of the side are then at least what they show. Empty where no fee at all is known. */
  missing: z.array(missingFee),
});
export type ComparedSideAnswer = z.infer<typeof comparedSide>;

/** Answer to POST /api/feeComparison/data. Money is dollars. */
export const feeComparison = z.object({
  a: comparedSide,
  b: comparedSide,
  /** The fund's number of an existing member. */
  memberNumber: z.string().nullable(),
  balance: z.number(),
  /** Month end of an existing member's balance. */
  balanceAsAt: z.string().nullable(),
  feesAsAt: z.string(),
  adminFees: z.array(comparedFee),
  investmentFees: z.array(comparedFee),
  transactionFees: z.array(comparedFee),
  /** Fees of activities, which are in no total. */
  activityFees: z.array(
    z.object({
      name: z.string(),
      termsA: z.array(feeTerms),
      termsB: z.array(feeTerms),
      /** Sides whose table has no fee of this kind of activity at all. */
      missing: z.array(z.enum(['A', 'B'])),
    }),
  ),
  /** Null if no fee of the side is known on the day. */
  assetFeesA: assetFees.nullable(),
  assetFeesB: assetFees.nullable(),
  /** A less B; null unless both are known and nothing of either is missing. */
  difference: z.object({ dollars: z.number(), percent: z.number() }).nullable(),
  /** Totals at the balances of APRA's heatmap; empty unless there is a difference. */
  atBalances: z.array(
    z.object({ balance: z.number(), a: z.number(), b: z.number(), percentA: z.number(), percentB: z.number() }),
  ),
  /** For an existing member with age and salary, if there is a difference. Today's dollars, to the nearest hundred. */
  atRetirement: z
    .object({
      age: z.number(),
      withA: z.number(),
      withB: z.number(),
      moreWithB: z.number(),
      years: z.number(),
      contribution: z.number(),
      returnPercent: z.number(),
      wageGrowthPercent: z.number(),
    })
    .nullable(),
});
export type FeeComparison = z.infer<typeof feeComparison>;

const feesOfBalance = z.object({
  dollars: z.number(),
  /** Of the balance, with two decimals. */
  percent: z.number(),
});

/** One of the investments that stand side by side. Where a figure is null it is not published, or not known. */
const benefitSide = comparedSide.extend({
  mark: z.enum(['A', 'B', 'C', 'D']),
  /** What a year costs on the balance and on $50,000; null if no fee is known. At least this where something is `missing`. */
  fees: feesOfBalance.nullable(),
  feesOf50000: feesOfBalance.nullable(),
  /** Day of the platform's list that growth share, returns, risk and test are of; of several holdings the oldest. */
  listedOn: z.string().nullable(),
  /** Percent a year, published returns less the administration fee of this balance. At most this where that fee is missing. */
  returns: z.object({
    one: z.number().nullable(),
    three: z.number().nullable(),
    five: z.number().nullable(),
    ten: z.number().nullable(),
  }),
  /** Percent. */
  growthPercent: z.number().nullable(),
  riskLabel: z.string().nullable(),
  performanceTest: z.object({ result: z.string(), year: z.number().nullable() }).nullable(),
  /** Percent a year before any fee, by the growth share. */
  returnBeforeFees: z.number().nullable(),
  /** At retirement, in today's dollars to the nearest hundred. At most this where a fee is missing: the middle is then null. */
  projected: z.object({ low: z.number().nullable(), middle: z.number().nullable(), high: z.number() }).nullable(),
  /** Against A, from the fees alone: what a year costs more, and what the account holds more at retirement. */
  fromFees: z.object({ dollarsAYear: z.number(), atRetirement: z.number().nullable() }).nullable(),
});
export type BenefitSide = z.infer<typeof benefitSide>;

/** Answer to POST /api/feeComparison/netBenefit. Money is dollars. */
export const netBenefit = feeComparison
  .pick({ memberNumber: true, balance: true, balanceAsAt: true, feesAsAt: true })
  .extend({
    sides: z.array(benefitSide),
    /** What every projection assumes; null where age or salary are not known, or the member is of retirement age. */
    projection: z
      .object({
        age: z.number(),
        years: z.number(),
        /** A year, after tax and premiums and before fees. */
        contribution: z.number(),
        wageGrowthPercent: z.number(),
        defensiveReturnPercent: z.number(),
        growthPremiumPercent: z.number(),
        averageInvestmentFeePercent: z.number(),
        defensiveDeviationPercent: z.number(),
        growthDeviationPercent: z.number(),
      })
      .nullable(),
  });
export type NetBenefit = z.infer<typeof netBenefit>;

/** What the PDF of a comparison shows. */
export const feeComparisonDocument = z.object({
  memberName: z.string(),
  /** Instant, UTC. */
  madeAt: z.string(),
  comparison: feeComparison,
});
export type FeeComparisonDocument = z.infer<typeof feeComparisonDocument>;

const pastSide = z.object({
  /** Null for several investments together, and for what an earlier release recorded. */
  assetId: z.string().nullable(),
  name: z.string(),
});

/** Answer to GET /api/members/{id}/feeComparisons: comparisons that were run for a member, newest first. Money is dollars. */
export const pastComparisons = z.array(
  z.object({
    /** Instant (UTC) of the run. */
    at: z.string(),
    feesAsAt: z.string(),
    a: pastSide,
    b: pastSide.extend({ platform: z.object({ id: z.string(), name: z.string() }).nullable() }),
    /** A less B, a year; null unless both were known and nothing of either was missing. */
    difference: z.number().nullable(),
  }),
);
export type PastComparisons = z.infer<typeof pastComparisons>;
export type PastComparison = PastComparisons[number];
