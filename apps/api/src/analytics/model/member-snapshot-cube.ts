import { category, column, day, storedFlag } from './dimensions.js';
import {
  average,
  averageDollars,
  countOfMembers,
  countWhere,
  flowDollars,
  percentWhere,
  ratioOfSums,
  totalDollars,
} from './measures.js';
import type { Dimension, Measure } from './member.js';

/** What members held at a month's end. */
export const memberSnapshotDimensions: readonly Dimension[] = [
  column('MemberSnapshot.planId', { use: 'plan', sql: 'plan_id' }),
  category('MemberSnapshot.ageGroup', 'age_group', 'filter'),
  category('MemberSnapshot.balanceGroup', 'balance_group', 'group'),
  category('MemberSnapshot.salaryGroup', 'salary_group', 'filter'),
  category('MemberSnapshot.timeInPlan', 'time_in_plan', 'group'),
  category('MemberSnapshot.insuranceCoverType', 'insurance_cover_type', 'group'),
  category('MemberSnapshot.beneficiaryNominationType', 'beneficiary_nomination_type', 'subject'),
  storedFlag('MemberSnapshot.beneficiaryNominationValidated', 'beneficiary_nomination_validated'),
  category('MemberSnapshot.riskProfileName', 'risk_profile_name', 'group'),
  column('MemberSnapshot.atYearMonth', { use: 'time', sql: "formatDateTime(month, '%Y%m')" }),
  day('MemberSnapshot.month', 'month', 'memberMonth'),
  day('MemberSnapshot.time', 'month', 'memberMonth'),
];

const coverCount = (name: string, cover: string): Measure =>
  countWhere(`MemberSnapshot.${name}CoverCount`, `with_${cover}`, `ifNull(${cover}, 0) > 0`);

const coverPercent = (name: string, cover: string): Measure =>
  percentWhere(
    `MemberSnapshot.${name}CoverPercent`,
    `with_${cover}`,
    `ifNull(${cover}, 0) > 0`,
    `${cover} IS NOT NULL`,
  );

const contributions = {
  employer: ['employer_contributions_cents'],
  salarySacrifice: ['salary_sacrifice_cents'],
  personal: ['personal_contributions_cents'],
  voluntary: ['salary_sacrifice_cents', 'personal_contributions_cents'],
  total: ['employer_contributions_cents', 'salary_sacrifice_cents', 'personal_contributions_cents'],
};

const contributors = (name: keyof typeof contributions): Measure =>
  countWhere(
    `MemberSnapshot.${name}ContributionsCount`,
    `contributors_${name}`,
    `(${contributions[name].map((flow) => `ifNull(${flow}, 0) > 0`).join(' OR ')})`,
    'people',
  );

const contributed = (name: keyof typeof contributions): Measure =>
  flowDollars(`MemberSnapshot.${name}Contributions`, `contributions_${name}`, contributions[name]);

const provided = (name: string, flag: string): Measure[] => [
  countWhere(`MemberSnapshot.${name}ProvidedCount`, `with_${flag}`, `${flag} = 1`),
  percentWhere(`MemberSnapshot.${name}ProvidedPercent`, `with_${flag}`, `${flag} = 1`, `${flag} < 2`),
];

const hasBenchmark = '(benchmark_cents IS NOT NULL AND total_assets_owned_cents IS NOT NULL)';

export const memberSnapshotMeasures: readonly Measure[] = [
  countOfMembers('MemberSnapshot.countMembers'),
  average('MemberSnapshot.averageAge', 'age', 1),
  totalDollars('MemberSnapshot.totalAssetsOwned', 'total_assets_owned_cents'),
  averageDollars('MemberSnapshot.averageTotalAssetsOwned', 'total_assets_owned_cents'),
  averageDollars('MemberSnapshot.averageSalary', 'salary_cents'),
  averageDollars('MemberSnapshot.averageLifeInsuranceCover', 'death_cover_cents'),
  averageDollars('MemberSnapshot.averageInsurancePremium', 'insurance_premium_cents'),
  flowDollars('MemberSnapshot.fees', 'fees', ['fees_cents']),
  contributed('employer'),
  contributed('salarySacrifice'),
  contributed('personal'),
  contributed('voluntary'),
  contributed('total'),
  contributors('employer'),
  contributors('salarySacrifice'),
  contributors('personal'),
  contributors('voluntary'),
  coverCount('death', 'death_cover_cents'),
  coverCount('tpd', 'tpd_cover_cents'),
  coverCount('sci', 'sci_cover_cents'),
  coverPercent('death', 'death_cover_cents'),
  coverPercent('tpd', 'tpd_cover_cents'),
  coverPercent('sci', 'sci_cover_cents'),
  countWhere('MemberSnapshot.newMembers', 'joiners', 'joined = 1', 'events'),
  countWhere('MemberSnapshot.exitedMembers', 'leavers', 'exited = 1', 'events'),
  countWhere('MemberSnapshot.femaleCount', 'female', "gender = 'Female'"),
  countWhere('MemberSnapshot.maleCount', 'male', "gender = 'Male'"),
  ...provided('taxFileNumber', 'tax_file_number_provided'),
  ...provided('emailAddress', 'email_address_provided'),
  ...provided('mobileNumber', 'mobile_number_provided'),
  ratioOfSums(
    'MemberSnapshot.benchmarkIndex',
    'total_assets_owned_cents',
    'benchmark_cents',
    hasBenchmark,
    'benchmark',
  ),
  countWhere('MemberSnapshot.benchmarkMembers', 'known_benchmark', hasBenchmark),
];
