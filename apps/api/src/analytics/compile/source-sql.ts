import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { engagementMeasures, engagementMembers } from '../model/campaign-cube.js';
import type { Source } from '../model/cube-member.js';
import { categoryMembers } from '../model/member-category-cube.js';
import { holdingsSql } from './holdings-sql.js';

/** The engagement that a query about campaigns reads. */
export interface Engagement {
  joined: boolean;
  /** Grouped or filtered by step or time: each row is then one step of one member. */
  steps: boolean;
}

export function engagementOf(query: NormalizedQuery, filtered: readonly string[]): Engagement {
  const named = [...query.dimensions, ...query.timeDimensions.map((time) => time.dimension), ...filtered];
  const steps = named.some((name) => engagementMembers.has(name));
  return { joined: steps || [...query.measures, ...filtered].some((name) => engagementMeasures.has(name)), steps };
}

/** Whether a query reads members by month. A query about categories does so only if it names their members or a month. */
export function readsMonths(source: Source, query: NormalizedQuery, filtered: readonly string[]): boolean {
  if (source !== 'memberCategory') return source === 'memberMonth' || source === 'assetOwned';
  const named = [...query.measures, ...query.dimensions, ...query.timeDimensions.map((time) => time.dimension)];
  return [...named, ...filtered].some((name) => categoryMembers.has(name));
}

const whereSql = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';

// A row for each category and each month in which the plan has members, even if the category has none.
const categories = (plan: readonly string[], months: readonly string[]) => `(
  SELECT plan_id, category_id, name, active, month, by_category[category_id] AS members
  FROM (SELECT plan_id, category_id, name, active FROM member_category FINAL${whereSql(plan)}) AS categories
  INNER JOIN (
    SELECT plan_id, month, mapFromArrays(groupArray(toString(category_id)), groupArray(in_category)) AS by_category
    FROM (
      SELECT plan_id, month, category_id, count() AS in_category
      FROM member_snapshot FINAL${whereSql([...plan, ...months])}
      GROUP BY plan_id, month, category_id
    )
    GROUP BY plan_id, month
  ) AS months USING (plan_id)
)`;

const campaigns = (where: string) => `(
  SELECT campaign_id, plan_id, campaign_type, name, run_date
  FROM campaign FINAL${where}
)`;

// One row for each run, member and step: opening a message twice counts once. run_recipients is the total of the run, repeated on each row.
const engagement = (where: string) => `(
  SELECT campaign_id, member_id, step, min(campaign_engagement.at) AS at,
    countIf(step = 'Sent') OVER (PARTITION BY campaign_id) AS run_recipients
  FROM campaign_engagement FINAL
  WHERE campaign_id IN (SELECT campaign_id FROM campaign FINAL${where})
  GROUP BY campaign_id, member_id, step
)`;

/**
 * The FROM clause. `plan` is the condition on the plan, or null. `months` are the conditions on months, or null if no months are read.
 * `leavers` adds the rows of those who left in the month.
 */
export function fromSql(
  source: Exclude<Source, 'movement' | 'asset'>,
  plan: string | null,
  engaged: Engagement,
  months: readonly string[] | null,
  leavers: boolean,
): string {
  if (source === 'memberMonth')
    return leavers ? withLeaversSql('member_snapshot FINAL', 'member_exit FINAL') : 'member_snapshot FINAL';
  if (source === 'memberCategory')
    return months === null ? 'member_category FINAL' : categories(plan === null ? [] : [plan], months);
  if (source === 'assetOwned') return holdingsSql(plan === null ? [] : [plan], months ?? []);
  if (source === 'contactRequest') return 'contact_request FINAL';
  const where = plan === null ? '' : ` WHERE ${plan}`;
  if (!engaged.joined) return campaigns(where);
  return `${campaigns(where)} AS runs LEFT JOIN ${engagement(where)} AS engagement USING (campaign_id)`;
}

/** Condition for the rows of members, in a FROM clause that also has those who left in the month. */
export const ofMembers = 'gone = 0';

/** Rows of members, and of those who left in the month (`gone = 1`). Both tables have the same columns in the same order. */
export const withLeaversSql = (members: string, leavers: string): string => `(
  SELECT *, 0 AS gone FROM ${members}
  UNION ALL
  SELECT *, 1 AS gone FROM ${leavers}
)`;

/** Columns that identify a row in an ungrouped query. */
export const rowKey: Record<Source, readonly string[]> = {
  memberMonth: ['plan_id', 'month', 'member_id'],
  movement: ['plan_id', 'member_id'],
  contactRequest: ['plan_id', 'member_id', 'revision'],
  campaign: ['campaign_id'],
  memberCategory: ['plan_id', 'category_id'],
  asset: ['platform_id', 'data_date', 'asset_code'],
  assetOwned: ['plan_id', 'month', 'member_id', 'asset_code'],
};
