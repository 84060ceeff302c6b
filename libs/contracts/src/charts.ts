/** Slugs of charts without a metric, as saved files have them. */
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

/** Metrics of contact requests and campaigns by slug, and how each is grouped. Their cubes have no member dimensions. */
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

/** How a metric's figures are grouped. */
const metricCharts = ['over-time', 'by-salaryGroup', 'by-addressState', 'by-reason', 'by-campaignType'] as const;
const ofMembers: readonly string[] = ['over-time', 'by-salaryGroup', 'by-addressState'];

/** An analytics chart, such as `countMembers-by-salaryGroup`. The metric is a measure's name without its cube. */
export interface MetricChart {
  metric: string;
  shown: (typeof metricCharts)[number];
}

export const isEventMetric = (metric: string): metric is EventMetricKey => Object.hasOwn(eventMetricCharts, metric);

export const isFixedChart = (id: string): id is FixedChart => (fixedCharts as readonly string[]).includes(id);

/** The chart that a slug names; null if it is not the slug of a metric's chart. The query service checks whether the metric exists. */
export function metricChartOf(id: string): MetricChart | null {
  if (isFixedChart(id)) return null;
  const shown = metricCharts.find((each) => id.endsWith(`-${each}`));
  if (shown === undefined) return null;
  const metric = id.slice(0, -shown.length - 1);
  const allowed = isEventMetric(metric) ? ['over-time', eventMetricCharts[metric]] : ofMembers;
  return allowed.includes(shown) ? { metric, shown } : null;
}
