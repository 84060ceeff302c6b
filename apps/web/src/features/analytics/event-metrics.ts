import type { EventMetricKey } from '@superscope/contracts/charts';
import { withinWords } from '@superscope/contracts/analytics/look-back';
import type { MetaAnswer } from '@superscope/contracts/analytics/meta';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { lookBackOfView, lookedBackOver, type View } from '../../portal/analytics/figures-view';
import { isNarrowed } from '../../portal/filters/filters';
import { date } from '../../ui/format';
import type { Dimension, Metric } from './catalogue';

/** The dimensions of a metric of events. Its cube has no columns of members. */
export interface EventCube {
  plan: DimensionName;
  time: NonNullable<AnalyticsQuery['timeDimensions']>[number]['dimension'];
  by: Dimension;
}

const contacts: EventCube = {
  plan: 'ContactRequested.planId',
  time: 'ContactRequested.at',
  by: {
    key: 'reason',
    name: 'ContactRequested.reason',
    title: 'Reason',
    use: 'event',
    labels: {
      nominatedBeneficiary: 'Nominated beneficiary',
      accountBalance: 'Account balance',
      investment: 'Investment',
      insurance: 'Insurance',
      retirementAdequacy: 'Retirement adequacy',
    },
  },
};
const campaigns: EventCube = {
  plan: 'Campaign.planId',
  time: 'Campaign.eventDate',
  by: { key: 'campaignType', name: 'Campaign.campaignType', title: 'Campaign type', use: 'event' },
};

/** Counts of runs add up over months and types, because each run has one of each. */
const offered: [MeasureName, EventMetricKey, string, EventCube, { stackable?: true }?][] = [
  ['ContactRequested.members', 'contactRequests', 'Members who asked to be contacted', contacts],
  ['Campaign.runs', 'campaignRuns', 'Campaigns run', campaigns, { stackable: true }],
  ['Campaign.recipients', 'campaignRecipients', 'Campaign recipients', campaigns],
  ['Campaign.opened', 'campaignsOpened', 'Campaigns opened', campaigns],
  ['Campaign.clicked', 'campaignsClicked', 'Campaigns clicked', campaigns],
  ['Campaign.openedPercent', 'campaignsOpenedPercent', 'Campaigns opened, share of recipients', campaigns],
  ['Campaign.clickedPercent', 'campaignsClickedPercent', 'Campaigns clicked, share of recipients', campaigns],
];

export const eventDimensions: Dimension[] = [contacts.by, campaigns.by];

/** Metrics of contact requests and campaigns that the query service offers. */
export const eventMetrics = ({ cubes }: MetaAnswer): Metric[] =>
  offered.flatMap(([name, key, title, event, more]) => {
    const measure = cubes.flatMap(({ measures }) => measures).find((each) => each.name === name);
    if (!measure) return [];
    return [{ ...measure.meta, format: measure.format ?? 'number', key, name, title, event, ...more }];
  });

/** Why events are not shown in a view; null where they are. */
export const eventRefusal = (view: View, { event }: Metric): string | null =>
  event && isNarrowed(view)
    ? 'Contact requests and campaigns are of the whole plan. Clear engaged and the filters to see them.'
    : null;

const asked = (view: View, { name, event }: Metric & { event: EventCube }, dimensions: readonly Dimension[]) => ({
  measures: [name],
  dimensions: dimensions.map((dimension) => dimension.name),
  filters: [{ member: event.plan, operator: 'equals' as const, values: [view.planId] }],
});

export const isEvent = (metric: Metric): metric is Metric & { event: EventCube } => metric.event !== undefined;

/** One row for each month of the view's period, and each value of a dimension in it. */
export const monthlyEvents = (
  view: View,
  metric: Metric & { event: EventCube },
  dimensions: readonly Dimension[],
): AnalyticsQuery => ({
  ...asked(view, metric, dimensions),
  timeDimensions: [{ dimension: metric.event.time, granularity: 'month', dateRange: view.dateRange }],
  order: [[metric.event.time, 'asc']],
});

/** Whether a metric counts members who asked to be contacted. */
export const isContacts = ({ event }: Pick<Metric, 'event'>): boolean => event === contacts;

/** Requests are counted over a look-back, campaigns over the period. */
const daysOf = (view: View, metric: Metric): [string, string] =>
  isContacts(metric) ? lookedBackOver(view) : view.counted;

/** What the figures of `eventsOfPeriod` are counted over, in words. */
export const countedOver = (view: View, metric: Metric): string => {
  const [first, last] = daysOf(view, metric);
  return isContacts(metric)
    ? `${withinWords(lookBackOfView(view))} to ${date(last)}`
    : `${date(first)} – ${date(last)}`;
};

/** One row for each value of a dimension, of the period as a whole. */
export const eventsOfPeriod = (
  view: View,
  metric: Metric & { event: EventCube },
  dimensions: readonly Dimension[],
): AnalyticsQuery => ({
  ...asked(view, metric, dimensions),
  timeDimensions: [{ dimension: metric.event.time, dateRange: daysOf(view, metric) }],
});
