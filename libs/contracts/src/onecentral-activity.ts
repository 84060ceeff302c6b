import { accessActions, type AccessAction } from '@superscope/domain/access/access-actions';
import { z } from 'zod';
import { dayOrInstant, userIdField } from './fields.js';
import { memberIdField, memberOption } from './member-events.js';

const actionNames = Object.keys(accessActions) as [AccessAction, ...AccessAction[]];

/**
 * Query of GET /api/onecentral/access. Both days are inclusive and in Australia/Sydney; the default is the current month until today.
 * `resourceId` is a user of OneCentral and `userId` is any user. The answer has the sessions of either, or everybody's sessions without
 * both.
 */
export const activityQuery = z.strictObject({
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  resourceId: userIdField.optional(),
  userId: userIdField.optional(),
  /** The inner id of a member whose data was accessed. */
  recordId: memberIdField.optional(),
  actionType: z.enum(actionNames, 'There is no such action.').optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});

/** Instants are ISO in UTC. A field is null if the entry lacks it, as entries of an earlier release and entries without a request do. */
const activityAction = z.object({
  timestamp: z.string(),
  /** The action's display name. */
  action: z.string(),
  context: z.string(),
  type: z.string(),
  path: z.string().nullable(),
  referrer: z.string().nullable(),
  planId: z.string().nullable(),
  /** What the action was about, such as the exported table. */
  object: z.string().nullable(),
  /** Number of members whose data was accessed. */
  members: z.number().int(),
  rows: z.number().int().nullable(),
  outcome: z.string(),
});
export type ActivityAction = z.infer<typeof activityAction>;

const activitySession = z.object({
  sessionId: z.string(),
  /** Time of the session's first action, even if the query asks only for later ones. */
  sessionStart: z.string(),
  /** Seconds from the session's first action to its last. */
  duration: z.number().int(),
  /** Null if nobody was signed in. */
  username: z.string().nullable(),
  /** The person's name; null if nobody was signed in or the account has none. */
  name: z.string().nullable(),
  role: z.string().nullable(),
  remoteAddress: z.string().nullable(),
  /** The newest matching actions, newest first. */
  actions: z.array(activityAction),
  /** Number of matching actions. */
  actionCount: z.number().int(),
});
export type ActivitySession = z.infer<typeof activitySession>;

/** Answer to GET /api/onecentral/access, newest session first. */
export const activity = z.object({
  startDate: z.string(),
  endDate: z.string(),
  sessions: z.array(activitySession),
  total: z.number().int(),
  /** The member with the id `recordId`; null if there is none. */
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

/**
 * How an action of a type came to the members that it names: `opened` one of them, saw them `among results`, or `changed` them. Null if it
 * named nobody.
 */
export function accessHow(type: string, members: number): 'opened' | 'among results' | 'changed' | null {
  if (members === 0) return null;
  if (type === 'change' || type === 'import') return 'changed';
  return type === 'view' && members === 1 ? 'opened' : 'among results';
}
