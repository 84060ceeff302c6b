import { sydneyDate } from '../calendar-dates.js';
import { RuleViolation } from '../rule-violation.js';
import { checkActivity, registered, standingEqual, type MemberDecision } from './member.js';
import type { MemberActivity, MemberEvent, RecordableType } from './member.events.js';

/** The fields that a consultant fills in for one kind of event. */
export interface RecordedFields {
  type: RecordableType;
  valid?: boolean;
  outcome?: MemberActivity['outcome'];
  amountCents?: number | null;
  fundName?: string | null;
  notes?: string | null;
}

export interface Submission {
  effectiveDate: string;
  /** User id. */
  consultant: string;
  events: readonly RecordedFields[];
  /** Also records what equals an event that stands already: it happened a second time. */
  again: boolean;
}

/** An activity that stands in the member's stream. `activity.recorded` is null if a file recorded it. */
export interface StandingActivity {
  type: RecordableType;
  activity: MemberActivity;
}

/** A submission repeats events that stand already. `earlier` has the newest equal of each repeated one. Nothing was recorded. */
export class AlreadyRecorded extends RuleViolation {
  constructor(readonly earlier: readonly StandingActivity[]) {
    super('conflict', 'Already recorded.');
    this.name = 'AlreadyRecorded';
  }
}

/**
 * Records what a consultant did with a member, all of it or nothing. `recordedAt` is the instant (UTC) of the
 * submission, and `idOf` gives each event its own id. Throws AlreadyRecorded if an event with exactly the same fields
 * stands already, unless the submission says that it happened again.
 */
export const recordEvents =
  (submission: Submission, recordedAt: string, idOf: (type: RecordableType) => string): MemberDecision =>
  (member) => {
    const { memberId } = registered(member);
    const { effectiveDate, consultant, events, again } = submission;
    if (events.length === 0) throw new RuleViolation('invalid', 'Please choose at least one event.');
    const submitted = events.map(({ type, valid, outcome, amountCents, fundName, notes }) => {
      const data: MemberActivity = {
        memberId,
        effectiveDate,
        consultant,
        valid: type === 'BeneficiaryNominationValidated' ? (valid ?? true) : null,
        outcome: outcome ?? null,
        amountCents: amountCents ?? null,
        recorded: { eventId: idOf(type), at: recordedAt },
        personal: { notes: notes ?? null, fundName: fundName ?? null },
      };
      checkActivity(type, data, sydneyDate(recordedAt));
      return { type, data };
    });
    const earlier = again
      ? []
      : submitted.flatMap(({ type, data }) => {
          const activity = standingEqual(member, type, data);
          return activity === null ? [] : [{ type, activity }];
        });
    if (earlier.length > 0) throw new AlreadyRecorded(earlier);
    return submitted satisfies MemberEvent[];
  };

/**
 * Whether a run has processed an event that was recorded at an instant. A run processes everything that was recorded
 * before its day began in Sydney; `processedBefore` is the day (yyyy-MM-dd) of the newest run, null before the first.
 */
export const isProcessed = (recordedAt: string, processedBefore: string | null): boolean =>
  processedBefore !== null && sydneyDate(recordedAt) < processedBefore;

/** Takes back a recorded event that no run has processed. Repeating it writes nothing. */
export const withdrawEvent =
  (eventId: string, processedBefore: string | null): MemberDecision =>
  (member) => {
    const { memberId } = registered(member);
    const standing = member.recorded.get(eventId);
    if (standing === undefined) throw new RuleViolation('not-found', 'There is no such event.');
    if (standing.withdrawn) return [];
    const { type, activity } = standing;
    if (isProcessed(activity.recorded.at, processedBefore))
      throw new RuleViolation('conflict', 'This event has been processed and can no longer be withdrawn.');
    const { effectiveDate } = activity;
    return [{ type: 'MemberEventWithdrawn', data: { memberId, eventId, eventType: type, effectiveDate } }];
  };
