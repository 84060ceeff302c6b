import { z } from 'zod';
import { eventFilter } from './event-history.js';

/** Events of one type that were recorded within a minute, or since a moment. */
export const recordedChange = z.object({
  /** Type of event. */
  type: z.string(),
  /** A month (yyyy-MM) or a campaign's name; empty where there is nothing to add. */
  detail: z.string(),
  /** Events, or rows of an import. */
  count: z.number(),
  /** Members in whose streams they are; 0 where they are about the plan or the fund. */
  members: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** Finds them in the history of events. */
  search: eventFilter,
});
export type RecordedChange = z.infer<typeof recordedChange>;

/** Query of GET /api/history/plans/{planId}/moments. */
export const planMomentsQuery = z.strictObject({
  /** The moment around which changes are listed; without it, now. */
  at: z.iso.datetime({ offset: true, error: 'Please give a date and a time.' }).optional(),
});

/** Answer to GET /api/history/plans/{planId}/moments. */
export const planMoments = z.object({
  planId: z.string(),
  /** When the first event of the plan was recorded; null before. */
  firstAt: z.string().nullable(),
  now: z.string(),
  /** Events of the plan, and those of them that were recorded by the moment asked for. */
  events: z.number(),
  eventsBy: z.number(),
  /** By the Monday (yyyy-MM-dd, UTC) of each week in which there was any, ascending. */
  weeks: z.array(z.object({ week: z.string(), events: z.number() })),
  /** Changes nearest to the moment asked for, the newest first. */
  moments: z.array(recordedChange),
  /** Whether older and newer changes exist than those that are listed. */
  isCut: z.object({ older: z.boolean(), newer: z.boolean() }),
  /** The plan's campaigns, by the day on which they ran (yyyy-MM-dd). */
  campaigns: z.array(z.object({ name: z.string(), runDate: z.string(), campaignType: z.string() })),
  /** Moments of which a nightly run kept a digest, the newest first: a replay of one is compared with it. */
  digests: z.array(z.object({ at: z.string(), keptAt: z.string(), digest: z.string() })),
});
export type PlanMoments = z.infer<typeof planMoments>;

/** Events since then that may have made a difference; `members` counts those with the difference whom the events are about. */
export const differenceCause = recordedChange;
export type DifferenceCause = RecordedChange;

const membersWithCauses = { members: z.number(), causes: z.array(differenceCause) };

/** Answer to GET /api/history/views/{id}/differences: a plan-month then and now, member by member. */
export const asOfDifferences = z.object({
  planId: z.string(),
  moment: z.string(),
  /** yyyy-MM; null where the plan has no figures then and now. */
  month: z.string().nullable(),
  membersThen: z.number(),
  membersNow: z.number(),
  /** Members that the month has in one of them only. */
  onlyThen: z.object(membersWithCauses),
  onlyNow: z.object(membersWithCauses),
  /** Columns of a member's row that differ, those of most members first. */
  columns: z.array(z.object({ column: z.string(), ...membersWithCauses })),
  /** All that was recorded since then, by type, the newest first. */
  changes: z.array(recordedChange),
});
export type AsOfDifferences = z.infer<typeof asOfDifferences>;
