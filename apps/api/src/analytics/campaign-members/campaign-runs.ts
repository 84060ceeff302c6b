import { shiftMonth } from '@superscope/domain/calendar-dates';
import { aimOf, type CampaignAim } from '@superscope/domain/campaign/campaign-aim';
import type { Statement } from '../../platform/clickhouse/statement.js';

/** A campaign of a plan, with the months that show what it changed. */
export interface PlanCampaign {
  campaignId: string;
  name: string;
  campaignType: string;
  /** yyyy-MM-dd */
  runDate: string;
  aim: CampaignAim;
  /** yyyy-MM of the month before it ran and of the third month after. */
  before: string;
  after: string;
}

/** A plan's campaigns, newest first. Consultations are left out: they are campaigns in the fund's books only. */
export const campaignsOf = (planId: string): Statement => ({
  sql: `SELECT campaign_id, name, campaign_type, toString(run_date)
FROM campaign FINAL
WHERE plan_id = {plan:String} AND campaign_type != 'Consult'
ORDER BY run_date DESC, campaign_id`,
  params: { plan: planId },
});

const monthsAfter = 3;

export function planCampaign(row: readonly unknown[]): PlanCampaign {
  const [campaignId, name, campaignType, runDate] = row.map(String) as [string, string, string, string];
  const month = runDate.slice(0, 7);
  return {
    campaignId,
    name,
    campaignType,
    runDate,
    aim: aimOf({ name, campaignType }),
    before: shiftMonth(month, -1),
    after: shiftMonth(month, monthsAfter),
  };
}
