import { addressStates } from '@superscope/domain/member/member.events';
import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { day, innerId, isInCents } from './fields.js';
import { memberIdField } from './member-events.js';

const genders = ['Male', 'Female'] as const;

/** What a member is insured for now. Dollars; premiums a month, SCI cover (salary continuance) a month's benefit. */
const currentInsurance = z.object({
  deathCover: z.number().nullable(),
  deathPremium: z.number().nullable(),
  tpdCover: z.number().nullable(),
  tpdPremium: z.number().nullable(),
  sciCover: z.number().nullable(),
  sciPremium: z.number().nullable(),
});
export type CurrentInsurance = z.infer<typeof currentInsurance>;

const mostDollars = 1_000_000_000;
const dollars = z
  .number()
  .max(mostDollars, 'An amount is at most $1,000,000,000')
  .refine(isInCents, 'An amount has at most two decimals');
const needDollars = dollars.min(0, 'Must be $0 or more').nullish();

/** What a household is said to be. Dollars; what is null or missing is the rule's default. */
export const needAsked = z.strictObject({
  /** Home loan and other debts. */
  debts: needDollars,
  /** People who live on the member's income. */
  dependants: z.number().int().min(0).max(20, 'At most 20').nullish(),
  /** Of the salary. */
  incomePercent: z.number().int('Whole percent').min(0).max(100, 'At most 100 %').nullish(),
  incomeYears: z.number().int('Whole years').min(0).max(60, 'At most 60 years').nullish(),
  /** Counts for death only. */
  funeral: needDollars,
  /** Counts for disablement only. */
  care: needDollars,
  /** A year. */
  partnerIncome: needDollars,
});
export type NeedAsked = z.infer<typeof needAsked>;

/** A quotation that was made for the member before, newest first. */
const earlierQuotation = z.object({
  /** Instant, UTC. */
  at: z.string(),
  calculationDate: z.string(),
  salary: z.number(),
  memberCategory: z.string(),
  occupationGroup: z.string(),
  state: z.string().nullable(),
  /** Null for none. */
  voluntaryDeathCover: z.number().nullable(),
  voluntaryTpdCover: z.number().nullable(),
  voluntarySciCover: z.number().nullable(),
  monthlyPremiumTotal: z.number(),
  /** Null where the quotation was made without. */
  need: needAsked.nullable(),
});
export type EarlierQuotation = z.infer<typeof earlierQuotation>;

/** Answer to GET /api/insuranceCalculation/member: what the fund's files say of a member. Dollars; null where nothing is known. */
export const insuredMember = z.object({
  memberId: z.string(),
  memberName: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  plan: z.object({ id: z.string(), name: z.string() }),
  platform: z.object({ id: z.string(), name: z.string() }),
  /** Id of a category of the plan. */
  memberCategory: z.string().nullable(),
  /** A year. */
  salary: z.number().nullable(),
  /** Of the account. */
  balance: z.number().nullable(),
  /** yyyy-MM-dd */
  dateOfBirth: z.string().nullable(),
  occupationGroup: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  state: z.string().nullable(),
  /** Month end of salary, balance and covers. */
  asAt: z.string().nullable(),
  currentInsurance,
  quotedBefore: z.array(earlierQuotation),
});
export type InsuredMember = z.infer<typeof insuredMember>;

/** What the plan's rules say of one cover. Ages are completed years, and the cover is open until the birthday of `toAge`. */
const coverRule = z.object({
  type: z.enum(['Death', 'TPD', 'SCI']),
  fromAge: z.number(),
  toAge: z.number(),
  /** With this birthday cover that a member has ends. */
  ceasesAtAge: z.number(),
  /** Null: default cover begins with membership. */
  defaultFromAge: z.number().nullable(),
  /** Dollars in the account. */
  defaultFromBalance: z.number().nullable(),
  /** Added to the rate, percent; null for none. */
  loadingPercent: z.number().nullable(),
});

/** The rules of a category's covers, without covers that they do not name. Null if the plan has none for it in force. */
export const coverRules = z.object({ validFrom: z.string(), covers: z.array(coverRule) }).nullable();
export type CoverRulesAnswer = z.infer<typeof coverRules>;

/** A member category as a calculation offers it. */
export const insuranceCategory = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  deathFormula: z.string().nullable(),
  tpdFormula: z.string().nullable(),
  /** Percent of salary. */
  sciPercent: z.number().nullable(),
  rules: coverRules,
  /** What cannot be read in its formulas, with the position. */
  formulaProblems: z.array(z.string()),
});
export type InsuranceCategory = z.infer<typeof insuranceCategory>;

const voluntaryCover = dollars.refine((amount) => amount > 0, 'Must be above $0').nullish();
const memberGiven = z.strictObject({
  /** Of a new member, for the PDF; it is stored nowhere. */
  memberName: cleanField().trim().max(100).nullish(),
  companyId: innerId.nullish(),
  /** Id of a category of the plan. */
  memberCategory: cleanField().max(90).nullish(),
  /** Dollars a year. */
  salary: dollars.nullish(),
  /** Counts, like the gender, where the fund’s files name none. */
  dateOfBirth: day.nullish(),
  occupationGroup: cleanField().max(40).nullish(),
  gender: z.enum(genders).nullish(),
  state: z.enum(addressStates).nullish(),
  /** Shown only: a quotation does not depend on it. */
  currentInsurance: z.strictObject(currentInsurance.partial().shape).nullish(),
});

/** Body of POST /api/insuranceCalculation/data. With `memberId` it is about an existing member, else about a new one. Dollars. */
export const insuranceRequest = z
  .strictObject({
    /** yyyy-MM-dd: age and rates are those of this day. */
    calculationDate: day,
    memberId: memberIdField.nullish(),
    voluntaryDeathCover: voluntaryCover,
    voluntaryTpdCover: voluntaryCover,
    /** A month's benefit. */
    voluntarySciCover: voluntaryCover,
    /** With it the need is saved with the quotation, and stands in its PDF. */
    need: needAsked.nullish(),
    selectedMember: memberGiven,
  })
  .superRefine(({ memberId, selectedMember }, context) => {
    const { memberName, companyId, memberCategory, salary, dateOfBirth, occupationGroup, gender, state } =
      selectedMember;
    const miss = (name: keyof typeof selectedMember, message: string) =>
      context.addIssue({ code: 'custom', path: ['selectedMember', name], message });
    const isNew = memberId == null;
    if (isNew && !memberName) miss('memberName', 'Name is required');
    if (isNew && companyId == null) miss('companyId', 'Employer is required');
    if (salary == null || Math.round(salary * 100) < 1) miss('salary', 'Salary must be above $0');
    if (!memberCategory) miss('memberCategory', 'Plan category is required');
    if (!occupationGroup) miss('occupationGroup', 'Collar rating is required');
    if (isNew && dateOfBirth == null) miss('dateOfBirth', 'Birth date is required');
    if (isNew && gender == null) miss('gender', 'Gender is required');
    if (isNew && state == null) miss('state', 'State is required');
  });
export type InsuranceRequest = z.infer<typeof insuranceRequest>;

const premiumLine = z.object({
  type: z.enum(['Death', 'TPD', 'SCI']),
  /** Dollars; of SCI a month's benefit. */
  cover: z.number(),
  /** Dollars a year for $1,000 of cover (of SCI for $1,000 of yearly benefit), with the occupation's factor; two decimals. */
  rate: z.number(),
  annualPremium: z.number(),
  monthlyPremium: z.number(),
});
export type PremiumLineAnswer = z.infer<typeof premiumLine>;

/** Answer to POST /api/insuranceCalculation/data. Dollars. */
export const insuranceQuotation = z.object({
  calculationDate: z.string(),
  planName: z.string(),
  ageNextBirthday: z.number(),
  gender: z.enum(genders),
  /** First day of the rates in force. */
  ratesFrom: z.string(),
  occupationGroup: z.string(),
  /** Null where the plan has none, which no line then needs. */
  factors: z.object({ death: z.number().nullable(), tpd: z.number().nullable(), sci: z.number().nullable() }),
  default: z.array(premiumLine),
  /** Why default covers are left out, a sentence for each reason. */
  noDefault: z.array(z.string()),
  /** What was taken for given, because the balance of the account is not known: a sentence each. */
  assumed: z.array(z.string()),
  rules: coverRules,
  voluntary: z.array(premiumLine),
  defaultPremiumTotal: z.number(),
  defaultMonthlyPremiumTotal: z.number(),
  voluntaryPremiumTotal: z.number(),
  voluntaryMonthlyPremiumTotal: z.number(),
  premiumTotal: z.number(),
  monthlyPremiumTotal: z.number(),
  /** Automatic acceptance limits: of death and TPD each, and of SCI a month. */
  deathTpdAal: z.number(),
  sciAal: z.number(),
  /** Whether the category names these limits, which are else the usual ones. */
  isAalOfCategory: z.boolean(),
  /** The part of each cover above its limit. */
  aboveLimit: z.object({ death: z.number(), tpd: z.number(), sci: z.number() }),
  defaultSciBenefitPeriod: z.string(),
  defaultSciDaysWait: z.number(),
  /** Whether it is among the events of a member, which it is of an existing one. */
  isRecorded: z.boolean(),
});
export type InsuranceQuotation = z.infer<typeof insuranceQuotation>;

const needPart = z.object({
  part: z.enum(['debts', 'income', 'partner', 'funeral', 'care', 'super']),
  /** Dollars; what lessens the need is below 0. */
  amount: z.number(),
});
export type NeedPartAnswer = z.infer<typeof needPart>;

const neededCover = z.object({
  type: z.enum(['Death', 'TPD', 'SCI']),
  /** Dollars; of SCI a month. */
  need: z.number(),
  /** Null where it is not known. */
  cover: z.number().nullable(),
  gap: z.number().nullable(),
  /** What closing the gap costs a month; null if there is none, or if it has no price. */
  monthlyPremium: z.number().nullable(),
  /** Why it has no price. */
  noPrice: z.string().nullable(),
  /** The part of the need above automatic acceptance. */
  aboveLimit: z.number(),
});
export type NeededCoverAnswer = z.infer<typeof neededCover>;

/** Answer to POST /api/insuranceCalculation/need: what a household needs, what is covered, and what closing the gap costs. Dollars. */
export const coverNeedAnswer = z.object({
  calculationDate: z.string(),
  /** Completed years. */
  age: z.number(),
  salary: z.number(),
  /** What counted: what was given, and else the default. */
  counted: needAsked.required(),
  death: z.array(needPart),
  tpd: z.array(needPart),
  covers: z.array(neededCover),
  /** Whose cover counts: that of the files at a month's end, or of a new member the category's default. */
  coverOf: z.enum(['files', 'default']),
  /** What was taken for given of default cover. */
  assumed: z.array(z.string()),
  /** Month end of balance and cover. */
  asAt: z.string().nullable(),
  /** Null where the account's balance is not known, and counts as none. */
  balance: z.number().nullable(),
  /** Of all gaps that have a price; null if none has. */
  monthlyPremiumTotal: z.number().nullable(),
  ratesFrom: z.string().nullable(),
});
export type CoverNeedAnswer = z.infer<typeof coverNeedAnswer>;

/** What the PDF of a quotation shows. Dollars. */
export const quotationDocument = z.object({
  memberName: z.string(),
  companyName: z.string(),
  categoryName: z.string(),
  salary: z.number(),
  state: z.string().nullable(),
  /** Instant, UTC. */
  madeAt: z.string(),
  quotation: insuranceQuotation,
  /** Null where the quotation was asked without. */
  need: coverNeedAnswer.nullable(),
  /** Of an existing member. */
  now: insuredMember.pick({ asAt: true, currentInsurance: true }).nullable(),
});
export type QuotationDocument = z.infer<typeof quotationDocument>;
