import { addDays } from '@superscope/domain/calendar-dates';
import { campaignStream } from '@superscope/domain/campaign/campaign';
import { companyStream } from '@superscope/domain/company/company';
import { forEach, typesOf } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { activityTypes } from '@superscope/domain/member/member.events';
import { planStream } from '@superscope/domain/plan/plan';
import { platformStream } from '@superscope/domain/platform/platform';
import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { ofEditionsAlone } from '../changes/editions-alone.js';
import { clickhouseMidnight, type ExportScope } from './export-scope.js';

// Which recorded events an export is of, as conditions on rows of the event history. Positions are digits and days are dates of the
// product's own, so they stand in the text.

const textsOf = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(', ')})`;

const ofDetails = {
  MemberRegistered: true,
  MemberDetailsRevised: true,
  MemberMoved: true,
  MemberLeft: true,
  // Rows of erased members are withdrawn, not changed.
  MemberErased: false,
} as const;
const ofCalculators = { FeesCompared: false, InsuranceQuoted: false, ConsultationFiled: false } as const;

const memberChanges = textsOf(
  typesOf(memberStream, {
    ...ofDetails,
    ...ofCalculators,
    ...forEach(activityTypes, false),
    ContactRequested: false,
    MemberEventWithdrawn: false,
  }),
);
const activityChanges = textsOf(
  typesOf(memberStream, {
    ...forEach(Object.keys(ofDetails) as (keyof typeof ofDetails)[], false),
    ...ofCalculators,
    ...forEach(activityTypes, true),
    SignedIn: false,
    ContactRequested: true,
    MemberEventWithdrawn: true,
  }),
);
export const planChanges = textsOf(
  typesOf(planStream, {
    PlanRegistered: true,
    PlanDetailsRevised: true,
    PlanClosed: true,
    PlanReopened: true,
    PublishingRulesAdopted: false,
    MembersCountedByDates: false,
    PlanPublished: false,
    PlanFlyerUploaded: false,
    PlanFlyerRemoved: false,
    MemberCategoryDefined: false,
    MemberCategoryRevised: false,
  }),
);
export const companyChanges = textsOf(
  typesOf(companyStream, { CompanyRegistered: true, CompanyDetailsRevised: true, CompanyDeactivated: true }),
);
export const campaignChanges = textsOf(
  typesOf(campaignStream, {
    CampaignRun: true,
    CampaignDetailsRevised: true,
    CampaignCancelled: true,
    CampaignEngagementImported: false,
  }),
);
const engagementChanges = textsOf(
  typesOf(campaignStream, {
    CampaignRun: false,
    CampaignDetailsRevised: false,
    CampaignCancelled: false,
    CampaignEngagementImported: true,
  }),
);
const platformChanges = textsOf(typesOf(platformStream, { PlatformRegistered: true, PlatformDetailsRevised: true }));
const platformRevisions = textsOf(typesOf(platformStream, { PlatformRegistered: false, PlatformDetailsRevised: true }));

const withinDays = (column: string) =>
  `${column} >= {from:DateTime64(3, 'UTC')} AND ${column} < {to:DateTime64(3, 'UTC')}`;

/** After the object's watermark, without the days that were exported up to a later position. */
function isUncovered(object: ExportObject, { unsent, until }: ExportScope): string {
  const { after, covered } = unsent[object];
  const days = covered.map(
    ({ startDate, endDate, through }) =>
      ` AND NOT (position <= ${through} AND recorded_at >= '${clickhouseMidnight(startDate)}' AND recorded_at < '${clickhouseMidnight(addDays(endDate, 1))}')`,
  );
  return `position > ${after}${until === undefined ? '' : ` AND position <= ${until}`}${days.join('')}`;
}

/**
 * A plan or a whole platform may have come from another provider, whose changes were exported up to an earlier position. Its own changes are
 * then unsent from there on.
 */
function isUnsent(object: ExportObject, scope: ExportScope): string {
  const { after, lowest } = scope.unsent[object];
  const uncovered = isUncovered(object, scope);
  if (lowest === after) return `(${uncovered})`;
  const moved = `(SELECT count() FROM recorded_event WHERE ((category = 'plan' AND event_type IN ${planChanges})
      OR (category = 'platform' AND event_type IN ${platformChanges})) AND ${uncovered}) > 0`;
  return `((${uncovered}) OR (position > ${lowest} AND ${moved}))`;
}

/** Whether an event is one of those that are exported. */
function isWanted(object: ExportObject, scope: ExportScope): string {
  switch (scope.choice) {
    case 'window':
      return withinDays('recorded_at');
    case 'unsent':
      return isUnsent(object, scope);
    case 'unsent in window':
      return `${withinDays('recorded_at')} AND ${isUnsent(object, scope)}`;
    case 'unsent elsewhere':
      return `NOT (${withinDays('recorded_at')}) AND ${isUnsent(object, scope)}`;
  }
}

/** Members who may have come from another provider; null if none can have come with anything that is unsent. */
function arrived(object: ExportObject, scope: ExportScope): { members: string; since: bigint } | null {
  const { after, lowest } = scope.unsent[object];
  if (scope.choice === 'window' || lowest === after) return null;
  return {
    members: `SELECT member_id FROM recorded_event WHERE category = 'member' AND event_type IN ${memberChanges} AND ${isUncovered(object, scope)}`,
    since: lowest,
  };
}

/** Ids of the streams of a category with wanted events. */
export const changedStreams = (category: string, changes: string, object: ExportObject, scope: ExportScope) =>
  `SELECT substring(stream, ${category.length + 2}) AS id FROM recorded_event
    WHERE category = '${category}' AND event_type IN ${changes} AND ${isWanted(object, scope)}`;

/**
 * Plans of platforms with wanted events: a plan's row names its platform's provider. A platform is registered before its plans, whose own
 * events a window has; if it comes later, its registration is unsent.
 */
export function plansOfChangedPlatforms(scope: ExportScope): string {
  const changes = scope.choice === 'window' ? platformRevisions : platformChanges;
  return `SELECT plan_id AS id FROM plan_platform FINAL WHERE platform_id IN (${changedStreams('platform', changes, 'plans', scope)})`;
}

/** Members whose own details have wanted changes. */
export const changedMembers = (scope: ExportScope) =>
  `SELECT member_id FROM recorded_event
    WHERE category = 'member' AND event_type IN ${memberChanges} AND ${isWanted('contacts', scope)}`;

/** Wanted events of members' activities. */
export function changedActivities(scope: ExportScope): string {
  const came = arrived('activities', scope);
  const wanted = isWanted('activities', scope);
  return `SELECT member_id, revision FROM recorded_event
    WHERE category = 'member' AND event_type IN ${activityChanges}
      AND ${came === null ? `(${wanted})` : `((${wanted}) OR (position > ${came.since} AND member_id IN (${came.members})))`}`;
}

/** Wanted engagement, as pairs of campaign and member. */
export function changedEngagement(scope: ExportScope): string {
  const came = arrived('campaignMembers', scope);
  const events = (condition: string) =>
    `SELECT position, prepare, stream FROM recorded_event
      WHERE category = 'campaign' AND event_type IN ${engagementChanges} AND ${condition}`;
  const pairs = (condition: string) =>
    `SELECT substring(e.stream, 10) AS campaign_id, m.member_id AS member_id
    FROM recorded_event_member AS m INNER JOIN (${events(condition)}) AS e ON m.position = e.position AND m.prepare = e.prepare`;
  const wanted = pairs(`(${isWanted('campaignMembers', scope)})`);
  return came === null
    ? wanted
    : `${wanted}
    UNION DISTINCT ${pairs(`position > ${came.since}`)} WHERE m.member_id IN (${came.members})`;
}

const newestEditions = 'SELECT plan_id, month, version FROM plan_month FINAL WHERE members > 0';
const edited = 'greatest(closed_at, recorded_by)';
/** Events that make editions, or change them if they are recorded late. */
const makesEditions = `(stale_of != '' OR event_type IN ${textsOf(ofEditionsAlone)})`;

/**
 * Editions that were made in the window, or since the oldest uncovered event: an edition is made at the moment of one of its events, and an
 * event changes only editions of its moment or later ones.
 */
function changedEditions(scope: ExportScope): string {
  const oldest = `(SELECT minOrNull(recorded_at) FROM recorded_event WHERE ${makesEditions} AND ${isUnsent('scores', scope)})`;
  const since = `${edited} >= ifNull(${oldest}, toDateTime64('2200-01-01 00:00:00', 3, 'UTC'))`;
  switch (scope.choice) {
    case 'window':
      return `${newestEditions} AND ${withinDays(edited)}`;
    case 'unsent':
      return `${newestEditions} AND ${since}`;
    case 'unsent in window':
      return `${newestEditions} AND ${withinDays(edited)} AND ${since}`;
    case 'unsent elsewhere':
      return `${newestEditions} AND NOT (${withinDays(edited)}) AND ${since}`;
  }
}

/** Scores of members who came from another provider are theirs from any edition. */
export function changedScores(scope: ExportScope): string {
  const came = arrived('scores', scope);
  const wanted = `(plan_id, month, version) IN (${changedEditions(scope)})`;
  return came === null
    ? wanted
    : `(${wanted} OR (member_id IN (${came.members}) AND (plan_id, month, version) IN (${newestEditions})))`;
}
