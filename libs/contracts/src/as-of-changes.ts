import { z } from 'zod';
import { eventFilter } from './event-history.js';
import { dateProblem } from './fields.js';

/** Events of one type that were recorded within one minute, or since a given moment. */
export const recordedChange = z.object({
  /** Type of event. */
  type: z.string(),
  /** A month (yyyy-MM) or a campaign's name; empty where the type says enough. */
  detail: z.string(),
  /** Number of events, or of an import's rows. */
  count: z.number(),
  /** Number of members whose streams hold the events; 0 for events about the plan or the fund. */
  members: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** The search that finds these events in the event history. */
  search: eventFilter,
});
export type RecordedChange = z.infer<typeof recordedChange>;

/** Query of GET /api/history/plans/{planId}/moments. */
export const planMomentsQuery = z.strictObject({
  /** The moment around which changes are listed; now by default. */
  at: z.iso.datetime({ offset: true, error: dateProblem('Please give a date and a time.') }).optional(),
});

/** Answer to GET /api/history/plans/{planId}/moments. */
export const planMoments = z.object({
  planId: z.string(),
  /** When the plan's first event was recorded; null if it has none. */
  firstAt: z.string().nullable(),
  now: z.string(),
  /** The plan's events, and how many of them were recorded by the requested moment. */
  events: z.number(),
  eventsBy: z.number(),
  /** Weeks with at least one event, ascending. `week` is the week's Monday in Sydney (yyyy-MM-dd). */
  weeks: z.array(z.object({ week: z.string(), events: z.number() })),
  /** The changes nearest to the requested moment, newest first. */
  moments: z.array(recordedChange),
  /** Whether there are older and newer changes than the listed ones. */
  isCut: z.object({ older: z.boolean(), newer: z.boolean() }),
  /** The plan's campaigns, by the day of their run (yyyy-MM-dd). */
  campaigns: z.array(z.object({ name: z.string(), runDate: z.string(), campaignType: z.string() })),
  /** Moments for which a nightly run kept a digest, newest first. A replay of such a moment is compared with its digest. */
  digests: z.array(z.object({ at: z.string(), keptAt: z.string(), digest: z.string() })),
});
export type PlanMoments = z.infer<typeof planMoments>;

/**
 * Events recorded since the moment that may explain a difference. `members` counts only members who have the difference and whom the events
 * concern.
 */
const differenceCause = recordedChange;
export type DifferenceCause = RecordedChange;

const membersWithCauses = { members: z.number(), causes: z.array(differenceCause) };

/** Answer to GET /api/history/views/{id}/differences: a plan-month then and now, member by member. */
export const asOfDifferences = z.object({
  planId: z.string(),
  moment: z.string(),
  /** yyyy-MM; null if the plan has no figures either then or now. */
  month: z.string().nullable(),
  membersThen: z.number(),
  membersNow: z.number(),
  /** Members who are in the month only then, or only now. */
  onlyThen: z.object(membersWithCauses),
  onlyNow: z.object(membersWithCauses),
  /** Columns of a member's row that differ, the column with the most members first. */
  columns: z.array(z.object({ column: z.string(), ...membersWithCauses })),
  /** Everything recorded since the moment, by type, newest first. */
  changes: z.array(recordedChange),
});
export type AsOfDifferences = z.infer<typeof asOfDifferences>;
