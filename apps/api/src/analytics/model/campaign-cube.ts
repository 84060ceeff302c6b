import { column, day, instant } from './dimensions.js';
import { ratio } from './formula.js';
import { counted, rowsWhere } from './measures.js';
import type { Dimension, Measure, Part } from './cube-member.js';

const source = 'campaign' as const;

export const campaignDimensions: readonly Dimension[] = [
  column('Campaign.planId', { use: 'plan', sql: 'plan_id', source }),
  column('Campaign.campaignId', { use: 'event', sql: 'campaign_id', source }),
  column('Campaign.name', { use: 'event', sql: 'name', source }),
  column('Campaign.campaignType', { use: 'event', sql: 'campaign_type', source }),
  column('Campaign.step', { use: 'event', sql: 'step', source }),
  day('Campaign.eventDate', 'run_date', source),
  instant('Campaign.time', 'at', source),
];

/** Members with which a query reads the engagement row by row: one row for each campaign, member and step. */
export const engagementMembers = new Set(['Campaign.step', 'Campaign.time']);

const opened = rowsWhere('opened', "step = 'Open Email'");
const clicked = rowsWhere('clicked', "step = 'Click Email'");

/** Members who opened or clicked, each once for each run. */
const converted: Part = {
  key: 'converted',
  sql: () => "uniqExactIf((campaign_id, member_id), step IN ('Open Email', 'Click Email'))",
};

/** Recipients of the runs in a group, even if the group has only later steps. */
const reached: Part = {
  key: 'reached',
  sql: () => 'arraySum(run -> run.2, groupUniqArray((campaign_id, run_recipients)))',
};

const published = { as: 'headcount' } as const;

const ofRecipients = (name: string, part: Part): Measure => ({
  ...counted(name, source, 'number', [part, reached], published, 'percent'),
  ...ratio({ times: 1_000_000, over: 10_000 }),
});

export const campaignMeasures: readonly Measure[] = [
  counted(
    'Campaign.total',
    source,
    'countDistinct',
    [{ key: 'campaigns', sql: () => 'uniqExact((name, campaign_type))' }],
    published,
  ),
  counted('Campaign.runs', source, 'countDistinct', [{ key: 'runs', sql: () => 'uniqExact(campaign_id)' }], published),
  counted('Campaign.recipients', source, 'sum', [reached], published),
  counted('Campaign.opened', source, 'count', [opened], published),
  counted('Campaign.clicked', source, 'count', [clicked], published),
  counted('Campaign.conversions', source, 'countDistinct', [converted], published),
  ofRecipients('Campaign.openedPercent', opened),
  ofRecipients('Campaign.clickedPercent', clicked),
  ofRecipients('Campaign.conversionsPercent', converted),
];

/** Measures that need the engagement, not only the campaign. */
export const engagementMeasures = new Set(
  ['recipients', 'opened', 'clicked', 'openedPercent', 'clickedPercent', 'conversions', 'conversionsPercent'].map(
    (name) => `Campaign.${name}`,
  ),
);
