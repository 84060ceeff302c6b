import { accessActions, type AccessAction } from '@superscope/domain/access/access-actions';
import { z } from 'zod';
import { dayOrInstant, userIdField } from './fields.js';
import { memberIdField, memberOption } from './member-events.js';

const actionNames = Object.keys(accessActions) as [AccessAction, ...AccessAction[]];

/**
 * Query of GET /api/onecentral/access. Days are those of Australia/Sydney, both included; by default the current month until today.
 * `resourceId` is a user of OneCentral and `userId` any user: sessions of either are found, and without both of everybody.
 */
export const activityQuery = z.strictObject({
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  resourceId: userIdField.optional(),
  userId: userIdField.optional(),
  /** The inner id of a member whose data was named. */
  recordId: memberIdField.optional(),
  actionType: z.enum(actionNames, 'There is no such action.').optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});

/** Instants are ISO in UTC. A field is null where an entry lacks it: one of an earlier release, or one without a request. */
const activityAction = z.object({
  timestamp: z.string(),
  /** Its name for people. */
  action: z.string(),
  context: z.string(),
  type: z.string(),
  path: z.string().nullable(),
  referrer: z.string().nullable(),
  planId: z.string().nullable(),
  /** What it was about, such as the table that was exported. */
  object: z.string().nullable(),
  /** Members whose data was named. */
  members: z.number().int(),
  rows: z.number().int().nullable(),
  outcome: z.string(),
});
export type ActivityAction = z.infer<typeof activityAction>;

const activitySession = z.object({
  sessionId: z.string(),
  /** The session's first action, also where the question is about later ones. */
  sessionStart: z.string(),
  /** Seconds from its first action to its last. */
  duration: z.number().int(),
  /** Null where nobody was signed in. */
  username: z.string().nullable(),
  role: z.string().nullable(),
  remoteAddress: z.string().nullable(),
  /** The newest of those that were asked for, the newest first. */
  actions: z.array(activityAction),
  /** How many were asked for. */
  actionCount: z.number().int(),
});
export type ActivitySession = z.infer<typeof activitySession>;

/** Answer to GET /api/onecentral/access, the newest session first. */
export const activity = z.object({
  startDate: z.string(),
  endDate: z.string(),
  sessions: z.array(activitySession),
  total: z.number().int(),
  /** Of `recordId`; null where no member has it. */
  member: memberOption.nullable(),
});
export type Activity = z.infer<typeof activity>;

export const activityPageSize = 10;

export const activityUser = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().nullable(),
  role: z.string(),
  oneCentral: z.boolean(),
  active: z.boolean(),
});
export type ActivityUser = z.infer<typeof activityUser>;

export const activityActionOption = z.object({ id: z.string(), name: z.string(), type: z.string() });
export type ActivityActionOption = z.infer<typeof activityActionOption>;
