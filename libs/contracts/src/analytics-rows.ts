/** Rows of the smaller ClickHouse tables. Instants are 'YYYY-MM-DD HH:mm:ss.SSS' in UTC. */

/** `contact_request`: one row for each event, keyed by member and the event's revision. */
export interface ContactRequestRow {
  plan_id: string;
  member_id: string;
  revision: number;
  at: string;
  /** The day in Australia/Sydney. */
  on_date: string;
  reason: string;
  status: string;
}

/** `member_event`: one row for each activity, keyed by member and the event's revision. */
export interface MemberEventRow {
  plan_id: string;
  member_id: string;
  revision: number;
  event_type: string;
  effective_date: string;
  consultant: string;
  /** 1 valid, 0 not, 2 not given. */
  valid: 0 | 1 | 2;
  outcome: string;
  amount_cents: number | null;
}

/** `campaign`: the newest state of a campaign; `version` is its stream's revision. */
export interface CampaignRow {
  campaign_id: string;
  plan_id: string;
  campaign_type: string;
  name: string;
  run_date: string;
  version: number;
  is_deleted: 0 | 1;
}

/** `campaign_engagement`: who was sent, opened or clicked; keyed by campaign, member, step and instant. */
export interface CampaignEngagementRow {
  campaign_id: string;
  member_id: string;
  step: 'Sent' | 'Open Email' | 'Click Email';
  at: string;
}
