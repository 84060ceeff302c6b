import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { engagementMeasures, engagementMembers } from '../model/campaign-cube.js';
import type { Source } from '../model/cube-member.js';

/** What a query about campaigns reads of the engagement. */
export interface Engagement {
  joined: boolean;
  /** Grouped or filtered by step or time: then each row is a step that somebody took. */
  steps: boolean;
}

export function engagementOf(query: NormalizedQuery, filtered: readonly string[]): Engagement {
  const named = [...query.dimensions, ...query.timeDimensions.map((time) => time.dimension), ...filtered];
  const steps = named.some((name) => engagementMembers.has(name));
  return { joined: steps || [...query.measures, ...filtered].some((name) => engagementMeasures.has(name)), steps };
}

const campaigns = (where: string) => `(
  SELECT campaign_id, plan_id, campaign_type, name, run_date
  FROM campaign FINAL${where}
)`;

// One row for each run, member and step: opening a message twice is opening it. run_recipients is the run's own, on each row.
const engagement = (where: string) => `(
  SELECT campaign_id, member_id, step, min(campaign_engagement.at) AS at,
    countIf(step = 'Sent') OVER (PARTITION BY campaign_id) AS run_recipients
  FROM campaign_engagement FINAL
  WHERE campaign_id IN (SELECT campaign_id FROM campaign FINAL${where})
  GROUP BY campaign_id, member_id, step
)`;

/** The FROM clause. `plan` is the condition on the plan, or null. */
export function fromSql(source: Exclude<Source, 'movement'>, plan: string | null, engaged: Engagement): string {
  if (source === 'memberMonth') return 'member_snapshot FINAL';
  if (source === 'contactRequest') return 'contact_request FINAL';
  const where = plan === null ? '' : ` WHERE ${plan}`;
  if (!engaged.joined) return campaigns(where);
  return `${campaigns(where)} AS runs LEFT JOIN ${engagement(where)} AS engagement USING (campaign_id)`;
}

/** Key of a row where rows are not grouped. */
export const rowKey: Record<Source, readonly string[]> = {
  memberMonth: ['plan_id', 'month', 'member_id'],
  movement: ['plan_id', 'member_id'],
  contactRequest: ['plan_id', 'member_id', 'revision'],
  campaign: ['campaign_id'],
};
