import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { csvTable, csvTableNames, type CsvTable } from '@superscope/contracts/csv-tables';

const ofMonth = 'dollars in the month';
const aMonth = 'dollars a month';

/**
 * Units that do not follow from a column's type, by column name. A name has the same unit in every table that does not declare a unit of
 * its own.
 */
const units: Readonly<Record<string, string>> = {
  salary: 'dollars a year',
  employerContributions: ofMonth,
  salarySacrifice: ofMonth,
  personalContributions: ofMonth,
  fees: ofMonth,
  insurancePremium: aMonth,
  deathPremium: aMonth,
  tpdPremium: aMonth,
  sciPremium: aMonth,
  sciCover: aMonth,
  sciAal: aMonth,
  sciPercent: 'percent of salary',
  growthExposure: 'percent',
  growthPercent: 'percent',
  return1yr: 'percent a year',
  return3yr: 'percent a year',
  return5yr: 'percent a year',
  sciWaitDays: 'days',
  waitDays: 'days',
  ageNextBirthday: 'years',
  birthYearOrAge: 'year of birth (ASFA) or age (PEER)',
  ratePerThousand: 'dollars a year for $1,000 of cover',
  factor: 'times the rate',
};

export const unitNames = [
  ...Object.keys(units),
  ...csvTableNames.flatMap((table) => Object.keys(csvTable(table).units ?? {})),
];

/** The unit of a column's values; '' if they have none. */
export const unitOf = (table: CsvTable, name: string, { type }: CsvColumn): string =>
  csvTable(table).units?.[name] ?? units[name] ?? (type === 'money' ? 'dollars' : '');
