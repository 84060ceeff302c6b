import { referenceBenchmarks, referenceSuperParameters } from '@superscope/domain/scoring/reference-figures';
import type { DemoMember } from './demo-member.js';
import type { Gender } from './fictional-people.js';
import { dayIn, isJuly, monthOfYear, type MonthIndex } from './month-calendar.js';
import { adminFee } from './reference-rows.js';
import type { Random } from './random.js';

/** Salary in dollars a year: the industry's median, less for the young, with sigma 0.45 overall. */
export const salaryAtEnd = (
  gender: Gender,
  age: number,
  planFactor: number,
  occupation: string,
  random: Random,
): number => {
  const median = gender === 'Male' ? 86_000 : 72_000;
  const byAge = age < 21 ? 0.72 : age < 25 ? 0.82 : age < 31 ? 0.95 : age < 60 ? 1.07 : 0.98;
  const byOccupation = occupation === 'Professional' ? 1.18 : occupation === 'White collar' ? 1.04 : 0.97;
  const hours = random.chance(gender === 'Female' ? 0.1 : 0.05) ? random.between(0.4, 0.75) : 1.03;
  const salary = median * planFactor * byAge * byOccupation * hours * Math.exp(0.39 * random.normal());
  return Math.round(salary / 10) * 10;
};

/** Reverts the July pay rises between `from` and `until`. */
export const salaryBefore = (salary: number, raisePerYear: number, from: MonthIndex, until: MonthIndex): number => {
  let earlier = salary;
  for (let month = from + 1; month <= until; month++) if (isJuly(month)) earlier /= 1 + raisePerYear;
  return Math.round(earlier / 10) * 10;
};

const peerAverage = (gender: Gender, age: number): number => {
  let amount = 0;
  for (const row of referenceBenchmarks)
    if (row.kind === 'PEER' && row.gender === gender && (amount === 0 || row.birthYearOrAge <= age))
      amount = row.amountCents / 100;
  return amount;
};

/**
 * The balance on entering the window, chosen so that after the window's contributions and returns balances are about
 * 0.84 x peer average x lognormal(0.9) x (salary / 80,000)^0.6. A quarter of new members start with nothing.
 */
export const openingBalanceCents = (
  gender: Gender,
  age: number,
  salary: number,
  isNew: boolean,
  random: Random,
): number => {
  const spread = Math.exp(0.75 * random.normal());
  const typical = peerAverage(gender, age) * spread * (salary / 80_000) ** 0.6;
  if (isNew && random.chance(0.25)) return 0;
  return Math.round(100 * typical * (isNew ? 0.6 : 0.66));
};

/** Monthly returns of growth and defensive assets, net of tax and fees, with noise. */
export interface Market {
  growth(month: MonthIndex): number;
  defensive(month: MonthIndex): number;
}
export const market = (first: MonthIndex, last: MonthIndex, random: Random): Market => {
  const months = last - first + 1;
  const noise = (size: number): number[] => {
    const draws = Array.from({ length: months }, () => size * random.normal());
    // The noise cancels out over the window, so that no seed shows a crash.
    const drift = draws.reduce((sum, draw) => sum + draw, 0) / months;
    return draws.map((draw) => draw - drift);
  };
  const [growth, defensive] = [noise(0.013), noise(0.002)];
  return {
    growth: (month) => 0.0058 + growth[month - first]!,
    defensive: (month) => 0.0024 + defensive[month - first]!,
  };
};

const parameterAt = (name: string, month: MonthIndex): number => {
  const date = dayIn(month, 31);
  let value = 0;
  for (const row of referenceSuperParameters)
    if (row.name === name && (value === 0 || row.validFrom <= date)) value = row.value;
  return value;
};

/** The contribution rules of one month, in dollars a year and as a fraction. */
export interface ContributionRules {
  month: MonthIndex;
  concessionalCap: number;
  superGuarantee: number;
}
export const contributionRules = (month: MonthIndex): ContributionRules => ({
  month,
  concessionalCap: parameterAt('concessionalCap', month),
  superGuarantee: parameterAt('sgRatePercent', month) / 100,
});

/** The yearly salary up to which employers must pay the guarantee (maximum contribution base, rounded). */
const guaranteeUpTo = 250_000;
const voluntaryShareAt = (age: number): number => (age <= 30 ? 0.07 : age <= 44 ? 0.1 : age <= 54 ? 0.17 : 0.3);

export interface Contributions {
  employer: number;
  sacrifice: number;
  personal: number;
}

/** One month's contributions in cents. `worked` is the share of the month in the plan; `progress` goes from 0 to 1 over the window. */
export const contributionsOf = (
  member: DemoMember,
  age: number,
  worked: number,
  progress: number,
  rules: ContributionRules,
): Contributions => {
  const guaranteed = Math.min(member.salary, guaranteeUpTo) * rules.superGuarantee;
  const employer = Math.round((guaranteed / 12) * worked * 100);
  const saves = member.voluntaryRank < voluntaryShareAt(age) * (0.8 + 0.2 * progress);
  if (!saves) return { employer, sacrifice: 0, personal: 0 };
  const kind = member.voluntaryKind;
  const share = kind === 'both' ? member.voluntaryShare / 2 : member.voluntaryShare;
  const room = Math.max(0, 0.96 * rules.concessionalCap - guaranteed);
  const wanted = member.sacrificesToCap ? Math.min(room, 0.25 * member.salary) : Math.min(room, share * member.salary);
  const monthly = (dollarsPerYear: number) => Math.round((dollarsPerYear / 12) * worked) * 100;
  const lumpSum =
    kind === 'lumpSum' && monthOfYear(rules.month) === 6 ? Math.round((share * member.salary) / 100) * 10_000 : 0;
  return {
    employer,
    sacrifice: kind === 'sacrifice' || kind === 'both' ? monthly(wanted) : 0,
    personal: kind === 'personal' || kind === 'both' ? monthly(share * member.salary) : lumpSum,
  };
};

/** One month's fees in cents, by the platform's fee rows. */
export const feesOf = (balanceCents: number, investmentPercent: number): number => {
  const balance = balanceCents / 100;
  const asset = Math.min(adminFee.maxPercentDollars, (balance * adminFee.percentPerYear) / 100);
  return Math.round(((adminFee.dollarsPerYear + asset + (balance * investmentPercent) / 100) / 12) * 100);
};
