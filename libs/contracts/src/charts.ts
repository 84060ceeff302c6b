/** Charts that there is one of, by the slug that their saved files have. */
export const fixedCharts = [
  'beneficiary-nomination',
  'nominatedBeneficiary-over-time',
  'accountBalance-over-time',
  'lifeInsurance-over-time',
  'investmentApproach-over-time',
  'retirementAdequacy-over-time',
  'benchmark-index',
  'life-insurance-indicator',
  'risk-profiles',
  'retirement-standard',
  'retirement-standard-super-alone',
  'superscore',
  'superscore-movement',
] as const;
export type FixedChart = (typeof fixedCharts)[number];

/** Metrics of contact requests and campaigns by their slug, and what they are shown by: their cubes know no columns of members. */
export const eventMetricCharts = {
  contactRequests: 'by-reason',
  campaignRuns: 'by-campaignType',
  campaignRecipients: 'by-campaignType',
  campaignsOpened: 'by-campaignType',
  campaignsClicked: 'by-campaignType',
  campaignsOpenedPercent: 'by-campaignType',
  campaignsClickedPercent: 'by-campaignType',
} as const;
export type EventMetricKey = keyof typeof eventMetricCharts;

/** What a metric's figures are shown by. */
const metricCharts = ['over-time', 'by-salaryGroup', 'by-addressState', 'by-reason', 'by-campaignType'] as const;
const ofMembers: readonly string[] = ['over-time', 'by-salaryGroup', 'by-addressState'];

/** A chart of analytics: `countMembers-by-salaryGroup`. The metric is that of a measure, without its cube. */
export interface MetricChart {
  metric: string;
  shown: (typeof metricCharts)[number];
}

export const isEventMetric = (metric: string): metric is EventMetricKey => Object.hasOwn(eventMetricCharts, metric);

export const isFixedChart = (id: string): id is FixedChart => (fixedCharts as readonly string[]).includes(id);

/** Null for what is no slug of a metric's chart. Whether there is such a metric is for the query service to say. */
export function metricChartOf(id: string): MetricChart | null {
  if (isFixedChart(id)) return null;
  const shown = metricCharts.find((each) => id.endsWith(`-${each}`));
  if (shown === undefined) return null;
  const metric = id.slice(0, -shown.length - 1);
  const allowed = isEventMetric(metric) ? ['over-time', eventMetricCharts[metric]] : ofMembers;
  return allowed.includes(shown) ? { metric, shown } : null;
}
