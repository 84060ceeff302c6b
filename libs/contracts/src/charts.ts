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

/** What a metric's figures are shown by. */
const metricCharts = ['over-time', 'by-salaryGroup', 'by-addressState'] as const;

/** A chart of analytics: `countMembers-by-salaryGroup`. The metric is that of a measure, without its cube. */
export interface MetricChart {
  metric: string;
  shown: (typeof metricCharts)[number];
}

export const isFixedChart = (id: string): id is FixedChart => (fixedCharts as readonly string[]).includes(id);

/** Null for what is no slug of a metric's chart. Whether there is such a metric is for the query service to say. */
export function metricChartOf(id: string): MetricChart | null {
  if (isFixedChart(id)) return null;
  const shown = metricCharts.find((each) => id.endsWith(`-${each}`));
  return shown === undefined ? null : { metric: id.slice(0, -shown.length - 1), shown };
}
