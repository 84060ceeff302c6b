import { z } from 'zod';

/** What kinds of event change a plan's figures, as an auditor tells them apart. */
export const recordedKinds = [
  'snapshotsImported',
  'holdingsImported',
  'snapshotsWithdrawn',
  'holdingsWithdrawn',
  'membersRegistered',
  'detailsRevised',
  'membersMoved',
  'membersLeft',
  'activityRecorded',
  'contactRequested',
  'campaignRun',
  'campaignEngagement',
  'figuresRevised',
  'assetsPublished',
  'planPublished',
  'monthClosed',
] as const;
export type RecordedKind = (typeof recordedKinds)[number];

/** Events of one kind that were recorded within a minute, or since a moment. */
export const recordedChange = z.object({
  kind: z.enum(recordedKinds),
  /** A month (yyyy-MM), a type of activity, a campaign's name, a figure's name; empty where there is nothing to add. */
  detail: z.string(),
  /** Events, or rows of an import. */
  count: z.number(),
  /** Members that they are about; 0 where they are about the plan or the fund. */
  members: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type RecordedChange = z.infer<typeof recordedChange>;

/** Answer to GET /api/history/plans/{planId}/moments, newest first. */
export const planMoments = z.object({
  planId: z.string(),
  /** When the first fact of the plan was recorded; null before. */
  firstAt: z.string().nullable(),
  now: z.string(),
  moments: z.array(recordedChange),
  /** Older moments than these are not listed. */
  isCut: z.boolean(),
  /** Moments of which a nightly run kept a digest, the newest first: a replay of one is compared with it. */
  digests: z.array(z.object({ at: z.string(), keptAt: z.string(), digest: z.string() })),
});
export type PlanMoments = z.infer<typeof planMoments>;

/** Events since then that may have made a difference. */
export const differenceCause = z.object({
  kind: z.enum(recordedKinds),
  detail: z.string(),
  /** Members with the difference whom these events are about. */
  members: z.number(),
  events: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type DifferenceCause = z.infer<typeof differenceCause>;

/** Answer to GET /api/history/views/{id}/differences: a plan-month then and now, member by member. */
export const asOfDifferences = z.object({
  planId: z.string(),
  moment: z.string(),
  /** yyyy-MM; null where the plan has no figures then and now. */
  month: z.string().nullable(),
  membersThen: z.number(),
  membersNow: z.number(),
  /** Members that the month has in one of them only. */
  onlyThen: z.number(),
  onlyNow: z.number(),
  /** Columns of a member's row that differ, those of most members first. */
  columns: z.array(z.object({ column: z.string(), members: z.number(), causes: z.array(differenceCause) })),
  /** All that was recorded since then, by kind, the newest first. */
  changes: z.array(recordedChange),
});
export type AsOfDifferences = z.infer<typeof asOfDifferences>;
