import { namesOf } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { isOwed, receiptOutcomes } from '@superscope/domain/salesforce-batch/salesforce-receipts';
import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import {
  campaignChanges,
  changedActivities,
  changedEngagement,
  changedMembers,
  changedScores,
  changedStreams,
  companyChanges,
  planChanges,
  plansOfChangedPlatforms,
} from './export-changes.js';
import type { ExportScope } from './export-scope.js';

/** A statement whose rows are sorted by parent, and its parameters. */
export interface Statement {
  sql: string;
  params: Record<string, unknown>;
}

const ofMembers = namesOf(memberStream);
const withdrawn = ofMembers.MemberEventWithdrawn;
const isActivity = `event_type != '${ofMembers.SignedIn}'`;

/** Records that Salesforce has, or without one a file has. */
const exported = (object: ExportObject, { isConnected }: ExportScope) => `SELECT record_key FROM salesforce_receipt
    WHERE object = '${object}' AND operation = 'upsert' AND outcome IN ${isConnected ? `('accepted')` : `('accepted', 'written')`}`;

/**
 * Before anything of an object is covered, records with a single change that a batch of an earlier release has sent are known to be as they
 * were sent. Of others it is not known which change was the last that it saw.
 */
const notKnown = (object: ExportObject, scope: ExportScope, key: string) =>
  scope.choice === 'window' || scope.unsent[object].after > 0n
    ? ''
    : ` AND NOT (count() = 1 AND ${key} IN (${exported(object, scope)}))`;

const contacts = (scope: ExportScope) => `WITH referred AS (
    SELECT member_id FROM (${changedActivities(scope)})
    UNION DISTINCT SELECT member_id FROM (${changedEngagement(scope)})
    UNION DISTINCT SELECT member_id FROM member_edition WHERE ${changedScores(scope)}
  )
  SELECT toString(member_id) AS id, argMaxIf(company_id, revision, company_id != '') AS company,
    argMaxIf(plan_id, revision, plan_id != '') AS plan
  FROM member_fact
  WHERE member_id IN (${changedMembers(scope)})
    OR (member_id IN (SELECT member_id FROM referred) AND toString(member_id) NOT IN (${exported('contacts', scope)}))
  GROUP BY member_id
  HAVING company != ''${scope.planIds === null ? '' : ' AND plan IN {plans:Array(String)}'}${scope.companyId === null ? '' : ' AND company = {company:String}'}${notKnown('contacts', scope, 'id')}`;

/** Narrows rows about members to those who are in the scope now. */
const ofMembersIn = ({ planIds, companyId }: ExportScope) =>
  planIds === null
    ? ''
    : ` AND member_id IN (SELECT member_id FROM member_fact GROUP BY member_id
      HAVING argMaxIf(plan_id, revision, plan_id != '') IN {plans:Array(String)}${companyId === null ? '' : ` AND argMaxIf(company_id, revision, company_id != '') = {company:String}`})`;

/** Those that changed, and those whose members are exported, if Salesforce has never had them. */
const campaigns = (scope: ExportScope) => `SELECT DISTINCT id FROM (
    ${changedStreams('campaign', campaignChanges, 'campaigns', scope)}
    UNION DISTINCT
    SELECT campaign_id AS id FROM (${changedEngagement(scope)}) WHERE id NOT IN (${exported('campaigns', scope)})
  )${scope.planIds === null ? '' : ' WHERE id IN (SELECT campaign_id FROM campaign WHERE plan_id IN {plans:Array(String)})'}`;

const plans = (scope: ExportScope) => `SELECT DISTINCT id FROM (
    ${changedStreams('plan', planChanges, 'plans', scope)}
    UNION DISTINCT
    ${plansOfChangedPlatforms(scope)}
    UNION DISTINCT
    SELECT plan AS id FROM (${contacts(scope)}) WHERE id NOT IN (${exported('plans', scope)})
    UNION DISTINCT
    SELECT plan_id AS id FROM campaign WHERE campaign_id IN (${campaigns(scope)}) AND id NOT IN (${exported('plans', scope)})
  ) ORDER BY id`;

const companies = (scope: ExportScope) => `SELECT DISTINCT id FROM (
    ${changedStreams('company', companyChanges, 'companies', scope)}
    UNION DISTINCT
    SELECT company AS id FROM (${contacts(scope)}) WHERE id NOT IN (${exported('companies', scope)})
  ) ORDER BY id`;

/** Rows about members, of which some are chosen: those that changed, or those of some keys. */
interface Chosen {
  where: string;
  having: string;
}

const engagementKey = `concat(campaign_id, '.', toString(member_id))`;
const campaignMembers = ({ where, having }: Chosen) => `SELECT campaign_id, toString(member_id) AS id,
    max(step = 'Click Email') AS clicked, max(step = 'Open Email') AS opened,
    toString(toDate(minIf(at, step = 'Sent'), 'Australia/Sydney')) AS sent_on, countIf(step = 'Sent') AS sent,
    toString(toDate(minIf(at, step != 'Sent'), 'Australia/Sydney')) AS responded_on, countIf(step != 'Sent') AS responded
  FROM campaign_engagement
  WHERE ${where} AND campaign_id IN (SELECT campaign_id FROM campaign FINAL WHERE is_deleted = 0)
  GROUP BY campaign_id, member_id${having === '' ? '' : ` HAVING ${having}`} ORDER BY campaign_id, id`;

const activities = ({ where, having }: Chosen) =>
  `SELECT toString(member_id) AS id, if(event_id = '', toString(revision), event_id) AS activity,
    anyIf(toString(event_type), event_type != '${withdrawn}') AS type, toString(any(effective_date)) AS on_day,
    max(event_type = '${withdrawn}') AS withdrawn, anyIf(toString(reason), reason != '') AS why
  FROM member_event
  WHERE ${isActivity} AND ${where}
  GROUP BY member_id, activity
  HAVING type != '' AND ${having}
  ORDER BY id, activity`;

const scores = (where: string) => `SELECT toString(member_id) AS id, formatDateTime(month, '%Y-%m') AS of_month,
    score, beneficiary_points, account_balance_points, insurance_points_score, investment_points, retirement_adequacy_points
  FROM member_edition
  WHERE ${where} AND score IS NOT NULL
  ORDER BY id, of_month LIMIT 1 BY id, of_month`;

const activityKey = `concat(id, '.', activity)`;
const scoreKey = `concat(toString(member_id), '.', formatDateTime(month, '%Y-%m'))`;

/** Scores of first editions that were sent are as they were sent. */
const scoresNotKnown = (scope: ExportScope) =>
  scope.choice === 'window' || scope.unsent.scores.after > 0n
    ? ''
    : ` AND NOT ((plan_id, month, version) IN (SELECT plan_id, month, version FROM plan_month FINAL WHERE edition = 1)
      AND ${scoreKey} IN (${exported('scores', scope)}))`;

const statements: Record<ExportObject, (scope: ExportScope) => string> = {
  // Also the accounts, campaigns and contacts that other rows belong to, if Salesforce has never had them: it would refuse those rows.
  plans,
  companies,
  campaigns: (scope) =>
    `SELECT id, id IN (${exported('campaigns', scope)}) AS is_exported FROM (${campaigns(scope)}) ORDER BY id`,
  contacts: (scope) => `SELECT id, company FROM (${contacts(scope)}) ORDER BY company, id`,
  campaignMembers: (scope) =>
    campaignMembers({
      where: `(campaign_id, member_id) IN (SELECT campaign_id, member_id FROM (${changedEngagement(scope)}))${ofMembersIn(scope)}`,
      having: notKnown('campaignMembers', scope, `concat(campaign_id, '.', id)`).replace(/^ AND /, ''),
    }),
  activities: (scope) =>
    activities({
      where: `member_id IN (SELECT member_id FROM (${changedActivities(scope)}))${ofMembersIn(scope)}`,
      having: `countIf((member_id, revision) IN (${changedActivities(scope)})) > 0${notKnown('activities', scope, activityKey)}`,
    }),
  scores: (scope) => scores(`${changedScores(scope)}${ofMembersIn(scope)}${scoresNotKnown(scope)}`),
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

type ByKey = Extract<ExportObject, 'campaignMembers' | 'activities' | 'scores'>;

const byMembers = 'member_id IN (SELECT arrayJoin(arrayMap(x -> toUUID(x), {members:Array(String)})))';
const keyed: Record<ByKey, string> = {
  campaignMembers: campaignMembers({
    where: `${byMembers} AND ${engagementKey} IN {keys:Array(String)}`,
    having: '',
  }),
  activities: activities({ where: byMembers, having: `${activityKey} IN {keys:Array(String)}` }),
  scores: scores(`${byMembers} AND ${scoreKey} IN {keys:Array(String)} AND (plan_id, month, version) IN (
    SELECT plan_id, month, version FROM plan_month FINAL WHERE members > 0)`),
};

/** Rows by their keys, as they are now. */
export const keyedStatement = (object: ByKey, keys: readonly string[], memberIds: readonly string[]): Statement => ({
  sql: keyed[object],
  params: { keys, members: memberIds },
});

/** When each batch recorded its last receipt. Batches of the same rows send one after the other, so this is their order, whatever clocks say. */
const lastReceipts = `SELECT splitByChar('.', substring(stream, ${'salesforceReceipts-'.length + 1}))[1] AS batch_id, max(position) AS ended_at
  FROM recorded_event WHERE category = 'salesforceReceipts' GROUP BY batch_id`;

const owed = `(${receiptOutcomes
  .filter(isOwed)
  .map((each) => `'${each}'`)
  .join(', ')})`;

/** Records that Salesforce was to be given and does not have as they were sent last, with the member whom each is about. */
export const owedStatement = (object: ExportObject): Statement => ({
  sql: `SELECT record_key, any(member_id) AS member FROM (SELECT * FROM salesforce_receipt FINAL
    WHERE object = {object:String} AND operation = 'upsert' AND record_key IN (SELECT record_key FROM salesforce_receipt
      WHERE object = {object:String} AND operation = 'upsert' AND outcome IN ${owed})) AS r
  INNER JOIN (${lastReceipts}) AS l ON r.batch_id = l.batch_id
  WHERE outcome != 'written'
  GROUP BY record_key
  HAVING argMax(outcome, ended_at) IN ${owed}
  ORDER BY record_key`,
  params: { object },
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
