import { consolidationOutcomes } from '@superscope/domain/member/member.events';
import { id as isId } from '@superscope/domain/shape';
import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { writeAnswer } from './csv-import.js';
import { day, userIdField } from './fields.js';
import { longestFundName, longestNotes, mostDollars } from './member-event-rules.js';

/** A member as a lookup lists them. */
export const memberOption = z.object({
  /** The inner id. */
  id: z.string(),
  surname: z.string().nullable(),
  givenName: z.string().nullable(),
  /** The fund's own number of the member; null once the member is erased. */
  memberNumber: z.string().nullable(),
  /** yyyy-MM-dd; null if it is not known, or once the member is erased. */
  birthDate: z.string().nullable(),
  login: z.string().nullable(),
  companyName: z.string().nullable(),
  /** yyyy-MM-dd */
  joinDate: z.string().nullable(),
  /** yyyy-MM-dd: the day on which the member left the plan, once it has come; null for a member of the plan. */
  leftOn: z.string().nullable(),
});
export type MemberOption = z.infer<typeof memberOption>;

/** A member whom a lookup found. */
export const foundMember = memberOption.extend({
  /** Whether the name only looks or sounds like the text. All members of an answer are near, or none is. */
  near: z.boolean(),
});
export type FoundMember = z.infer<typeof foundMember>;

/** Answer to GET /api/members/{id}. An erased member has the surname 'Erased' and no other name. */
export const oneMember = memberOption.extend({ erased: z.boolean() });
export type OneMember = z.infer<typeof oneMember>;

/** An active AuthorizedRep, who advises members. */
export const consultant = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the consultant is the caller. */
  own: z.boolean(),
});
export type Consultant = z.infer<typeof consultant>;

const notes = z.string().trim().max(longestNotes, `Notes have at most ${longestNotes} characters`).nullish();
const block = <Shape extends z.ZodRawShape>(fields: Shape) => z.strictObject({ create: z.boolean(), ...fields });

/** Dollars and cents. */
const amount = z
  .number()
  .max(mostDollars, `An amount is at most $${mostDollars.toLocaleString('en-AU')}`)
  .refine((dollars) => Math.abs(Math.round(dollars * 100) - dollars * 100) < 1e-4, 'An amount has at most two decimals')
  .nullish();

/** A day by which figures can be counted. */
const recentDay = day.refine((on) => on >= '1970-01-01', 'The year must be between 1970 and 2148.');

export const memberIdField = cleanField().max(40).refine(isId, 'This is not an id.');

/** Body of POST /api/members/events: what a consultant did with a member on one day. Only blocks with `create` are recorded. */
export const createMemberEvents = z.strictObject({
  memberId: memberIdField,
  effectiveDate: recentDay,
  /** User id. */
  consultant: userIdField,
  beneficiaryNominationValidated: block({ valid: z.boolean().optional(), notes }).optional(),
  consolidationImplemented: block({
    amount,
    fundName: cleanField().max(longestFundName, `A name has at most ${longestFundName} characters`).nullish(),
    notes,
  }).optional(),
  consultationPerformed: block({}).optional(),
  insuranceAdviceImplemented: block({ notes }).optional(),
  investmentAdviceImplemented: block({ notes }).optional(),
  potentialConsolidationVerified: block({ outcome: z.enum(consolidationOutcomes).nullish(), notes }).optional(),
  /** Also records what equals an event that was recorded before: it happened a second time. */
  again: z.boolean().optional(),
});
export type CreateMemberEvents = z.infer<typeof createMemberEvents>;

/** Answer to POST /api/members/events: what was written. A repeated request gets its first answer. */
export const recordedMemberEvents = writeAnswer.extend({
  events: z.array(z.object({ id: z.string(), eventType: z.string() })),
});
export type RecordedMemberEvents = z.infer<typeof recordedMemberEvents>;

/**
 * Body of 409 of POST /api/members/events if events of the request equal earlier ones: same member, kind, day and fields. Nothing
 * was recorded. The message names the earlier events.
 */
export const alreadyRecorded = z.object({
  message: z.string(),
  alreadyRecorded: z.array(
    z.object({
      eventType: z.string(),
      /** When the earlier event was recorded (instant, UTC), and by whom: a name. */
      at: z.string(),
      by: z.string(),
      /** Whether it came with a file. */
      fromFile: z.boolean(),
    }),
  ),
});
export type AlreadyRecordedAnswer = z.infer<typeof alreadyRecorded>;

/** One entry of a member's timeline. */
export const memberEvent = z.object({
  id: z.string(),
  eventType: z.string(),
  /** Instant, UTC. */
  at: z.string(),
  /** False if only the day is known; `at` is then the start of that day in Sydney. */
  hasTime: z.boolean(),
  processed: z.boolean(),
  /** The consultant's name; null if the member acted alone. */
  consultant: z.string().nullable(),
  valid: z.boolean().nullable(),
  outcome: z.string().nullable(),
  /** Dollars. */
  amount: z.number().nullable(),
  fundName: z.string().nullable(),
  notes: z.string().nullable(),
  /** Reason of a request for contact. */
  reason: z.string().nullable(),
  status: z.string().nullable(),
});
export type MemberEvent = z.infer<typeof memberEvent>;

/** An event that the reader recorded by hand today. */
const ownEvent = memberEvent
  .pick({
    id: true,
    eventType: true,
    processed: true,
    valid: true,
    outcome: true,
    amount: true,
    fundName: true,
    notes: true,
  })
  .extend({
    member: memberOption.pick({
      id: true,
      surname: true,
      givenName: true,
      memberNumber: true,
      birthDate: true,
      login: true,
    }),
    /** yyyy-MM-dd: the day on which it happened. */
    effectiveDate: z.string(),
    /** When it was recorded (instant, UTC). */
    at: z.string(),
    /** When it was withdrawn (instant, UTC); null while it stands. */
    withdrawnAt: z.string().nullable(),
  });
export type OwnEvent = z.infer<typeof ownEvent>;

/** Answer to GET /api/members/events/today, newest first. */
export const recordedToday = z.object({
  /** yyyy-MM-dd in Sydney. */
  today: z.string(),
  events: z.array(ownEvent),
});
export type RecordedToday = z.infer<typeof recordedToday>;
