import type { ClickHouseClient } from '@clickhouse/client';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import type { EventStore } from '@superscope/event-store/event-store';
import type { Views } from '../../platform/engines.module.js';
import { contactRows, engagementRows, memberEventRows } from '../writing/activity-rows.js';
import type { ExportedRows, ExportScope } from '../writing/exported-rows.js';
import * as fundRows from '../writing/fund-rows.js';
import { assetOwnedRows, snapshotRows } from '../writing/plan-month-rows.js';
import {
  assetRows,
  feeRows,
  insuranceRateRows,
  occupationFactorRows,
  providerContactRows,
} from '../writing/reference-rows.js';
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
  /** Its rows in the form of an export. */
  exported: (
    from: { views: Views; clickhouse: ClickHouseClient; store: EventStore },
    scope: ExportScope,
  ) => ExportedRows;
}

const ofPlans = ['platforms', 'plans'] as const;
const ofMembers = [...ofPlans, 'members'] as const;

/** All tables. A new table is an entry here and its columns in libs/contracts. */
export const tables: Readonly<Record<CsvTable, Table>> = {
  providers: {
    imported: fund.providers,
    refersTo: [],
    exported: ({ views }, scope) => fundRows.providerRows(views, scope),
  },
  superParameters: {
    imported: superParameters,
    refersTo: [],
    exported: ({ views }) => fundRows.parameterRows(views),
  },
  benchmarks: {
    imported: benchmarks,
    refersTo: [],
    exported: ({ views }) => fundRows.benchmarkRows(views),
  },
  platforms: {
    imported: fund.platforms,
    refersTo: ['providers'],
    exported: ({ views }, scope) => fundRows.platformRows(views, scope),
  },
  plans: {
    imported: fund.plans,
    refersTo: ['platforms'],
    exported: ({ views }, scope) => fundRows.planRows(views, scope),
  },
  assets: {
    imported: groups.assets,
    refersTo: ['platforms'],
    exported: ({ views }, scope) => assetRows(views, scope),
  },
  fees: {
    imported: groups.fees,
    refersTo: ['platforms', 'assets'],
    exported: ({ views }, scope) => feeRows(views, scope),
  },
  companies: {
    imported: fund.companies,
    refersTo: ofPlans,
    exported: ({ views }, scope) => fundRows.companyRows(views, scope),
  },
  memberCategories: {
    imported: fund.memberCategories,
    refersTo: ofPlans,
    exported: ({ views }, scope) => fundRows.categoryRows(views, scope),
  },
  insuranceRates: {
    imported: groups.insuranceRates,
    refersTo: ofPlans,
    exported: ({ views }, scope) => insuranceRateRows(views, scope),
  },
  occupationFactors: {
    imported: groups.occupationFactors,
    refersTo: ofPlans,
    exported: ({ views }, scope) => occupationFactorRows(views, scope),
  },
  providerContacts: {
    imported: groups.providerContacts,
    refersTo: ['providers', ...ofPlans],
    exported: ({ views }, scope) => providerContactRows(views, scope),
  },
  campaigns: {
    imported: fund.campaigns,
    refersTo: ofPlans,
    exported: ({ views }, scope) => fundRows.campaignRows(views, scope),
  },
  members: {
    imported: members,
    refersTo: [...ofPlans, 'companies', 'memberCategories'],
    exported: ({ views }, scope) => fundRows.memberRows(views, scope),
  },
  memberSnapshots: {
    imported: groups.memberSnapshots,
    refersTo: ofMembers,
    exported: ({ views, clickhouse }, scope) => snapshotRows(clickhouse, views, scope),
  },
  assetsOwned: {
    imported: groups.assetsOwned,
    refersTo: ofMembers,
    exported: ({ views, clickhouse }, scope) => assetOwnedRows(clickhouse, views, scope),
  },
  contactRequests: {
    imported: contactRequests,
    refersTo: ofMembers,
    exported: ({ views, clickhouse }, scope) => contactRows(clickhouse, views, scope),
  },
  memberEvents: {
    imported: memberEvents,
    refersTo: ofMembers,
    exported: ({ views, store }, scope) => memberEventRows(views, store, scope),
  },
  campaignEmailEvents: {
    imported: fund.campaignEmailEvents,
    refersTo: [...ofMembers, 'campaigns'],
    exported: ({ views, clickhouse }, scope) => engagementRows(clickhouse, views, scope),
  },
};
