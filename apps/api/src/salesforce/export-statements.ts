import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { ExportScope } from './export-scope.js';

/** A statement whose rows are sorted by parent, and its parameters. */
export interface Statement {
  sql: string;
  params: Record<string, unknown>;
}

const within = (column: string) => `${column} >= {from:DateTime64(3, 'UTC')} AND ${column} < {to:DateTime64(3, 'UTC')}`;

const memberChanges = `('MemberRegistered', 'MemberDetailsRevised', 'MemberMoved', 'MemberLeft')`;
const planChanges = `('PlanRegistered', 'PlanDetailsRevised', 'PlanClosed', 'PlanReopened')`;
const companyChanges = `('CompanyRegistered', 'CompanyDetailsRevised', 'CompanyDeactivated')`;
const campaignChanges = `('CampaignRun', 'CampaignDetailsRevised', 'CampaignCancelled')`;
const isActivity = `event_type != 'SignedIn'`;

/** Records that Salesforce has, or without one a file has. */
const exported = (object: ExportObject, { isConnected }: ExportScope) => `SELECT record_key FROM salesforce_receipt
    WHERE object = '${object}' AND operation = 'upsert' AND outcome IN ${isConnected ? `('accepted')` : `('accepted', 'written')`}`;

/** Scores that became final: an edition holds them once its month has closed, and again when it is published again. */
const editions = ({ planIds }: ExportScope) => `SELECT plan_id, month, version FROM plan_month FINAL
    WHERE members > 0 AND ${within('greatest(closed_at, recorded_by)')}${planIds === null ? '' : ' AND plan_id IN {plans:Array(String)}'}`;

const contacts = (scope: ExportScope) => `WITH referred AS (
    SELECT member_id FROM member_event WHERE ${isActivity} AND ${within('recorded_at')}
    UNION DISTINCT SELECT member_id FROM campaign_engagement WHERE ${within('recorded_at')}
    UNION DISTINCT SELECT member_id FROM member_edition WHERE (plan_id, month, version) IN (${editions(scope)})
  )
  SELECT toString(member_id) AS id, argMaxIf(company_id, revision, company_id != '') AS company,
    argMaxIf(plan_id, revision, plan_id != '') AS plan
  FROM member_fact
  WHERE member_id IN (SELECT member_id FROM member_fact WHERE event_type IN ${memberChanges} AND ${within('recorded_at')})
    OR (member_id IN (SELECT member_id FROM referred) AND toString(member_id) NOT IN (${exported('contacts', scope)}))
  GROUP BY member_id
  HAVING company != ''${scope.planIds === null ? '' : ' AND plan IN {plans:Array(String)}'}${scope.companyId === null ? '' : ' AND company = {company:String}'}`;

/** Narrows rows about members to those who are in the scope now. */
const ofMembersIn = ({ planIds, companyId }: ExportScope) =>
  planIds === null
    ? ''
    : ` AND member_id IN (SELECT member_id FROM member_fact GROUP BY member_id
      HAVING argMaxIf(plan_id, revision, plan_id != '') IN {plans:Array(String)}${companyId === null ? '' : ` AND argMaxIf(company_id, revision, company_id != '') = {company:String}`})`;

const changedStreams = (
  category: string,
  changes: string,
) => `SELECT substring(stream, ${category.length + 2}) AS id FROM recorded_event
    WHERE category = '${category}' AND event_type IN ${changes} AND ${within('recorded_at')}`;

/** Those that changed, and those whose members are exported, if Salesforce has never had them. */
const campaigns = (scope: ExportScope) => `SELECT DISTINCT id FROM (
    ${changedStreams('campaign', campaignChanges)}
    UNION DISTINCT
    SELECT campaign_id AS id FROM campaign_engagement
    WHERE ${within('recorded_at')} AND id NOT IN (${exported('campaigns', scope)})
  )${scope.planIds === null ? '' : ' WHERE id IN (SELECT campaign_id FROM campaign WHERE plan_id IN {plans:Array(String)})'}`;

const accounts = (category: 'plan' | 'company', changes: string, scope: ExportScope) => {
  const has = exported(category === 'plan' ? 'plans' : 'companies', scope);
  const ofCampaigns = `
    UNION DISTINCT
    SELECT plan_id AS id FROM campaign WHERE campaign_id IN (${campaigns(scope)}) AND id NOT IN (${has})`;
  return `SELECT DISTINCT id FROM (
    ${changedStreams(category, changes)}
    UNION DISTINCT
    SELECT ${category} AS id FROM (${contacts(scope)}) WHERE id NOT IN (${has})${category === 'plan' ? ofCampaigns : ''}
  ) ORDER BY id`;
};

const statements: Record<ExportObject, (scope: ExportScope) => string> = {
  // Also the accounts, campaigns and contacts that other rows belong to, if Salesforce has never had them: it would refuse those rows.
  plans: (scope) => accounts('plan', planChanges, scope),
  companies: (scope) => accounts('company', companyChanges, scope),
  campaigns: (scope) =>
    `SELECT id, id IN (${exported('campaigns', scope)}) AS is_exported FROM (${campaigns(scope)}) ORDER BY id`,
  contacts: (scope) => `SELECT id, company FROM (${contacts(scope)}) ORDER BY company, id`,
  campaignMembers: ({ planIds }) => `SELECT campaign_id, toString(member_id) AS id,
    max(step = 'Click Email') AS clicked, max(step = 'Open Email') AS opened,
    toString(toDate(minIf(at, step = 'Sent'), 'Australia/Sydney')) AS sent_on, countIf(step = 'Sent') AS sent,
    toString(toDate(minIf(at, step != 'Sent'), 'Australia/Sydney')) AS responded_on, countIf(step != 'Sent') AS responded
  FROM campaign_engagement
  WHERE (campaign_id, member_id) IN (SELECT campaign_id, member_id FROM campaign_engagement WHERE ${within('recorded_at')})
    AND campaign_id IN (SELECT campaign_id FROM campaign FINAL
      WHERE is_deleted = 0${planIds === null ? '' : ' AND plan_id IN {plans:Array(String)}'})
  GROUP BY campaign_id, member_id ORDER BY campaign_id, id`,
  activities: (scope) => `SELECT toString(member_id) AS id, if(event_id = '', toString(revision), event_id) AS activity,
    anyIf(toString(event_type), event_type != 'MemberEventWithdrawn') AS type, toString(any(effective_date)) AS on_day,
    max(event_type = 'MemberEventWithdrawn') AS withdrawn, anyIf(toString(reason), reason != '') AS why
  FROM member_event
  WHERE ${isActivity} AND member_id IN (SELECT member_id FROM member_event WHERE ${within('recorded_at')})${ofMembersIn(scope)}
  GROUP BY member_id, activity
  HAVING type != '' AND countIf(${within('recorded_at')}) > 0
  ORDER BY id, activity`,
  scores: (scope) => `SELECT toString(member_id) AS id, formatDateTime(month, '%Y-%m') AS of_month,
    score, beneficiary_points, account_balance_points, insurance_points_score, investment_points, retirement_adequacy_points
  FROM member_edition
  WHERE (plan_id, month, version) IN (${editions(scope)}) AND score IS NOT NULL
  ORDER BY id, of_month LIMIT 1 BY id, of_month`,
};

const paramsOf = ({ from, to, planIds, companyId }: ExportScope) => ({
  from,
  to,
  ...(planIds !== null && { plans: planIds }),
  ...(companyId !== null && { company: companyId }),
});

/** What changed of an object, with what its rows refer to. */
export const exportStatement = (object: ExportObject, scope: ExportScope): Statement => ({
  sql: statements[object](scope),
  params: paramsOf(scope),
});

/**
 * Records of these members that Salesforce, or without one a file, was given and has not been told to delete. A refused deletion is asked
 * for again.
 */
export const erasedStatement = (memberIds: readonly string[], isConnected: boolean): Statement => ({
  sql: `SELECT object, record_key, any(member_id) AS id, any(parent_id) AS parent, max(crm_id) AS crm
  FROM salesforce_receipt FINAL
  WHERE member_id IN {members:Array(String)}
  GROUP BY object, record_key
  HAVING countIf(operation = 'upsert' AND outcome IN ('accepted', 'written')) > 0
    AND countIf(operation = 'delete' AND outcome IN ${isConnected ? `('accepted')` : `('accepted', 'written')`}) = 0${isConnected ? ` AND crm != ''` : ''}
  ORDER BY object, parent, record_key`,
  params: { members: memberIds },
});
