import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, flag, id, instant, integer, listOf, orNull, shape, text } from '../shape.js';

/** Monday is 1 and Sunday is 7. */
const weekDays = [1, 2, 3, 4, 5, 6, 7] as const;

/** When exports begin by themselves (Australia/Sydney), and of whom. */
export interface SalesforcePlan {
  isOn: boolean;
  /** HH:mm */
  at: string;
  days: readonly number[];
  /** Null for all together. */
  providerIds: readonly string[] | null;
}

export type SalesforceScheduleEvent =
  /** `by` is the account in whose name the exports run, and `since` when it was set: no earlier time is made up for. */
  | DomainEvent<'SalesforceScheduleSet', SalesforcePlan & { by: string; since: string }>
  /** The exports of a time by the plan (`due`, instant) are begun: once, and again for those that failed. */
  | DomainEvent<'SalesforceScheduleBegun', { due: string; attempt: number; at: string }>;

export interface SalesforceSchedule {
  plan: (SalesforcePlan & { by: string; since: string }) | null;
  /** The newest time by the plan whose exports were begun, and how often they were. */
  begun: { due: string; attempt: number; at: string } | null;
}

const clockTime = shape<string>(
  (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  '02:30',
);

/** The plan of exports to Salesforce: one stream. */
export const salesforceScheduleStream: StreamDefinition<SalesforceSchedule, SalesforceScheduleEvent> = {
  category: 'salesforceSchedule',
  initial: { plan: null, begun: null },
  shapes: {
    SalesforceScheduleSet: {
      isOn: flag,
      at: clockTime,
      days: listOf(integer),
      providerIds: orNull(listOf(id)),
      by: text,
      since: instant,
    },
    SalesforceScheduleBegun: { due: instant, attempt: count, at: instant },
  },
  evolve: (schedule, event) => {
    switch (event.type) {
      case 'SalesforceScheduleSet':
        return { ...schedule, plan: event.data };
      case 'SalesforceScheduleBegun':
        return { ...schedule, begun: event.data };
      default:
        return schedule;
    }
  },
};

type ScheduleDecision = Decision<SalesforceSchedule, SalesforceScheduleEvent>;

/** Sets the plan at an instant. The same again writes nothing, so that it stays in the name of whoever set it. */
export const setSchedule =
  (plan: SalesforcePlan, by: string, since: string): ScheduleDecision =>
  ({ plan: before }) => {
    if (!clockTime(plan.at)) throw new RuleViolation('invalid', 'A time is written HH:mm.');
    if (plan.days.length === 0) throw new RuleViolation('invalid', 'Choose at least one day.');
    if (plan.days.some((each) => !(weekDays as readonly number[]).includes(each)))
      throw new RuleViolation('invalid', 'Days are numbers from 1, which is Monday, to 7.');
    if (plan.providerIds?.length === 0) throw new RuleViolation('invalid', 'Choose at least one provider, or all.');
    const days = [...new Set(plan.days)].toSorted();
    const isSame =
      before !== null &&
      before.isOn === plan.isOn &&
      before.at === plan.at &&
      before.days.join() === days.join() &&
      before.providerIds?.join() === plan.providerIds?.join();
    if (isSame) return [];
    return [{ type: 'SalesforceScheduleSet', data: { ...plan, days, by, since } }];
  };

/** How long after a begin exports that failed are begun again. */
const againAfterMinutes = 10;

/**
 * Begins the exports of the newest time by the plan, `due`, at an instant: once, and again when some `hasFailed` and ten minutes have passed.
 * A time from before the plan was set is nobody's.
 */
export const beginDue =
  (due: string, at: string, hasFailed: boolean): ScheduleDecision =>
  ({ plan, begun }) => {
    if (plan === null || !plan.isOn || due <= plan.since) return [];
    if (begun === null || begun.due < due) return [{ type: 'SalesforceScheduleBegun', data: { due, attempt: 1, at } }];
    const mayBeginAgain = Date.parse(at) - Date.parse(begun.at) >= againAfterMinutes * 60_000;
    if (begun.due > due || !hasFailed || !mayBeginAgain) return [];
    return [{ type: 'SalesforceScheduleBegun', data: { due, attempt: begun.attempt + 1, at } }];
  };
