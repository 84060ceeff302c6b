import type { CsvTable } from '@superscope/contracts/csv-tables';
import { benchmarks, superParameters } from './figure-tables.js';
import {
  campaignEmailEvents,
  campaigns,
  companies,
  memberCategories,
  plans,
  platforms,
  providers,
} from './fund-tables.js';
import { assets, assetsOwned, fees, insuranceRates, memberSnapshots, occupationFactors } from './group-tables.js';
import type { ImportTable } from './import-table.js';
import { contactRequests, memberEvents, members } from './member-tables.js';

/** What each table's rows become. */
export const importTables: Readonly<Record<CsvTable, ImportTable>> = {
  assets,
  assetsOwned,
  benchmarks,
  campaignEmailEvents,
  campaigns,
  companies,
  contactRequests,
  fees,
  insuranceRates,
  memberCategories,
  memberEvents,
  members,
  memberSnapshots,
  occupationFactors,
  plans,
  platforms,
  providers,
  superParameters,
};

/** The tables that a table's rows refer to: their imports must have ended and be visible before its rows are checked. */
const refersTo: Readonly<Record<CsvTable, readonly CsvTable[]>> = {
  providers: [],
  superParameters: [],
  benchmarks: [],
  platforms: ['providers'],
  plans: ['platforms'],
  assets: ['platforms'],
  fees: ['platforms'],
  companies: ['platforms', 'plans'],
  memberCategories: ['platforms', 'plans'],
  insuranceRates: ['platforms', 'plans'],
  occupationFactors: ['platforms', 'plans'],
  campaigns: ['platforms', 'plans'],
  members: ['platforms', 'plans', 'companies', 'memberCategories'],
  memberSnapshots: ['platforms', 'plans', 'members'],
  assetsOwned: ['platforms', 'plans', 'members'],
  contactRequests: ['platforms', 'plans', 'members'],
  memberEvents: ['platforms', 'plans', 'members'],
  campaignEmailEvents: ['platforms', 'plans', 'members', 'campaigns'],
};

export const tablesReferredTo = (table: CsvTable): readonly CsvTable[] => refersTo[table];
