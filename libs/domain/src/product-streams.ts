// Made from the folders by `npm run lists`. Do not edit.
import type { AnyStream } from './event.js';
import { accessStream } from './access/access.js';
import { alertsStream } from './alerts/alerts.js';
import { assetsOwnedStream } from './assets-owned/assets-owned.js';
import { calendarStream } from './calendar/calendar.js';
import { campaignStream } from './campaign/campaign.js';
import { companyStream } from './company/company.js';
import { csvImportStream } from './csv-import/csv-import.js';
import { benchmarksStream, superParametersStream } from './dated-figures/dated-figures.js';
import { documentHostsStream } from './document-hosts/document-hosts.js';
import { documentSyncStream } from './document-sync/document-sync.js';
import { keptPdfsStream } from './kept-pdfs/kept-pdfs.js';
import { maintenanceStream } from './maintenance/maintenance.js';
import { memberSnapshotsStream } from './member-snapshots/member-snapshots.js';
import { memberStream } from './member/member.js';
import { micrositeDocumentStream } from './microsite-document/microsite-document.js';
import { micrositeListStream } from './microsite-list/microsite-list.js';
import { newsStream } from './news/news.js';
import { onecentralExpectationsStream } from './onecentral-expectations/onecentral-expectations.js';
import { onecentralImportStream } from './onecentral-import/onecentral-import.js';
import { pdfResourcesStream } from './pdf-resources/pdf-resources.js';
import { planDigestsStream } from './plan-digests/plan-digests.js';
import { planStream } from './plan/plan.js';
import { platformStream } from './platform/platform.js';
import { providerStream } from './provider/provider.js';
import {
  assetsStream,
  feesStream,
  insuranceRatesStream,
  providerContactsStream,
} from './published-table/published-rows.js';
import { reportTemplateStream } from './report-template/report-template.js';
import { reportStream } from './report/report.js';
import { batchRegisterStream } from './salesforce-batch/batch-register.js';
import { salesforceBatchStream } from './salesforce-batch/salesforce-batch.js';
import { salesforceReceiptsStream } from './salesforce-batch/salesforce-receipts.js';
import { salesforceReconciliationStream } from './salesforce-reconciliation/salesforce-reconciliation.js';
import { salesforceScheduleStream } from './salesforce-schedule/salesforce-schedule.js';
import { secondFactorStream } from './user/second-factor.js';
import { userStream, loginStream, administratorsStream } from './user/user.js';
import { watchStream } from './watch/watch.js';
import { workFailureStream } from './work-failure/work-failure.js';

/** Every stream category of the product. The codec takes shapes, upcasters and the owners of personal fields from this list. */
export const productStreams: readonly AnyStream[] = [
  accessStream,
  alertsStream,
  assetsOwnedStream,
  calendarStream,
  campaignStream,
  companyStream,
  csvImportStream,
  benchmarksStream,
  superParametersStream,
  documentHostsStream,
  documentSyncStream,
  keptPdfsStream,
  maintenanceStream,
  memberSnapshotsStream,
  memberStream,
  micrositeDocumentStream,
  micrositeListStream,
  newsStream,
  onecentralExpectationsStream,
  onecentralImportStream,
  pdfResourcesStream,
  planDigestsStream,
  planStream,
  platformStream,
  providerStream,
  assetsStream,
  feesStream,
  insuranceRatesStream,
  providerContactsStream,
  reportTemplateStream,
  reportStream,
  batchRegisterStream,
  salesforceBatchStream,
  salesforceReceiptsStream,
  salesforceReconciliationStream,
  salesforceScheduleStream,
  secondFactorStream,
  userStream,
  loginStream,
  administratorsStream,
  watchStream,
  workFailureStream,
];
