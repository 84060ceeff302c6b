import { productStreams } from '@superscope/domain/product-streams';
import { id as isId } from '@superscope/domain/shape';
import { z } from 'zod';
import { dateProblem, innerId, userIdField } from './fields.js';

/** An event's place in the log as URLs write it: `commit-prepare`. */
export const eventPlace = z
  .string()
  .refine(
    (text) => /^\d{1,20}-\d{1,20}$/.test(text) && text.split('-').every((part) => BigInt(part) < 2n ** 64n),
    'This is not a place in the log.',
  );

const instant = z.iso
  .datetime({ error: dateProblem('An instant is written yyyy-MM-ddTHH:mm:ss.sssZ.') })
  .refine((text) => text >= '1970' && text < '2149', 'The year must be between 1970 and 2148.');
const memberId = z.guid('This is not a member.');
const categories = new Map(productStreams.map(({ category, shapes }) => [category, Object.keys(shapes)]));
const types = new Set([...categories.values()].flat());
/** The form of stream ids by category. In a category without an entry, any id is valid. */
const idsOf: Readonly<Record<string, RegExp>> = {
  member: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  login: /^[\da-f]{64}$/,
};

/** Search values are kept permanently, in the access log and in files, so no field of a search takes free text. */
const streamOf = z.string().refine((stream) => {
  const dash = stream.indexOf('-');
  if (dash === -1) return categories.has(stream);
  const [category, id] = [stream.slice(0, dash), stream.slice(dash + 1)];
  return categories.has(category) && isId(id) && (idsOf[category]?.test(id) ?? true);
}, 'This is not a stream.');
const typeOf = z.string().refine((type) => types.has(type), 'This is not a type of event.');

/** A correlation id as the X-Correlation-Id header carries it. */
export const correlationId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/, 'This is not the id of a request.');

const filterShape = {
  memberId: memberId.optional(),
  planId: innerId.optional(),
  /** The user who caused the event, or whose account it is about. */
  userId: userIdField.optional(),
  stream: streamOf.optional(),
  type: typeOf.optional(),
  /** First instant that matches. */
  from: instant.optional(),
  /** First instant that no longer matches. */
  to: instant.optional(),
  correlationId: correlationId.optional(),
  /** Leaves out what a file’s import recorded. */
  imports: z.literal('hidden').optional(),
};

/** Filters of a search. An event must match all given filters. */
export const eventFilter = z.strictObject(filterShape);
export type EventFilter = z.infer<typeof eventFilter>;

/** Query of GET /api/history/events. `before` is the place after which the next page begins, as events are listed newest first. */
export const eventSearch = z.strictObject({ ...filterShape, before: eventPlace.optional() });

/** Query of GET /api/history/eventFile. */
export const eventFileQuery = z.strictObject({ ...filterShape, format: z.enum(['csv', 'jsonl']) });
export type EventFileFormat = z.infer<typeof eventFileQuery>['format'];

/** An event without its data. None of these fields is personal. */
export const historyEvent = z.object({
  place: eventPlace,
  /** When it was recorded (instant, UTC). */
  at: z.string(),
  category: z.string(),
  stream: z.string(),
  revision: z.number(),
  type: z.string(),
  eventId: z.string(),
  planId: z.string().nullable(),
  /** The member in whose stream it is. */
  memberId: z.string().nullable(),
  /** A user's id, or `system`. */
  actor: z.string(),
  role: z.string(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  commandId: z.string(),
  bytes: z.number(),
  /** Kinds of read models that the event changed. */
  readModels: z.array(z.string()),
  /** The months (yyyy-MM, inclusive) whose figures the event made stale, and whose figures they are. */
  stale: z.object({ of: z.enum(['plan', 'platform', 'member', 'all']), from: z.string(), to: z.string() }).nullable(),
});
export type HistoryEvent = z.infer<typeof historyEvent>;

/** At most this many events are counted. */
export const mostCounted = 1_000;

/** Answer to GET /api/history/events, newest first. */
export const eventPage = z.object({
  events: z.array(historyEvent),
  /** Value of `before` for the next page; null at the end. */
  next: z.string().nullable(),
  /** Number of matching events, at most `mostCounted`; null if `before` was given. */
  total: z.object({ count: z.number(), isMore: z.boolean() }).nullable(),
});
export type EventPage = z.infer<typeof eventPage>;

/** Answer to GET /api/history/events/{place}/beside: the places of the next events that match a search, and how many match. */
export const eventsBeside = z.object({
  newer: eventPlace.nullable(),
  older: eventPlace.nullable(),
  /** At most `mostCounted`; null for a search of everything. */
  total: z.object({ count: z.number(), isMore: z.boolean() }).nullable(),
});
export type EventsBeside = z.infer<typeof eventsBeside>;

/** Answer to GET /api/history/eventChoices: the values to search by. */
export const eventChoices = z.object({
  categories: z.array(z.object({ category: z.string(), types: z.array(z.string()) })),
  users: z.array(z.object({ userId: z.string(), name: z.string() })),
});
export type EventChoices = z.infer<typeof eventChoices>;

/** A field of a stream's state, by its path. `before` or `after` is null if that state lacks the field. */
export const stateField = z.object({
  path: z.array(z.string()),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type StateField = z.infer<typeof stateField>;

/** Answer to GET /api/history/events/{place}, and to the request that shows its personal fields. */
export const eventDetail = z.object({
  event: historyEvent,
  /** The plan that the event names, or the plan of its stream at that time. Null if the event is not about one plan. */
  plan: z.object({ id: z.string(), name: z.string() }).nullable(),
  metadata: z.record(z.string(), z.unknown()),
  data: z.unknown(),
  /** The stream's state before and after the event; null if the stream keeps none or is too long to be read again. */
  state: z
    .object({
      fields: z.array(stateField),
      /** Number of fields that are the same before and after, which are not listed. */
      unchanged: z.number(),
      /** Whether more fields differ than are listed. */
      isCut: z.boolean(),
    })
    .nullable(),
  /** Whether there is no state because the stream is too long to be read again. */
  isTooLong: z.boolean(),
  /** Which event took this one back, if one did; null for a kind that cannot be taken back. */
  standing: z.object({ takenBackBy: historyEvent.nullable() }).nullable(),
  /**
   * How many of the plan's members had an activity of this kind in the `months` up to its day, just before and just after it was recorded.
   * Exact; null for other events.
   */
  counted: z
    .object({
      months: z.number(),
      /** yyyy-MM-dd */
      to: z.string(),
      before: z.number(),
      after: z.number(),
    })
    .nullable(),
  /** The events of the member's stream next to this one and itself, newest first, without those of imports; empty in any other stream. */
  around: z.array(historyEvent),
  personal: z.enum(['none', 'hidden', 'shown']),
});
export type EventDetail = z.infer<typeof eventDetail>;

/** Answer to GET /api/history/correlations/{correlationId}: events of one request, in order. */
export const eventTrace = z.object({ correlationId: z.string(), events: z.array(historyEvent), isCut: z.boolean() });
export type EventTrace = z.infer<typeof eventTrace>;
