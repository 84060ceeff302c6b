// Made from the folders by `npm run lists`. Do not edit.
import type { Type } from '@nestjs/common';
import { ActivityModule } from './activity/activity.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { CancelCampaignSlice } from './campaigns/cancel-campaign/cancel-campaign.slice.js';
import { ChangesModule } from './changes/changes.module.js';
import { DeactivateCompanySlice } from './companies/deactivate-company/deactivate-company.slice.js';
import { CsvModule } from './csv/csv.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { HistoryModule } from './history/history.module.js';
import { MembersModule } from './members/members.module.js';
import { NewsSlice } from './news/news.slice.js';
import { OperationsModule } from './operations/operations.module.js';
import { ClosePlanSlice } from './plans/close-plan/close-plan.slice.js';
import { PlansModule } from './plans/plans.module.js';
import { PublishPlanSlice } from './plans/publish-plan/publish-plan.slice.js';
import { ReopenPlanSlice } from './plans/reopen-plan/reopen-plan.slice.js';
import { ReportFileSlice } from './reports/report-file.slice.js';
import { ReportsModule } from './reports/reports.module.js';
import { RequestReportSlice } from './reports/request-report.slice.js';
import { UsersModule } from './users/users.module.js';
import { WatchesModule } from './watches/watches.module.js';
import { ChangeWorkSlice } from './work/change-work.slice.js';
import { ListWorkSlice } from './work/list-work.slice.js';
import { WorkModule } from './work/work.module.js';

/** Every area of the api, and every slice that is a module by itself. */
export const areas: readonly Type[] = [
  ActivityModule,
  AnalyticsModule,
  AuthenticationModule,
  CampaignsModule,
  CancelCampaignSlice,
  ChangesModule,
  DeactivateCompanySlice,
  CsvModule,
  DocumentsModule,
  HistoryModule,
  MembersModule,
  NewsSlice,
  OperationsModule,
  ClosePlanSlice,
  PlansModule,
  PublishPlanSlice,
  ReopenPlanSlice,
  ReportFileSlice,
  ReportsModule,
  RequestReportSlice,
  UsersModule,
  WatchesModule,
  ChangeWorkSlice,
  ListWorkSlice,
  WorkModule,
];
