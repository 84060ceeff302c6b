import { about } from '../features/about/about.feature';
import { accessTokens } from '../features/access-tokens/access-tokens.feature';
import { alerts } from '../features/alerts/alerts.feature';
import { analytics } from '../features/analytics/analytics.feature';
import { asfaFigures } from '../features/asfa-figures/asfa-figures.feature';
import { backgroundWork } from '../features/background-work/background-work.feature';
import { checkReport } from '../features/check-report/check-report.feature';
import { corrections } from '../features/corrections/corrections.feature';
import { consultation } from '../features/consultation/consultation.feature';
import { consultationDocument } from '../features/consultation/consultation-document.feature';
import { dashboard } from '../features/dashboard/dashboard.feature';
import { deadLetters } from '../features/dead-letters/dead-letters.feature';
import { devOps } from '../features/dev-ops/dev-ops.feature';
import { evidence } from '../features/evidence/evidence.feature';
import { eventHistory } from '../features/event-history/event-history.feature';
import { comparisonDocument } from '../features/fee-comparison/comparison-document.feature';
import { feeComparison } from '../features/fee-comparison/fee-comparison.feature';
import { history } from '../features/history/history.feature';
import { importExport } from '../features/import-export/import-export.feature';
import { insuranceCalculation } from '../features/insurance-calculation/insurance-calculation.feature';
import { quotationDocument } from '../features/insurance-calculation/quotation-document.feature';
import { investmentOptions } from '../features/investment-options/investment-options.feature';
import { maintenance } from '../features/maintenance/maintenance.feature';
import { member } from '../features/member/member.feature';
import { memberEvents } from '../features/member-events/member-events.feature';
import { newEmployeeFlyer } from '../features/new-employee-flyer/new-employee-flyer.feature';
import { micrositeDocuments } from '../features/microsite-documents/microsite-documents.feature';
import { onecentralActivity } from '../features/onecentral-activity/onecentral-activity.feature';
import { onecentralImports } from '../features/onecentral-imports/onecentral-imports.feature';
import { outbox } from '../features/outbox/outbox.feature';
import { plans } from '../features/plans/plans.feature';
import { policyCommitteeReport } from '../features/policy-committee-report/policy-committee-report.feature';
import { publicCheck } from '../features/public-check/public-check.feature';
import { providers } from '../features/providers/providers.feature';
import { report } from '../features/report/report.feature';
import { reporting } from '../features/reporting/reporting.feature';
import { reportTemplates } from '../features/report-templates/report-templates.feature';
import { resetPassword } from '../features/reset-password/reset-password.feature';
import { superSections } from '../features/super/super.feature';
import { salesforceExports } from '../features/salesforce-exports/salesforce-exports.feature';
import { security } from '../features/security/security.feature';
import { signIn } from '../features/sign-in/sign-in.feature';
import { superScore } from '../features/super-score/super-score.feature';
import { adviceDocuments } from '../features/single-topic-advice/advice-documents.feature';
import { singleTopicAdvice } from '../features/single-topic-advice/single-topic-advice.feature';
import { speed } from '../features/speed/speed.feature';
import { systemHealth } from '../features/system-health/system-health.feature';
import { storedPdfs } from '../features/stored-pdfs/stored-pdfs.feature';
import { ownWatches } from '../features/watches/watches.feature';
import { twoStep } from '../features/two-step/two-step.feature';
import { whoMaySee } from '../features/who-may-see/who-may-see.feature';
import { portalTags } from '../portal/changes/stale-after';
import type { Feature } from '../portal/feature';
import { may, type User } from '../portal/user/user';

/** All features, in the order of their menu entries. After sign-in, users start at the first page that they may see. */
export const features: readonly Feature[] = [
  signIn,
  resetPassword,
  about,
  publicCheck,
  dashboard,
  plans,
  member,
  reporting,
  feeComparison,
  insuranceCalculation,
  consultation,
  memberEvents,
  micrositeDocuments,
  reportTemplates,
  investmentOptions,
  importExport,
  asfaFigures,
  corrections,
  providers,
  salesforceExports,
  onecentralImports,
  onecentralActivity,
  superScore,
  superSections,
  analytics,
  report,
  policyCommitteeReport,
  singleTopicAdvice,
  ownWatches,
  security,
  accessTokens,
  history,
  evidence,
  comparisonDocument,
  quotationDocument,
  consultationDocument,
  adviceDocuments,
  newEmployeeFlyer,
  eventHistory,
  checkReport,
  whoMaySee,
  systemHealth,
  speed,
  alerts,
  backgroundWork,
  devOps,
  deadLetters,
  outbox,
  storedPdfs,
  maintenance,
  twoStep,
];

export const staleTags = [...portalTags, ...features.flatMap((feature) => feature.staleTags ?? [])];

export const seenBy = (user: User | null) =>
  features.filter(({ right }) => right !== 'public' && (user === null || may(user, right)));

/** A feature's description of the chart with this slug. */
export const chartOf = (id: string) => features.flatMap(({ charts = [] }) => charts).find(({ holds }) => holds(id));

export const [templatedPage] = features.flatMap((feature) => feature.templatedPage ?? []);

/**
 * The page that a person starts at; a role may have none. Before sign-in the role is not known, and most people start at the first page.
 */
export const homeOf = (user: User | null) => seenBy(user)[0]?.pages[0];
