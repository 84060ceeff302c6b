// Made from the folders by `npm run lists`. Do not edit.
import type { Type } from '@nestjs/common';
import { AccessFileSlice } from './activity/access-file.slice.js';
import { ActivityActionsSlice } from './activity/activity-actions.slice.js';
import { ActivityUsersSlice } from './activity/activity-users.slice.js';
import { ActivitySlice } from './activity/activity.slice.js';
import { MemberLooksSlice } from './activity/member-looks.slice.js';
import { AdviceModule } from './advice/advice.module.js';
import { InsuranceAdviceSlice } from './advice/insurance-advice.slice.js';
import { InvestmentAdviceSlice } from './advice/investment-advice.slice.js';
import { PrintAdviceSlice } from './advice/print-advice.slice.js';
import { AlertAddressesSlice } from './alerts/alert-addresses.slice.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { ChangeAlertsSlice } from './alerts/change-alerts.slice.js';
import { ListAlertsSlice } from './alerts/list-alerts.slice.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { CubejsSlice } from './analytics/cubejs.slice.js';
import { FiguresSlice } from './analytics/figures.slice.js';
import { AsfaFiguresSlice } from './asfa/asfa-figures.slice.js';
import { AsfaModule } from './asfa/asfa.module.js';
import { DerivationProgressSlice } from './asfa/derivation-progress.slice.js';
import { LoadOrSaveFiguresSlice } from './asfa/load-or-save-figures.slice.js';
import { ReadFileSlice } from './asfa/read-file.slice.js';
import { SaveEffectSlice } from './asfa/save-effect.slice.js';
import { SetHostsSlice } from './asfa/set-hosts.slice.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { ChangePasswordSlice } from './authentication/change-password.slice.js';
import { OwnPasskeysSlice } from './authentication/own-passkeys.slice.js';
import { OwnSecondFactorSlice } from './authentication/own-second-factor.slice.js';
import { PasskeySignInSlice } from './authentication/passkey-sign-in.slice.js';
import { ResetPasswordSlice } from './authentication/reset-password.slice.js';
import { SendActivationLinkSlice } from './authentication/send-activation-link.slice.js';
import { SignInSlice } from './authentication/sign-in.slice.js';
import { CampaignEffectSlice } from './campaigns/campaign-effect.slice.js';
import { CancelCampaignSlice } from './campaigns/cancel-campaign.slice.js';
import { ChangesModule } from './changes/changes.module.js';
import { ChangesSlice } from './changes/changes.slice.js';
import { DeactivateCompanySlice } from './companies/deactivate-company.slice.js';
import { FindCompaniesSlice } from './companies/find-companies.slice.js';
import { NewEmployeeFlyerSlice } from './companies/new-employee-flyer.slice.js';
import { SuperScoreChecklistSlice } from './companies/super-score-checklist.slice.js';
import { DraftConsultationSlice } from './consultations/draft-consultation.slice.js';
import { FileConsultationSlice } from './consultations/file-consultation.slice.js';
import { ListConsultationsSlice } from './consultations/list-consultations.slice.js';
import { PrintConsultationSlice } from './consultations/print-consultation.slice.js';
import { CheckFilesSlice } from './csv/check-files.slice.js';
import { CheckRepairSlice } from './csv/check-repair.slice.js';
import { CsvModule } from './csv/csv.module.js';
import { DiscardRefusedFileSlice } from './csv/discard-refused-file.slice.js';
import { DynamicFieldsSlice } from './csv/dynamic-fields.slice.js';
import { ExportTableSlice } from './csv/export-table.slice.js';
import { ImportFileSlice } from './csv/import-file.slice.js';
import { ImportHistorySlice } from './csv/import-history.slice.js';
import { ImportProgressSlice } from './csv/import-progress.slice.js';
import { ImportRepairedSlice } from './csv/import-repaired.slice.js';
import { KeepRefusedFileSlice } from './csv/keep-refused-file.slice.js';
import { ListRefusedFilesSlice } from './csv/list-refused-files.slice.js';
import { PlatformsSlice } from './csv/platforms.slice.js';
import { RefusedRowsSlice } from './csv/refused-rows.slice.js';
import { TablesSlice } from './csv/tables.slice.js';
import { WithdrawPlanMonthSlice } from './csv/withdraw-plan-month.slice.js';
import { DevOpsModule } from './dev-ops/dev-ops.module.js';
import { FollowTreesSlice } from './dev-ops/follow-trees.slice.js';
import { ReadTreesSlice } from './dev-ops/read-trees.slice.js';
import { ChartSlice } from './documents/chart.slice.js';
import { DocumentsModule } from './documents/documents.module.js';
import { PcmReportSlice } from './documents/pcm-report.slice.js';
import { CompareFeesSlice } from './fees/compare-fees.slice.js';
import { ExportComparisonsSlice } from './fees/export-comparisons.slice.js';
import { MemberBalancesSlice } from './fees/member-balances.slice.js';
import { NetBenefitSlice } from './fees/net-benefit.slice.js';
import { PastComparisonsSlice } from './fees/past-comparisons.slice.js';
import { PlatformAssetsSlice } from './fees/platform-assets.slice.js';
import { PrintComparisonSlice } from './fees/print-comparison.slice.js';
import { AsOfViewsSlice } from './history/as-of-views.slice.js';
import { DifferencesSlice } from './history/differences.slice.js';
import { EventDetailSlice } from './history/event-detail.slice.js';
import { EventFileSlice } from './history/event-file.slice.js';
import { EventsBesideSlice } from './history/events-beside.slice.js';
import { EventsSlice } from './history/events.slice.js';
import { EvidenceSlice } from './history/evidence.slice.js';
import { HistoryModule } from './history/history.module.js';
import { PlanMomentsSlice } from './history/plan-moments.slice.js';
import { ProofsSlice } from './history/proofs.slice.js';
import { RoleChangesSlice } from './history/role-changes.slice.js';
import { CoverNeedSlice } from './insurance/cover-need.slice.js';
import { ExportNeedsQuotesSlice } from './insurance/export-needs-quotes.slice.js';
import { ExportQuotationsSlice } from './insurance/export-quotations.slice.js';
import { InsuredMemberSlice } from './insurance/insured-member.slice.js';
import { PrintQuotationSlice } from './insurance/print-quotation.slice.js';
import { QuotationChoicesSlice } from './insurance/quotation-choices.slice.js';
import { QuoteInsuranceSlice } from './insurance/quote-insurance.slice.js';
import { CompareFileSlice } from './investment-options/compare-file.slice.js';
import { DataDatesSlice } from './investment-options/data-dates.slice.js';
import { ExportOptionsSlice } from './investment-options/export-options.slice.js';
import { InvestmentOptionsModule } from './investment-options/investment-options.module.js';
import { TakeFileSlice } from './investment-options/take-file.slice.js';
import { ConsultantsSlice } from './members/consultants.slice.js';
import { EraseMemberSlice } from './members/erase-member.slice.js';
import { ExportMemberEventsSlice } from './members/export-events.slice.js';
import { ExportToolUseSlice } from './members/export-tool-use.slice.js';
import { FindMembersSlice } from './members/find-members.slice.js';
import { MemberEventsSlice } from './members/member-events.slice.js';
import { MemberOverviewSlice } from './members/member-overview.slice.js';
import { MoveMemberSlice } from './members/move-member.slice.js';
import { OneMemberSlice } from './members/one-member.slice.js';
import { ProcessMemberEventsSlice } from './members/process-events.slice.js';
import { RecordMemberEventsSlice } from './members/record-events.slice.js';
import { RecordedTodaySlice } from './members/recorded-today.slice.js';
import { WithdrawMemberEventSlice } from './members/withdraw-event.slice.js';
import { ChangeMappingsSlice } from './microsites/change-mappings.slice.js';
import { ClearCacheSlice } from './microsites/clear-cache.slice.js';
import { LibrarySlice } from './microsites/library.slice.js';
import { MappingsSlice } from './microsites/mappings.slice.js';
import { PublicMicrositeSlice } from './microsites/public-microsite.slice.js';
import { ReceiveDocumentsSlice } from './microsites/receive-documents.slice.js';
import { SaveDocumentSlice } from './microsites/save-document.slice.js';
import { SeenSlice } from './microsites/seen.slice.js';
import { SyncDocumentsSlice } from './microsites/sync-documents.slice.js';
import { NewsSlice } from './news/news.slice.js';
import { ChangeImportSlice } from './onecentral-imports/change-import.slice.js';
import { DownloadImportSlice } from './onecentral-imports/download-import.slice.js';
import { ExpectTableSlice } from './onecentral-imports/expect-table.slice.js';
import { ExportExceptionsSlice } from './onecentral-imports/export-exceptions.slice.js';
import { InboxLedgerSlice } from './onecentral-imports/inbox-ledger.slice.js';
import { ListImportsSlice } from './onecentral-imports/list-imports.slice.js';
import { OnecentralImportsModule } from './onecentral-imports/onecentral-imports.module.js';
import { RepairImportSlice } from './onecentral-imports/repair-import.slice.js';
import { BuildInfoSlice } from './operations/build-info.slice.js';
import { DeadLettersSlice } from './operations/dead-letters.slice.js';
import { DoctorSlice } from './operations/doctor.slice.js';
import { EmailDeliverySlice } from './operations/email-delivery.slice.js';
import { HealthSlice } from './operations/health.slice.js';
import { MaintenanceSlice } from './operations/maintenance.slice.js';
import { OperationsModule } from './operations/operations.module.js';
import { OutboxSlice } from './operations/outbox.slice.js';
import { SystemHealthSlice } from './operations/system-health.slice.js';
import { AnalyticsSummarySlice } from './plans/analytics-summary.slice.js';
import { AsfaTargetsSlice } from './plans/asfa-targets.slice.js';
import { CalculationVariablesSlice } from './plans/calculation-variables.slice.js';
import { ClosePlanSlice } from './plans/close-plan.slice.js';
import { FlyersSlice } from './plans/flyers.slice.js';
import { PlanActionsSlice } from './plans/plan-actions.slice.js';
import { PlanCorrectionsSlice } from './plans/plan-corrections.slice.js';
import { PlanGroupsSlice } from './plans/plan-groups.slice.js';
import { PlanMembersSlice } from './plans/plan-members.slice.js';
import { PlanPeersSlice } from './plans/plan-peers.slice.js';
import { PlanRankingSlice } from './plans/plan-ranking.slice.js';
import { PlanReportSlice } from './plans/plan-report.slice.js';
import { PlanSuperScoreSlice } from './plans/plan-super-score.slice.js';
import { PlanSlice } from './plans/plan.slice.js';
import { PlansCompletenessSlice } from './plans/plans-completeness.slice.js';
import { PlansOverviewSlice } from './plans/plans-overview.slice.js';
import { PlansModule } from './plans/plans.module.js';
import { PublishPlanSlice } from './plans/publish-plan.slice.js';
import { ReopenPlanSlice } from './plans/reopen-plan.slice.js';
import { ReportPartiesSlice } from './plans/report-parties.slice.js';
import { ReportTemplateSlice } from './plans/report-template.slice.js';
import { SayPayrollSlice } from './plans/say-payroll.slice.js';
import { SuperScoreDetailsSlice } from './plans/super-score-details.slice.js';
import { OpenApiSlice } from './platform/endpoint/open-api.slice.js';
import { FindProvidersSlice } from './providers/find-providers.slice.js';
import { ProviderCompaniesSlice } from './providers/provider-companies.slice.js';
import { ProviderLogosSlice } from './providers/provider-logos.slice.js';
import { ProvidersModule } from './providers/providers.module.js';
import { DeleteFromTemplateSlice } from './report-templates/delete-from-template.slice.js';
import { PdfResourcesSlice } from './report-templates/pdf-resources.slice.js';
import { ReportTemplatesModule } from './report-templates/report-templates.module.js';
import { SaveTemplateSlice } from './report-templates/save-template.slice.js';
import { TemplateChangesSlice } from './report-templates/template-changes.slice.js';
import { TemplatePrecedenceSlice } from './report-templates/template-precedence.slice.js';
import { TemplatesSlice } from './report-templates/templates.slice.js';
import { CheckFiguresSlice } from './reports/check-figures.slice.js';
import { CheckReportSlice } from './reports/check-report.slice.js';
import { KeepReportSlice } from './reports/keep-report.slice.js';
import { PolicyCommitteeReportSlice } from './reports/policy-committee-report.slice.js';
import { PublicReportCheckSlice } from './reports/public-report-check.slice.js';
import { ReportFileSlice } from './reports/report-file.slice.js';
import { ReportsModule } from './reports/reports.module.js';
import { RequestReportSlice } from './reports/request-report.slice.js';
import { ExportFilesSlice } from './salesforce/export-files.slice.js';
import { ExportScheduleSlice } from './salesforce/export-schedule.slice.js';
import { ListBatchesSlice } from './salesforce/list-batches.slice.js';
import { ReceiptsSlice } from './salesforce/receipts.slice.js';
import { ReconcileSalesforceSlice } from './salesforce/reconcile-salesforce.slice.js';
import { RetryExportSlice } from './salesforce/retry-export.slice.js';
import { SalesforceModule } from './salesforce/salesforce.module.js';
import { StartExportSlice } from './salesforce/start-export.slice.js';
import { StopOrRemoveExportsSlice } from './salesforce/stop-or-remove-exports.slice.js';
import { ReadSpeedSlice } from './speed/read-speed.slice.js';
import { SpeedModule } from './speed/speed.module.js';
import { TellScreensSlice } from './speed/tell-screens.slice.js';
import { StaffSignOnSlice } from './staff-sign-on/staff-sign-on.slice.js';
import { KeepStoredPdfSlice } from './stored-pdfs/keep-stored-pdf.slice.js';
import { ListStoredPdfsSlice } from './stored-pdfs/list-stored-pdfs.slice.js';
import { RefusedOriginalSlice } from './stored-pdfs/refused-original.slice.js';
import { StoredPdfsModule } from './stored-pdfs/stored-pdfs.module.js';
import { AccessOnSlice } from './users/access-on.slice.js';
import { ActivationSlice } from './users/activation.slice.js';
import { ApplicationsSlice } from './users/applications.slice.js';
import { ContextsSlice } from './users/contexts.slice.js';
import { FailedSignInsSlice } from './users/failed-sign-ins.slice.js';
import { FirstAccountsSlice } from './users/first-accounts.slice.js';
import { InviteUserSlice } from './users/invite-user.slice.js';
import { IssueTokenSlice } from './users/issue-token.slice.js';
import { RegisterUserSlice } from './users/register-user.slice.js';
import { ReviseUserSlice } from './users/revise-user.slice.js';
import { RevokeTokenSlice } from './users/revoke-token.slice.js';
import { SecondFactorRuleSlice } from './users/second-factor-rule.slice.js';
import { SlowdownsSlice } from './users/slowdowns.slice.js';
import { UsersModule } from './users/users.module.js';
import { UsersSlice } from './users/users.slice.js';
import { RemoveWatchSlice } from './watches/remove-watch.slice.js';
import { SetWatchSlice } from './watches/set-watch.slice.js';
import { WatchesModule } from './watches/watches.module.js';
import { WatchesSlice } from './watches/watches.slice.js';
import { AcknowledgeWorkSlice } from './work/acknowledge-work.slice.js';
import { ChangeWorkSlice } from './work/change-work.slice.js';
import { ListClocksSlice } from './work/list-clocks.slice.js';
import { ListWorkSlice } from './work/list-work.slice.js';
import { WorkModule } from './work/work.module.js';

/** Every area of the api, and every slice that is a module by itself. */
export const areas: readonly Type[] = [
  AccessFileSlice,
  ActivityActionsSlice,
  ActivityUsersSlice,
  ActivitySlice,
  MemberLooksSlice,
  AdviceModule,
  InsuranceAdviceSlice,
  InvestmentAdviceSlice,
  PrintAdviceSlice,
  AlertAddressesSlice,
  AlertsModule,
  ChangeAlertsSlice,
  ListAlertsSlice,
  AnalyticsModule,
  CubejsSlice,
  FiguresSlice,
  AsfaFiguresSlice,
  AsfaModule,
  DerivationProgressSlice,
  LoadOrSaveFiguresSlice,
  ReadFileSlice,
  SaveEffectSlice,
  SetHostsSlice,
  AuthenticationModule,
  ChangePasswordSlice,
  OwnPasskeysSlice,
  OwnSecondFactorSlice,
  PasskeySignInSlice,
  ResetPasswordSlice,
  SendActivationLinkSlice,
  SignInSlice,
  CampaignEffectSlice,
  CancelCampaignSlice,
  ChangesModule,
  ChangesSlice,
  DeactivateCompanySlice,
  FindCompaniesSlice,
  NewEmployeeFlyerSlice,
  SuperScoreChecklistSlice,
  DraftConsultationSlice,
  FileConsultationSlice,
  ListConsultationsSlice,
  PrintConsultationSlice,
  CheckFilesSlice,
  CheckRepairSlice,
  CsvModule,
  DiscardRefusedFileSlice,
  DynamicFieldsSlice,
  ExportTableSlice,
  ImportFileSlice,
  ImportHistorySlice,
  ImportProgressSlice,
  ImportRepairedSlice,
  KeepRefusedFileSlice,
  ListRefusedFilesSlice,
  PlatformsSlice,
  RefusedRowsSlice,
  TablesSlice,
  WithdrawPlanMonthSlice,
  DevOpsModule,
  FollowTreesSlice,
  ReadTreesSlice,
  ChartSlice,
  DocumentsModule,
  PcmReportSlice,
  CompareFeesSlice,
  ExportComparisonsSlice,
  MemberBalancesSlice,
  NetBenefitSlice,
  PastComparisonsSlice,
  PlatformAssetsSlice,
  PrintComparisonSlice,
  AsOfViewsSlice,
  DifferencesSlice,
  EventDetailSlice,
  EventFileSlice,
  EventsBesideSlice,
  EventsSlice,
  EvidenceSlice,
  HistoryModule,
  PlanMomentsSlice,
  ProofsSlice,
  RoleChangesSlice,
  CoverNeedSlice,
  ExportNeedsQuotesSlice,
  ExportQuotationsSlice,
  InsuredMemberSlice,
  PrintQuotationSlice,
  QuotationChoicesSlice,
  QuoteInsuranceSlice,
  CompareFileSlice,
  DataDatesSlice,
  ExportOptionsSlice,
  InvestmentOptionsModule,
  TakeFileSlice,
  ConsultantsSlice,
  EraseMemberSlice,
  ExportMemberEventsSlice,
  ExportToolUseSlice,
  FindMembersSlice,
  MemberEventsSlice,
  MemberOverviewSlice,
  MoveMemberSlice,
  OneMemberSlice,
  ProcessMemberEventsSlice,
  RecordMemberEventsSlice,
  RecordedTodaySlice,
  WithdrawMemberEventSlice,
  ChangeMappingsSlice,
  ClearCacheSlice,
  LibrarySlice,
  MappingsSlice,
  PublicMicrositeSlice,
  ReceiveDocumentsSlice,
  SaveDocumentSlice,
  SeenSlice,
  SyncDocumentsSlice,
  NewsSlice,
  ChangeImportSlice,
  DownloadImportSlice,
  ExpectTableSlice,
  ExportExceptionsSlice,
  InboxLedgerSlice,
  ListImportsSlice,
  OnecentralImportsModule,
  RepairImportSlice,
  BuildInfoSlice,
  DeadLettersSlice,
  DoctorSlice,
  EmailDeliverySlice,
  HealthSlice,
  MaintenanceSlice,
  OperationsModule,
  OutboxSlice,
  SystemHealthSlice,
  AnalyticsSummarySlice,
  AsfaTargetsSlice,
  CalculationVariablesSlice,
  ClosePlanSlice,
  FlyersSlice,
  PlanActionsSlice,
  PlanCorrectionsSlice,
  PlanGroupsSlice,
  PlanMembersSlice,
  PlanPeersSlice,
  PlanRankingSlice,
  PlanReportSlice,
  PlanSuperScoreSlice,
  PlanSlice,
  PlansCompletenessSlice,
  PlansOverviewSlice,
  PlansModule,
  PublishPlanSlice,
  ReopenPlanSlice,
  ReportPartiesSlice,
  ReportTemplateSlice,
  SayPayrollSlice,
  SuperScoreDetailsSlice,
  OpenApiSlice,
  FindProvidersSlice,
  ProviderCompaniesSlice,
  ProviderLogosSlice,
  ProvidersModule,
  DeleteFromTemplateSlice,
  PdfResourcesSlice,
  ReportTemplatesModule,
  SaveTemplateSlice,
  TemplateChangesSlice,
  TemplatePrecedenceSlice,
  TemplatesSlice,
  CheckFiguresSlice,
  CheckReportSlice,
  KeepReportSlice,
  PolicyCommitteeReportSlice,
  PublicReportCheckSlice,
  ReportFileSlice,
  ReportsModule,
  RequestReportSlice,
  ExportFilesSlice,
  ExportScheduleSlice,
  ListBatchesSlice,
  ReceiptsSlice,
  ReconcileSalesforceSlice,
  RetryExportSlice,
  SalesforceModule,
  StartExportSlice,
  StopOrRemoveExportsSlice,
  ReadSpeedSlice,
  SpeedModule,
  TellScreensSlice,
  StaffSignOnSlice,
  KeepStoredPdfSlice,
  ListStoredPdfsSlice,
  RefusedOriginalSlice,
  StoredPdfsModule,
  AccessOnSlice,
  ActivationSlice,
  ApplicationsSlice,
  ContextsSlice,
  FailedSignInsSlice,
  FirstAccountsSlice,
  InviteUserSlice,
  IssueTokenSlice,
  RegisterUserSlice,
  ReviseUserSlice,
  RevokeTokenSlice,
  SecondFactorRuleSlice,
  SlowdownsSlice,
  UsersModule,
  UsersSlice,
  RemoveWatchSlice,
  SetWatchSlice,
  WatchesModule,
  WatchesSlice,
  AcknowledgeWorkSlice,
  ChangeWorkSlice,
  ListClocksSlice,
  ListWorkSlice,
  WorkModule,
];
