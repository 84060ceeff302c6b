import { accessEntryTable } from './access-entries.js';
import { campaignEngagementTable, campaignsView, campaignTable } from './campaigns.js';
import type { AnalyticsTable } from './analytics-table.js';
import { contactRequestTable } from './contact-requests.js';
import { assetEditionTable, closingsView, memberEditionTable, planMonthTable } from './editions.js';
import { recordedEventMemberTable, recordedEventTable } from './event-history.js';
import { assetsView, assetTable, datedFigureTable, figuresView, publishedView } from './figures.js';
import {
  companiesView,
  memberCategoryTable,
  planPlatformTable,
  plansView,
  platformsView,
  providersView,
} from './fund.js';
import { importsView } from './imports.js';
import { maintenanceView } from './maintenance.js';
import { memberEventRunView, memberEventsView, memberEventTable } from './member-events.js';
import { memberSnapshotTable } from './member-snapshots.js';
import { memberFactTable, membersView } from './members.js';
import { newsView } from './news.js';
import { assetsOwnedRawTable, calendarView, planMonthImportTable, snapshotRawTable } from './plan-months.js';
import { planDigestsView } from './plan-digests.js';
import { streamEventTable } from './stream-events.js';
import { signInsView, usersView } from './users.js';
import { watchesView } from './watches.js';

/** Every collection of documents. Its indexes, a rebuild, and what is dropped follow from this list. */
export const documentViews = [
  platformsView,
  providersView,
  plansView,
  companiesView,
  membersView,
  campaignsView,
  usersView,
  signInsView,
  importsView,
  figuresView,
  assetsView,
  publishedView,
  memberEventsView,
  memberEventRunView,
  calendarView,
  closingsView,
  newsView,
  maintenanceView,
  watchesView,
  planDigestsView,
] as const;

/** Every ClickHouse table. The schema, a rebuild, and what is dropped follow from this list. */
export const analyticsTables = [
  memberSnapshotTable,
  contactRequestTable,
  memberEventTable,
  campaignTable,
  campaignEngagementTable,
  snapshotRawTable,
  assetsOwnedRawTable,
  planMonthImportTable,
  memberFactTable,
  datedFigureTable,
  memberEditionTable,
  assetEditionTable,
  planMonthTable,
  memberCategoryTable,
  planPlatformTable,
  assetTable,
  streamEventTable,
  recordedEventTable,
  recordedEventMemberTable,
  accessEntryTable,
] as const;

/** The tables that a plan as it stood at a past moment has. */
export const planTables = analyticsTables.filter(({ ofTheLog }: AnalyticsTable) => ofTheLog !== true);

export type ViewName = (typeof documentViews)[number]['collection'];
export type TableName = (typeof analyticsTables)[number]['table'];

/** The kinds of change that browsers hear of. */
export type ReadModel = (typeof documentViews | typeof analyticsTables)[number]['announces'];

export const readModels: readonly ReadModel[] = [
  ...new Set([...documentViews, ...analyticsTables].map(({ announces }) => announces)),
];

/** What the read models of one kind are stored in; those that derive from others' facts are rebuilt together with them. */
export const storedIn = (kind: ReadModel): { tables: TableName[]; views: ViewName[] } => ({
  tables: analyticsTables.filter(({ announces }) => announces === kind).map(({ table }) => table),
  views: documentViews.filter(({ announces }) => announces === kind).map(({ collection }) => collection),
});
