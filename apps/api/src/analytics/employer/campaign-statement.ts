import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { conditionSql, rangeSql, type ConditionContext } from '../compile/condition-sql.js';
import { Params, type ParamValue } from '../compile/params.js';
import { dimensionOf } from '../model/catalogue.js';
import { membersOf } from '../query/normalize-filters.js';
import type { Edition } from './editions.js';

/** A run of a campaign, and how many members of its month's edition it reached. */
export interface CampaignRun {
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
 * counted. Campaigns are the fund's own acts, so every filter on them is allowed.
 */
export function campaignStatement(
  query: NormalizedQuery,
  filters: readonly NormalizedFilterNode[],
  planId: string,
  newest: Edition | null,
): { sql: string; params: Record<string, ParamValue> } {
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
export const campaignPlans = { sql: 'SELECT DISTINCT plan_id FROM campaign FINAL ORDER BY plan_id', params: {} };

export const campaignRun = (row: readonly unknown[]): CampaignRun => ({
  campaignId: String(row[0]),
  planId: String(row[1]),
  name: String(row[2]),
  campaignType: String(row[3]),
  runDate: String(row[4]).slice(0, 10),
  recipients: Number(row[5]),
  opened: Number(row[6]),
  clicked: Number(row[7]),
});
