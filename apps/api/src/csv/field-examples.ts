import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { csvTable, csvTableNames, type CsvTable } from '@superscope/contracts/csv-tables';

/** Example values of a file by column name. They belong to no real person or company. */
const examples: Readonly<Record<string, string>> = {
  providerId: 'HARBOUR',
  platformId: 'EAST',
  planId: 'P0001',
  companyId: 'C0001',
  categoryId: 'STAFF',
  campaignId: 'K0001',
  memberId: '100200300',
  name: 'Mills Super Plan',
  shortName: 'Mills',
  abn: '53 004 085 616',
  trusteeName: 'Harbour Trustees Limited',
  trusteeAbn: '53 004 085 616',
  trusteeAfsl: '123456',
  microsite: 'mills.example',
  relationshipManager: 'Alex Doe',
  industry: 'Milling',
  deathFormula: '3 x salary',
  tpdFormula: '15% x salary x years to 65',
  sciPercent: '75',
  sciWaitDays: '90',
  waitDays: '90',
  sciBenefitPeriod: '2 years',
  benefitPeriod: '2 years',
  login: 'jo.mills',
  surname: 'Mills',
  givenName: 'Jo',
  dateOfBirth: '1980-02-29',
  accountType: 'Accumulation',
  occupationalRating: 'White collar',
  occupationGroup: 'White collar',
  mobileNumber: '0400 000 001',
  assetCode: 'BAL',
  description: 'Shares, property and bonds',
  growthPercent: '70',
  growthExposure: '70',
  birthYearOrAge: '45',
  ageNextBirthday: '45',
  ratePerThousand: '1.294',
  factor: '0.65',
  salary: '86000',
  campaignType: 'Email',
  status: 'Open',
  consultant: 'Alex Doe',
  fundName: 'Another Super Fund',
  notes: 'Spoke about consolidation',
};

export const exampleNames = [
  ...Object.keys(examples),
  ...csvTableNames.flatMap((table) => Object.keys(csvTable(table).examples ?? {})),
];

const byType: Readonly<Record<CsvColumn['type'], string>> = {
  id: 'A1',
  text: 'Text',
  email: 'jo.mills@mail.example',
  choice: '',
  // A past month's end is valid in every date column.
  date: '2020-06-30',
  instant: '2020-06-30 14:05',
  money: '1234.56',
  number: '4.25',
  integer: '1',
  flag: 'Yes',
};

/** An example value that an import accepts. */
export const exampleOf = (table: CsvTable, name: string, { type, values }: CsvColumn): string =>
  csvTable(table).examples?.[name] ?? examples[name] ?? values?.[0] ?? byType[type];
