import { sydneyDate } from '../calendar-dates.js';
import { RuleViolation } from '../rule-violation.js';
import { checkActivity, registered, standsRecorded, type MemberDecision } from './member.js';
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
}

/**
 * Records what a consultant did with a member, all of it or nothing. `recordedAt` is the instant (UTC) of the
 * submission, and `idOf` gives each event its own id. An event with exactly the same fields is not recorded twice.
 */
export const recordEvents =
  (submission: Submission, recordedAt: string, idOf: (type: RecordableType) => string): MemberDecision =>
  (member) => {
    const { memberId } = registered(member);
    const { effectiveDate, consultant, events } = submission;
    if (events.length === 0) throw new RuleViolation('invalid', 'Please choose at least one event.');
    return events.flatMap(({ type, valid, outcome, amountCents, fundName, notes }): MemberEvent[] => {
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
      return standsRecorded(member, type, data) ? [] : [{ type, data }];
    });
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
