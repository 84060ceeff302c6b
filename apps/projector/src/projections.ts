// Made from the folders by `npm run lists`. Do not edit.
import { campaigns, campaignRows, campaignEngagement } from './activity/campaigns.projection.js';
import { members, memberEvents, memberEventRuns, contactRequests } from './activity/member-facts.projection.js';
import { memberCategories, planPlatforms } from './documents/fund-rows.projection.js';
import { platforms, providers, plans, companies } from './documents/fund.projection.js';
import { imports } from './documents/imports.projection.js';
import { maintenance } from './documents/maintenance.projection.js';
import { micrositeDocuments, micrositeLists } from './documents/microsites.projection.js';
import { news } from './documents/news.projection.js';
import { onecentralImports } from './documents/onecentral-imports.projection.js';
import { pdfResources } from './documents/pdf-resources.projection.js';
import { reportTemplates } from './documents/report-templates.projection.js';
import { salesforceRegister, salesforceReceipts } from './documents/salesforce.projection.js';
import { signIns } from './documents/sign-ins.projection.js';
import { users } from './documents/users.projection.js';
import { watches } from './documents/watches.projection.js';
import { workFailures } from './documents/work-failures.projection.js';
import {
  reportWork,
  salesforceWork,
  salesforceReconciliationWork,
  documentSyncWork,
} from './documents/work.projection.js';
import { closings } from './editions/closings.projection.js';
import { accessEntries } from './event-history/access-entries.projection.js';
import { figures } from './figures/figures.projection.js';
import {
  assets,
  fees,
  insuranceRates,
  occupationFactors,
  coverRules,
  providerContacts,
} from './figures/published-tables.projection.js';
import { planDigests } from './history/plan-digests.projection.js';
import { streamEvents } from './history/stream-events.projection.js';
import { calendar } from './member-snapshots/calendar.projection.js';
import { memberSnapshots, assetsOwned } from './member-snapshots/member-snapshots.projection.js';
import type { Projection } from './runtime/writing/projection.js';

/** Every projection that is declared by itself. */
export const declaredProjections: readonly Projection[] = [
  campaigns,
  campaignRows,
  campaignEngagement,
  members,
  memberEvents,
  memberEventRuns,
  contactRequests,
  memberCategories,
  planPlatforms,
  platforms,
  providers,
  plans,
  companies,
  imports,
  maintenance,
  micrositeDocuments,
  micrositeLists,
  news,
  onecentralImports,
  pdfResources,
  reportTemplates,
  salesforceRegister,
  salesforceReceipts,
  signIns,
  users,
  watches,
  workFailures,
  reportWork,
  salesforceWork,
  salesforceReconciliationWork,
  documentSyncWork,
  closings,
  accessEntries,
  figures,
  assets,
  fees,
  insuranceRates,
  occupationFactors,
  coverRules,
  providerContacts,
  planDigests,
  streamEvents,
  calendar,
  memberSnapshots,
  assetsOwned,
];
