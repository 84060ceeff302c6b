import type { CsvTable } from '@superscope/contracts/csv-tables';
import { contactRows, engagementRows, memberEventRows } from '../writing/activity-rows.js';
import type { Exported } from '../writing/exported-rows.js';
import * as fundRows from '../writing/fund-rows.js';
import { assetOwnedRows, snapshotRows } from '../writing/plan-month-rows.js';
import * as referenceRows from '../writing/reference-rows.js';
import { benchmarks, superParameters } from './figure-tables.js';
import * as fund from './fund-tables.js';
import * as groups from './group-tables.js';
import type { ImportTable } from './import-table.js';
import { contactRequests, memberEvents, members } from './member-tables.js';

/** One of the tables of import and export. */
interface Table {
  /** How its rows are imported. */
  imported: ImportTable;
  /** The tables that its rows refer to. Their imports must have ended and be visible before its rows are checked. */
  refersTo: readonly CsvTable[];
  exported: Exported;
}

const ofPlans = ['platforms', 'plans'] as const;
const ofMembers = [...ofPlans, 'members'] as const;

/** All tables. A new table is an entry here and its columns in libs/contracts. */
export const tables: Readonly<Record<CsvTable, Table>> = {
  providers: { imported: fund.providers, refersTo: [], exported: fundRows.providerRows },
  superParameters: { imported: superParameters, refersTo: [], exported: fundRows.parameterRows },
  benchmarks: { imported: benchmarks, refersTo: [], exported: fundRows.benchmarkRows },
  platforms: { imported: fund.platforms, refersTo: ['providers'], exported: fundRows.platformRows },
  plans: { imported: fund.plans, refersTo: ['platforms'], exported: fundRows.planRows },
  assets: { imported: groups.assets, refersTo: ['platforms'], exported: referenceRows.assetRows },
  fees: { imported: groups.fees, refersTo: ['platforms', 'assets'], exported: referenceRows.feeRows },
  companies: { imported: fund.companies, refersTo: ofPlans, exported: fundRows.companyRows },
  memberCategories: { imported: fund.memberCategories, refersTo: ofPlans, exported: fundRows.categoryRows },
  insuranceRates: { imported: groups.insuranceRates, refersTo: ofPlans, exported: referenceRows.insuranceRateRows },
  occupationFactors: {
    imported: groups.occupationFactors,
    refersTo: ofPlans,
    exported: referenceRows.occupationFactorRows,
  },
  coverRules: {
    imported: groups.coverRules,
    refersTo: [...ofPlans, 'memberCategories'],
    exported: referenceRows.coverRuleRows,
  },
  providerContacts: {
    imported: groups.providerContacts,
    refersTo: ['providers', ...ofPlans],
    exported: referenceRows.providerContactRows,
  },
  campaigns: { imported: fund.campaigns, refersTo: ofPlans, exported: fundRows.campaignRows },
  members: {
    imported: members,
    refersTo: [...ofPlans, 'companies', 'memberCategories'],
    exported: fundRows.memberRows,
  },
  memberSnapshots: { imported: groups.memberSnapshots, refersTo: ofMembers, exported: snapshotRows },
  assetsOwned: { imported: groups.assetsOwned, refersTo: ofMembers, exported: assetOwnedRows },
  contactRequests: { imported: contactRequests, refersTo: ofMembers, exported: contactRows },
  memberEvents: { imported: memberEvents, refersTo: ofMembers, exported: memberEventRows },
  campaignEmailEvents: {
    imported: fund.campaignEmailEvents,
    refersTo: [...ofMembers, 'campaigns'],
    exported: engagementRows,
  },
};
