import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { percent, ratio, sumOf, type Part } from '@superscope/domain/publishing/combine';
import { flag, headcount, notAboutMembers, type PublishedCount } from '@superscope/domain/publishing/publish';
import { isFigure, withheld, type Published } from '@superscope/domain/publishing/published';
import { keyValues } from '../../answer/shape-answer.js';
import { bucketOf } from '../../compile/bucket.js';
import { conditionSql, rangeSql, type ConditionContext } from '../../compile/condition-sql.js';
import { Params } from '../../../platform/clickhouse/params.js';
import { dimensionOf } from '../../model/catalogue.js';
import { refused } from '../../query/bad-query.js';
import { membersOf, splitFilters } from '../../query/normalize-filters.js';
import type { Statement } from '../../../platform/clickhouse/statement.js';
import { pay } from '../budget.js';
import { wholePlan } from '../cells.js';
import type { Edition } from '../editions.js';
import type { EmployerSource, PublishingContext } from '../employer-source.js';
import { measuresIn, publishedAnswer, type PublishedRow, type RowFigure } from '../published-answer.js';

/** A question about campaigns that an employer may ask. */
interface CampaignQuestion {
  query: NormalizedQuery;
  /** Conditions on runs. Campaigns are the fund's own acts, so every such condition is allowed. */
  filters: readonly NormalizedFilterNode[];
  stepFilters: readonly NormalizedFilterNode[];
  having: readonly NormalizedFilterNode[];
}

/** Campaigns, and the members whom they reached. */
export const campaign: EmployerSource<CampaignQuestion> = {
  accepts: campaignQuestion,
  // Members' steps count as recorded by the newest edition, so later ones change nothing.
  readModels: () => ['campaigns', 'editions'],
  statements: () => [],
  async answer(question, context) {
    const { stepFilters } = question;
    if (stepFilters.some((filter) => !('member' in filter) || !filter.values))
      throw refused("Filters on 'Campaign.step' may only name steps, by 'equals' or 'in'");
    const { planIds, calendar, read } = context;
    const plans = planIds ?? (await read(campaignPlans)).map(([planId]) => String(planId));
    const runs = await Promise.all(
      plans.map((planId) => read(campaignStatement(question, planId, calendar.newestOf(planId)))),
    );
    const rows = campaignRows(question, runs.flat().map(campaignRun), context);
    await pay(context);
    return publishedAnswer(rows, question);
  },
};

const stepName = 'Campaign.step';
const steps = ['Open Email', 'Click Email'] as const;

function campaignQuestion(query: NormalizedQuery): CampaignQuestion {
  const names = [
    ...query.dimensions,
    ...query.timeDimensions.map((time) => time.dimension),
    ...query.filters.flatMap(membersOf),
  ];
  if (query.ungrouped || names.includes('Campaign.time'))
    throw refused("When members took a step is not published; ask by 'Campaign.eventDate', the day the campaign ran");
  const { where, having } = splitFilters(query.filters);
  const isStep = (filter: NormalizedFilterNode) => membersOf(filter).includes(stepName);
  return {
    query,
    filters: where.filter((filter) => !isStep(filter)),
    stepFilters: where.filter(isStep),
    having,
  };
}

/** A run of a campaign, and how many members of its month's edition it reached. */
interface CampaignRun {
  campaignId: string;
  planId: string;
  name: string;
  campaignType: string;
  /** yyyy-MM-dd */
  runDate: string;
  recipients: number;
  /** Clicking included. */
  opened: number;
  clicked: number;
}

/**
 * One plan's runs, and the members who took each step as recorded by the plan's newest edition. Without an edition (null) nobody is
 * counted.
 */
export function campaignStatement(
  { query, filters }: Pick<CampaignQuestion, 'query' | 'filters'>,
  planId: string,
  newest: Edition | null,
): Statement {
  const params = new Params();
  const plan = `plan_id = ${params.add(planId, 'String', 'plan')}`;
  const context: ConditionContext = { params, zone: query.timezone, timezone: '', periodFrom: '' };
  const typed = filters.flatMap(membersOf).includes('Campaign.campaignType');
  const conditions = [
    plan,
    // Consultations are campaigns in the fund's books only. They are listed only if a query filters by campaign type.
    ...(typed ? [] : ["campaign_type != 'Consult'"]),
    ...query.timeDimensions.flatMap(({ dimension, dateRange }) =>
      dateRange ? [rangeSql(dimensionOf(dimension), dateRange, context)] : [],
    ),
    ...filters.map((filter) => conditionSql(filter, context)),
  ];
  const runs = `SELECT campaign_id, plan_id, name, campaign_type, run_date
  FROM campaign FINAL
  WHERE ${conditions.join('\n    AND ')}`;
  const columns = ['campaign_id', 'plan_id', 'name', 'campaign_type', 'run_date'];
  if (newest === null) return { sql: `SELECT ${columns.join(', ')}, 0, 0, 0 FROM (${runs})`, params: params.values };
  const recordedBy = params.add(newest.recordedBy, "DateTime64(3, 'UTC')", 'recorded');
  const sql = `WITH runs AS (${runs}),
taken AS (
  SELECT campaign_id, toStartOfMonth(any(run_date)) AS month, member_id,
    max(step IN ('Open Email', 'Click Email')) AS opened, max(step = 'Click Email') AS clicked
  FROM campaign_engagement FINAL INNER JOIN runs USING (campaign_id)
  WHERE recorded_at <= ${recordedBy}
  GROUP BY campaign_id, member_id
),
counted AS (
  SELECT campaign_id, count() AS recipients, countIf(opened) AS opened, countIf(clicked) AS clicked
  FROM taken
  WHERE (month, member_id) IN (
    SELECT month, member_id FROM member_edition
    WHERE ${plan} AND (month, version) IN (SELECT month, version FROM plan_month FINAL WHERE ${plan})
  )
  GROUP BY campaign_id
)
SELECT ${columns.map((column) => `runs.${column}`).join(', ')}, recipients, opened, clicked
FROM runs LEFT JOIN counted USING (campaign_id)`;
  return { sql, params: params.values };
}

/** Plans that have campaigns, including plans without a closed month. */
const campaignPlans: Statement = { sql: 'SELECT DISTINCT plan_id FROM campaign FINAL ORDER BY plan_id', params: {} };

const campaignRun = (row: readonly unknown[]): CampaignRun => ({
  campaignId: String(row[0]),
  planId: String(row[1]),
  name: String(row[2]),
  campaignType: String(row[3]),
  runDate: String(row[4]).slice(0, 10),
  recipients: Number(row[5]),
  opened: Number(row[6]),
  clicked: Number(row[7]),
});

/** A run with its published figures. */
interface PublishedRun {
  run: CampaignRun;
  members: Published;
  recipients: PublishedCount;
  opened: PublishedCount;
  clicked: PublishedCount;
}

const unpublished: PublishedCount = { count: withheld('np'), share: withheld('np') };

/**
 * Publishes how many members of the run's month received the message, opened it (clicking included) and clicked, as recorded by the plan's
 * newest edition. The three sets contain each other, so their noise labels belong to one series. Nothing is published for a month that is
 * not closed.
 */
function published(run: CampaignRun, context: PublishingContext): PublishedRun {
  const { calendar } = context;
  const of = calendar.of(run.planId, run.runDate.slice(0, 7));
  const newest = calendar.newestOf(run.planId);
  if (!of || !newest)
    return { run, members: withheld('np'), recipients: unpublished, opened: unpublished, clicked: unpublished };
  const { month, edition } = newest;
  const cell = wholePlan({ ...of, month, edition }, context);
  const members = headcount(cell);
  const reached = (step: number, k: number) => flag(cell, members, `campaign:${run.campaignId}<=${step}`, k);
  return {
    run,
    members,
    clicked: reached(1, run.clicked),
    opened: reached(2, run.opened),
    recipients: reached(3, run.recipients),
  };
}

/** The steps that remain after the filters. */
function stepsAsked(filters: readonly NormalizedFilterNode[]): readonly (typeof steps)[number][] {
  return filters.reduce<readonly (typeof steps)[number][]>(
    (left, filter) =>
      'member' in filter && filter.member === stepName ? left.filter((step) => filter.values!.includes(step)) : left,
    steps,
  );
}

/** Groups runs by the query's dimensions, and adds up their published figures. */
function campaignRows(
  question: CampaignQuestion,
  runs: readonly CampaignRun[],
  context: PublishingContext,
): PublishedRow[] {
  const { query, stepFilters } = question;
  const groups = new Map<string, { keys: Record<string, AnalyticsValue>; runs: PublishedRun[]; step: string | null }>();
  const isByStep = query.dimensions.includes(stepName);
  const asked = stepsAsked(stepFilters);
  // If no step remains, no run is shown.
  const all = asked.length === 0 ? [] : runs.map((run) => published(run, context));
  for (const run of all)
    for (const step of isByStep ? asked : [null]) {
      const keys = keysOf(query, run.run, step);
      const id = JSON.stringify(keys);
      const group = groups.get(id) ?? { keys, runs: [], step: step ?? (asked.length === 1 ? asked[0]! : null) };
      groups.set(id, group);
      group.runs.push(run);
    }
  if (groups.size === 0 && query.dimensions.length === 0 && !query.timeDimensions.some((time) => time.granularity))
    groups.set('', { keys: {}, runs: [], step: null });
  return [...groups.values()].map(({ keys, runs: of, step }) => ({
    keys,
    figures: Object.fromEntries(measuresIn(question).map((name) => [name, figureOf(name, of, step)])),
  }));
}

function keysOf(query: NormalizedQuery, run: CampaignRun, step: string | null): Record<string, AnalyticsValue> {
  const row: Record<string, AnalyticsValue> = {};
  for (const { dimension: name, granularity } of query.timeDimensions)
    if (granularity) keyValues({ dimension: dimensionOf(name), granularity }, bucketOf(run.runDate, granularity), row);
  const values: Record<string, AnalyticsValue> = {
    'Campaign.campaignId': run.campaignId,
    'Campaign.name': run.name,
    'Campaign.campaignType': run.campaignType,
    [stepName]: step,
  };
  for (const dimension of query.dimensions.map(dimensionOf))
    if (dimension.use === 'plan') row[dimension.name] = run.planId;
    else if (dimension.use === 'time') keyValues({ dimension }, run.runDate, row);
    else row[dimension.name] = values[dimension.name] ?? null;
  return row;
}

const takenIn = ({ opened, clicked }: PublishedRun, step: string | null): PublishedCount =>
  step === 'Click Email' ? clicked : opened;

/** The percentage of recipients, or of all members if the number of recipients is not published. */
const conversion = (run: PublishedRun, step: string | null): Published => {
  const taken = takenIn(run, step);
  return isFigure(run.recipients.count) ? ratio(taken.count, run.recipients.count, percent) : taken.share;
};

function figureOf(measure: string, runs: readonly PublishedRun[], step: string | null): RowFigure {
  const plain = (value: number): RowFigure => ({ value: notAboutMembers(value), margin: null, leftOut: [] });
  const added = (pick: (run: PublishedRun) => Published): RowFigure => {
    if (runs.length === 0) return plain(0);
    const parts = runs.map((each): Part => ({ name: each.run.name, value: pick(each), members: each.members }));
    return { ...sumOf(parts), margin: null };
  };
  switch (measure) {
    case 'Campaign.total':
      return plain(new Set(runs.map(({ run }) => `${run.campaignType} ${run.name}`)).size);
    case 'Campaign.runs':
      return plain(runs.length);
    case 'Campaign.recipients':
      return added(({ recipients }) => recipients.count);
    case 'Campaign.opened':
      return added(({ opened }) => opened.count);
    case 'Campaign.clicked':
      return added(({ clicked }) => clicked.count);
    case 'Campaign.conversions':
      return added((run) => takenIn(run, step).count);
    case 'Campaign.openedPercent':
      return ofRecipients(runs, 'Open Email', added);
    case 'Campaign.clickedPercent':
      return ofRecipients(runs, 'Click Email', added);
    default:
      return ofRecipients(runs, step, added);
  }
}

/** The percentage of the recipients who took a step. */
function ofRecipients(
  runs: readonly PublishedRun[],
  step: string | null,
  added: (pick: (run: PublishedRun) => Published) => RowFigure,
): RowFigure {
  if (runs.length === 1) return { value: conversion(runs[0]!, step), margin: null, leftOut: [] };
  const taken = added((run) => takenIn(run, step).count);
  const reached = added(({ recipients }) => recipients.count);
  // A run that lacks one of the two figures would count on one side only.
  if (taken.leftOut.join() !== reached.leftOut.join()) return { value: withheld('np'), margin: null, leftOut: [] };
  return { value: ratio(taken.value, reached.value, percent), margin: null, leftOut: taken.leftOut };
}
