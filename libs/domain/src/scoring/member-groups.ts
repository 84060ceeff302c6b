import { type IsoDate, yearsBetween } from '../calendar-dates.js';

export const ageGroups = ['30 and below', '31 - 44', '45 - 54', '55 - 64', '65+', 'Unknown'] as const;
export type AgeGroup = (typeof ageGroups)[number];

export function ageGroup(age: number | null): AgeGroup {
  if (age === null) return 'Unknown';
  if (age <= 30) return '30 and below';
  if (age <= 44) return '31 - 44';
  if (age <= 54) return '45 - 54';
  return age <= 64 ? '55 - 64' : '65+';
}

/** Years of birth in fives, as the ASFA balance page of a report has them. */
export const birthGroups = [
  'Before 1950',
  '1950 - 1954',
  '1955 - 1959',
  '1960 - 1964',
  '1965 - 1969',
  '1970 - 1974',
  '1975 - 1979',
  '1980 - 1984',
  '1985 - 1989',
  '1990 - 1994',
  '1995 - 1999',
  '2000 and later',
  'Unknown',
] as const;
export type BirthGroup = (typeof birthGroups)[number];

/** The group of a month of birth (yyyy-MM). */
export function birthGroup(birthMonth: string | null): BirthGroup {
  if (birthMonth === null) return 'Unknown';
  const year = Number(birthMonth.slice(0, 4));
  if (year < 1950) return 'Before 1950';
  return birthGroups[1 + Math.floor((Math.min(year, 2000) - 1950) / 5)]!;
}

/** Labels are lower bounds. A group includes its lower bound, except for the last. */
export const salaryGroups = ['<$30k', '$30k', '$65k', '$100k', '$150k', '>$250k', 'Unknown'] as const;
export type SalaryGroup = (typeof salaryGroups)[number];

export function salaryGroup(salaryCents: number | null): SalaryGroup {
  if (salaryCents === null) return 'Unknown';
  if (salaryCents < 30_000_00) return '<$30k';
  if (salaryCents < 65_000_00) return '$30k';
  if (salaryCents < 100_000_00) return '$65k';
  if (salaryCents < 150_000_00) return '$100k';
  return salaryCents <= 250_000_00 ? '$150k' : '>$250k';
}

export const balanceGroups = ['<$10k', '$10k', '$50k', '$100k', '$250k', '>$500k', 'Unknown'] as const;
export type BalanceGroup = (typeof balanceGroups)[number];

export function balanceGroup(balanceCents: number | null): BalanceGroup {
  if (balanceCents === null) return 'Unknown';
  if (balanceCents < 10_000_00) return '<$10k';
  if (balanceCents < 50_000_00) return '$10k';
  if (balanceCents < 100_000_00) return '$50k';
  if (balanceCents < 250_000_00) return '$100k';
  return balanceCents <= 500_000_00 ? '$250k' : '>$500k';
}

export const timesInPlan = [
  'Under 1 year',
  '1 - 2 years',
  '3 - 5 years',
  '6 - 10 years',
  'Over 10 years',
  'Unknown',
] as const;
export type TimeInPlan = (typeof timesInPlan)[number];

export function timeInPlan(joinDate: IsoDate | null, asAt: IsoDate): TimeInPlan {
  if (joinDate === null) return 'Unknown';
  const years = yearsBetween(joinDate, asAt);
  if (years < 1) return 'Under 1 year';
  if (years <= 2) return '1 - 2 years';
  if (years <= 5) return '3 - 5 years';
  return years <= 10 ? '6 - 10 years' : 'Over 10 years';
}

export const insuranceCoverTypes = ['None', 'Death', 'Death and TPD', 'Death, TPD and SCI', 'Other'] as const;
export type InsuranceCoverType = (typeof insuranceCoverTypes)[number];

/** The cover type by which covers are above 0; null when none of the three is known. */
export function insuranceCoverType(covers: {
  deathCoverCents: number | null;
  tpdCoverCents: number | null;
  sciCoverCents: number | null;
}): InsuranceCoverType | null {
  const { deathCoverCents, tpdCoverCents, sciCoverCents } = covers;
  if (deathCoverCents === null && tpdCoverCents === null && sciCoverCents === null) return null;
  const death = (deathCoverCents ?? 0) > 0;
  const tpd = (tpdCoverCents ?? 0) > 0;
  const sci = (sciCoverCents ?? 0) > 0;
  if (!death && !tpd && !sci) return 'None';
  if (!death || (sci && !tpd)) return 'Other';
  if (sci) return 'Death, TPD and SCI';
  return tpd ? 'Death and TPD' : 'Death';
}
