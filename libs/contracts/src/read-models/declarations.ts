// Made from the folders by `npm run lists`. Do not edit.
import { accessEntryTable } from './access-entries.js';
import { campaignsView, campaignTable, campaignEngagementTable } from './campaigns.js';
import { contactRequestTable } from './contact-requests.js';
import { figuresView, datedFigureTable, assetTable } from './dated-figures.js';
import {
  memberEditionTable,
  exitEditionTable,
  assetEditionTable,
  planMonthTable,
  runningMonthTable,
  closingsView,
} from './editions.js';
import { recordedEventTable, recordedEventMemberTable } from './event-history.js';
import {
  providersView,
  platformsView,
  plansView,
  memberCategoryTable,
  planPlatformTable,
  companiesView,
} from './fund.js';
import { importsView } from './imports.js';
import { maintenanceView } from './maintenance.js';
import { memberEventsView, memberEventRunView, memberEventTable } from './member-events.js';
import { memberSnapshotTable, memberExitTable } from './member-snapshots.js';
import { membersView, memberFactTable } from './members.js';
import { micrositeDocumentsView, micrositeListsView } from './microsites.js';
import { newsView } from './news.js';
import { onecentralImportsView } from './onecentral-imports.js';
import { pdfResourcesView } from './pdf-resources.js';
import { planDigestsView } from './plan-digests.js';
import { snapshotRawTable, assetsOwnedRawTable, planMonthImportTable, calendarView } from './plan-months.js';
import {
  assetPublicationsView,
  feePublicationsView,
  insuranceRatePublicationsView,
  occupationFactorPublicationsView,
  coverRulePublicationsView,
  providerContactPublicationsView,
} from './publications.js';
import { reportTemplatesView } from './report-templates.js';
import { salesforceRegisterView, salesforceReceiptTable } from './salesforce.js';
import { streamEventTable } from './stream-events.js';
import { usersView, signInsView } from './users.js';
import { watchesView } from './watches.js';
import { workFailuresView } from './work-failures.js';
import { workView } from './work.js';

/** Every collection of documents. Its indexes, a rebuild, and what is dropped follow from this list. */
export const documentViews = [
  campaignsView,
  figuresView,
  closingsView,
  providersView,
  platformsView,
  plansView,
  companiesView,
  importsView,
  maintenanceView,
  memberEventsView,
  memberEventRunView,
  membersView,
  micrositeDocumentsView,
  micrositeListsView,
  newsView,
  onecentralImportsView,
  pdfResourcesView,
  planDigestsView,
  calendarView,
  assetPublicationsView,
  feePublicationsView,
  insuranceRatePublicationsView,
  occupationFactorPublicationsView,
  coverRulePublicationsView,
  providerContactPublicationsView,
  reportTemplatesView,
  salesforceRegisterView,
  usersView,
  signInsView,
  watchesView,
  workFailuresView,
  workView,
] as const;

/** Every ClickHouse table. The schema, a rebuild, and what is dropped follow from this list. */
export const analyticsTables = [
  accessEntryTable,
  campaignTable,
  campaignEngagementTable,
  contactRequestTable,
  datedFigureTable,
  assetTable,
  memberEditionTable,
  exitEditionTable,
  assetEditionTable,
  planMonthTable,
  runningMonthTable,
  recordedEventTable,
  recordedEventMemberTable,
  memberCategoryTable,
  planPlatformTable,
  memberEventTable,
  memberSnapshotTable,
  memberExitTable,
  memberFactTable,
  snapshotRawTable,
  assetsOwnedRawTable,
  planMonthImportTable,
  salesforceReceiptTable,
  streamEventTable,
] as const;
