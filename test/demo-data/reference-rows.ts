import { referenceBenchmarks, referenceSuperParameters } from '@superscope/domain/scoring/reference-figures';
import { inventAbn } from './abn.js';
import { consultants, mailName, officeNumber, personName } from './fictional-people.js';
import type { ImportFiles } from './import-tables.js';
import { hasTenYears, investmentMenu, performanceTestOf, riskLabelOf } from './investment-menu.js';
import { financialYearOf, monthEnd, monthOfYear, yearOf, type MonthIndex } from './month-calendar.js';
import { platforms, providers, type PlanBlueprint } from './plan-blueprints.js';
import { coverTypes, defaultStart, occupationFactors, openAges, premiumRateRows, sciTerms } from './premium-rates.js';
import { Random } from './random.js';
import { yesNo } from './csv-file.js';

/** Writes rows that belong to no plan: providers, platforms, dated figures, investment options and fees. */
export const writeReferenceRows = (files: ImportFiles, seed: number, first: MonthIndex, last: MonthIndex): void => {
  const random = new Random(seed, 'reference');
  for (const { id, name } of providers) {
    files.of('providers', '').row([id, name, inventAbn(random)]);
    writeContacts(files, id, new Random(seed, 'contacts', id));
  }
  const trusteeAbns = new Map<string, string>();
  for (const platform of platforms) {
    const { id, name, shortName, providerId, trusteeName, trusteeAfsl, microsite } = platform;
    const abn = trusteeAbns.get(trusteeName) ?? inventAbn(random);
    trusteeAbns.set(trusteeName, abn);
    files.of('platforms', '').row([id, name, shortName, providerId, trusteeName, abn, trusteeAfsl, microsite]);
    writeInvestmentOptions(files, id, last, new Random(seed, 'options', id), new Random(seed, 'ten years', id));
    writeFees(files, id, rulesFrom(first));
  }
  for (const { name, value, validFrom } of referenceSuperParameters)
    files.of('superParameters', '').row([name, value, validFrom]);
  for (const { kind, birthYearOrAge, gender, amountCents, validFrom } of referenceBenchmarks)
    files.of('benchmarks', '').row([kind, birthYearOrAge, gender ?? '', amountCents / 100, validFrom]);
};

const tasks = ['Client services', 'Contributions and payroll', 'Insurance and claims', 'Education on site'];

/** The contacts that a provider names to all its plans, with every relationship manager. */
const writeContacts = (files: ImportFiles, providerId: string, random: Random): void => {
  const contacts = files.of('providerContacts', '');
  const domain = `${providerId.toLowerCase()}.example.com.au`;
  let sequence = 0;
  const add = (title: string, name: string, email: string, phone: string) =>
    contacts.row([providerId, '', title, name, `${email}@${domain}`, phone, ++sequence]);
  for (const name of consultants) add('Relationship Manager', name, mailName(name), officeNumber(random));
  for (const [i, task] of tasks.entries()) {
    const { givenName, surname } = personName(i % 2 === 0 ? 'Male' : 'Female', random);
    const name = `${givenName} ${surname}`;
    add(task, name, mailName(name), officeNumber(random));
  }
  add('Members’ line', 'Member services', 'members', '1800 975 701');
  add('Complaints', 'Complaints officer', 'complaints', '1800 975 702');
};

/** Fees and rates are valid from the 1 July before the data begins. */
const rulesFrom = (first: MonthIndex): string => `${financialYearOf(first) - 1}-07-01`;

/** APRA publishes a year's tests at the end of August, and did so first in 2021. */
const newestTest = (last: MonthIndex): number | null => {
  const year = monthOfYear(last) >= 8 ? yearOf(last) : yearOf(last) - 1;
  return year < 2021 ? null : year;
};

/** Returns over ten years are drawn from numbers of their own, so that the other figures of a seed stay as they are. */
const writeInvestmentOptions = (
  files: ImportFiles,
  platformId: string,
  last: MonthIndex,
  random: Random,
  overTenYears: Random,
): void => {
  const testYear = newestTest(last);
  for (const option of investmentMenu) {
    const expected = 2.6 + option.growthPercent * 0.052 - option.feePercent;
    const returns = [3.2, 1.6, 0.9].map((spread) =>
      (expected + (option.growthPercent / 100) * spread * random.normal()).toFixed(2),
    );
    const tenYears = expected + (option.growthPercent / 100) * 0.5 * overTenYears.normal();
    const test = testYear === null ? '' : performanceTestOf(option);
    files
      .of('assets', platformId)
      .row([
        platformId,
        option.code,
        option.name,
        option.description,
        monthEnd(last),
        option.growthPercent,
        yesNo(option.lifecycle),
        yesNo(option.choice),
        ...returns,
        hasTenYears(option) ? tenYears.toFixed(2) : '',
        riskLabelOf(option),
        test,
        test === 'Passed' || test === 'Failed' ? testYear! : '',
      ]);
  }
};

export const adminFee = { dollarsPerYear: 78, percentPerYear: 0.15, maxPercentDollars: 750 };

const writeFees = (files: ImportFiles, platformId: string, validFrom: string): void => {
  const fees = files.of('fees', platformId);
  const { dollarsPerYear, percentPerYear, maxPercentDollars } = adminFee;
  fees.row([platformId, '', 'ADMIN', 'Administration fee', 'Yes', dollarsPerYear, '', '', '', '', validFrom]);
  const percentRow = ['', maxPercentDollars, '', '', validFrom];
  fees.row([platformId, '', 'ADMIN', 'Asset-based administration fee', 'No', percentPerYear, ...percentRow]);
  for (const { code, feePercent } of investmentMenu)
    fees.row([platformId, code, 'INVESTMENT', 'Investment fee', 'No', feePercent, '', '', '', '', validFrom]);
  for (const { code, growthPercent } of investmentMenu) {
    const percent = (growthPercent / 1_000).toFixed(2);
    fees.row([platformId, code, 'TRANSACTION', 'Transaction costs', 'No', percent, '', '', '', '', validFrom]);
  }
};

/** The premium rates and occupation factors of one plan. */
export const writeInsuranceRows = (files: ImportFiles, plan: PlanBlueprint, first: MonthIndex): void => {
  const rates = files.of('insuranceRates', plan.platformId);
  for (const { cover, gender, age, rate } of premiumRateRows()) {
    const terms = cover === 'SCI' ? [sciTerms.waitDays, sciTerms.benefitPeriod] : ['', ''];
    rates.row([plan.id, cover, gender, age, ...terms, rate, 'No', rulesFrom(first)]);
  }
  const rules = files.of('coverRules', plan.platformId);
  for (const cover of coverTypes) {
    const { from, to } = openAges[cover];
    rules.row([plan.id, '', cover, from, to, '', defaultStart.age, defaultStart.balance, '', rulesFrom(first)]);
  }
  const factors = files.of('occupationFactors', plan.platformId);
  for (const [group, byCover] of Object.entries(occupationFactors))
    for (const cover of coverTypes) factors.row([plan.id, group, cover, byCover[cover]]);
};
