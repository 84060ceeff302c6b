import { column, day, instant } from './dimensions.js';
import { counted, rowsWhere } from './measures.js';
import type { Dimension, Measure, Part } from './member.js';

const source = 'campaign' as const;

export const campaignDimensions: readonly Dimension[] = [
  column('Campaign.planId', { use: 'plan', sql: 'plan_id', source }),
  column('Campaign.campaignId', { use: 'filter', sql: 'campaign_id', source }),
  column('Campaign.name', { use: 'filter', sql: 'name', source }),
  column('Campaign.campaignType', { use: 'filter', sql: 'campaign_type', source }),
  // The steps of a funnel contain each other, so none is what is left of another.
  column('Campaign.step', { use: 'group', sql: 'step', source, partition: true }),
  day('Campaign.eventDate', 'run_date', source),
  instant('Campaign.time', 'at', source),
];

/** Members of these reads of the engagement: it has a row for each campaign, member and step. */
export const engagementMembers = new Set(['Campaign.step', 'Campaign.time']);

const opened = rowsWhere('opened', "step = 'Open Email'");
const clicked = rowsWhere('clicked', "step = 'Click Email'");

/** Who opened or clicked, once for each run. */
const converted: Part = {
  key: 'converted',
  additive: true,
  sql: () => "uniqExactIf((campaign_id, member_id), step IN ('Open Email', 'Click Email'))",
};

/** Recipients of the runs in a group, also where it holds only later steps. */
const reached: Part = {
  key: 'reached',
  additive: true,
  sql: () => 'arraySum(run -> run.2, groupUniqArray((campaign_id, run_recipients)))',
};

const rest = (of: number, part: number): number => Math.abs(of - part);

export const campaignMeasures: readonly Measure[] = [
  counted(
    'Campaign.total',
    source,
    'countDistinct',
    [{ key: 'campaigns', additive: false, sql: () => 'uniqExact((name, campaign_type))' }],
    null,
  ),
  counted(
    'Campaign.runs',
    source,
    'countDistinct',
    [{ key: 'runs', additive: false, sql: () => 'uniqExact(campaign_id)' }],
    null,
  ),
  counted('Campaign.recipients', source, 'sum', [reached], ([n = 0]) => [n]),
  counted('Campaign.opened', source, 'count', [opened, reached], ([n = 0, of = 0]) => [n, rest(of, n)]),
  counted('Campaign.clicked', source, 'count', [clicked, opened, reached], ([n = 0, open = 0, of = 0]) => [
    n,
    rest(open, n),
    rest(of, n),
  ]),
  counted('Campaign.conversions', source, 'countDistinct', [converted, reached], ([n = 0, of = 0]) => [n, rest(of, n)]),
  {
    ...counted(
      'Campaign.conversionsPercent',
      source,
      'number',
      [converted, reached],
      ([n = 0, of = 0]) => [n, rest(of, n)],
      'percent',
    ),
    value: ([n = 0, of = 0]) => (of === 0 ? null : Math.round((1_000_000 * n) / of) / 10_000),
  },
];

/** Measures that need the engagement, not only the campaign. */
export const engagementMeasures = new Set(
  campaignMeasures.filter((measure) => measure.people !== null).map((measure) => measure.name),
);
