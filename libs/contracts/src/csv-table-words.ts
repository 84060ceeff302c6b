import type { CsvTable } from './csv-tables.js';

/** What people call the tables of import and export. */
const words: Readonly<Record<CsvTable, string>> = {
  providers: 'Providers',
  platforms: 'Platforms',
  plans: 'Plans',
  companies: 'Employers',
  memberCategories: 'Member categories',
  superParameters: 'Super parameters',
  benchmarks: 'Benchmarks',
  members: 'Members',
  assets: 'Investment options',
  fees: 'Fees',
  insuranceRates: 'Premium rates',
  occupationFactors: 'Occupation factors',
  coverRules: 'Cover rules',
  providerContacts: 'Provider contacts',
  assetsOwned: 'Assets owned',
  campaigns: 'Campaigns',
  campaignEmailEvents: 'Campaign emails',
  contactRequests: 'Contact requests',
  memberEvents: 'Member events',
  memberSnapshots: 'Member snapshots',
};

/** What people call a table; its own name for one that this version does not know. */
export const tableWords = (table: string): string => (Object.hasOwn(words, table) ? words[table as CsvTable] : table);

/** The same within a sentence: 'member snapshots'. */
export const tableInSentence = (table: string): string => {
  const words = tableWords(table);
  return words === table ? table : words.toLowerCase();
};

/** The same where a reader also needs the name that files and columns have: 'member snapshots (memberSnapshots)'. */
export const tableAndName = (table: string): string => {
  const words = tableInSentence(table);
  return words === table ? table : `${words} (${table})`;
};
