import { timelineOf } from '@superscope/api/members/timeline';
import { calendarStream, processMemberEvents, type CalendarEvent } from '@superscope/domain/calendar/calendar';
import { addDays } from '@superscope/domain/calendar-dates';
import type { DomainEvent, StreamDefinition } from '@superscope/domain/event';
import { memberStream, recordActivity, recordMember, requestContact } from '@superscope/domain/member/member';
import type { MemberEvent } from '@superscope/domain/member/member.events';
import { jo } from '@superscope/domain/member/jo.fixture';
import { recordEvents, withdrawEvent } from '@superscope/domain/member/recorded-events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { contactRequests, memberEventRuns, memberEvents } from '@superscope/projector/activity/member-facts.projection';
import { foldDocument } from '@superscope/projector/runtime/writing/fold-document';
import type { DocumentWrite } from '@superscope/projector/runtime/writing/projection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const firstDay = '2026-11-20';
/** Noon in Sydney of a day. */
const noon = (day: number) => `${addDays(firstDay, day)}T01:00:00.000Z`;
const types = ['ConsultationPerformed', 'InsuranceAdviceImplemented', 'InvestmentAdviceImplemented'] as const;

/** An action on a day. */
type Step =
  | { kind: 'submit'; types: (typeof types)[number][]; consultant: string; again: boolean }
  | { kind: 'import'; type: (typeof types)[number]; notes: string }
  | { kind: 'contact'; status: string }
  | { kind: 'withdraw'; nth: number }
  | { kind: 'process' };

const type = fc.constantFrom(...types);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      types: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }),
      consultant: fc.constantFrom('helen', 'joon'),
      again: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import' as const), type, notes: fc.constantFrom('a', 'b') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('contact' as const), status: fc.constantFrom('Open', 'Closed') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('process' as const) }) },
);
/** The steps of several days. */
const history = fc.array(fc.array(step, { maxLength: 6 }), { minLength: 1, maxLength: 4 });

/** A stream of the event store, in memory. */
class Stream<State, Event extends DomainEvent> {
  readonly events: RecordedEvent[] = [];
  state: State;

  constructor(private readonly definition: StreamDefinition<State, Event>) {
    this.state = definition.initial;
  }

  /** Decides and appends the events. Returns false if the decision was refused. */
  transact(decide: (state: State) => Event[], at: string): boolean {
    let decided: Event[];
    try {
      decided = decide(this.state);
    } catch (error) {
      if (error instanceof RuleViolation) return false;
      throw error;
    }
    for (const event of decided) {
      this.state = this.definition.evolve(this.state, event);
      const stored = { ...event, revision: BigInt(this.events.length), metadata: { at } };
      this.events.push(stored as unknown as RecordedEvent);
    }
    return true;
  }
}

/** The expected timeline, computed from the steps without the product's folds. */
interface Expected {
  eventType: string;
  day: number;
  by: string;
  isRecorded: boolean;
  withdrawn: boolean;
  processed: boolean;
}

function play(days: readonly (readonly Step[])[]) {
  const member = new Stream<ReturnType<typeof memberStream.evolve>, MemberEvent>(memberStream);
  const calendar = new Stream<ReturnType<typeof calendarStream.evolve>, CalendarEvent>(calendarStream);
  const expected: Expected[] = [];
  const ids: string[] = [];
  member.transact(recordMember(jo, firstDay), noon(0));
  days.forEach((steps, day) => {
    const on = addDays(firstDay, day);
    for (const each of steps)
      switch (each.kind) {
        case 'submit': {
          const { again } = each;
          const isRepeated = each.types.some((wanted) =>
            expected.some((known) => {
              const isSame = known.eventType === wanted && known.day === day && known.by === each.consultant;
              return known.isRecorded && !known.withdrawn && isSame;
            }),
          );
          // All of a submission is recorded, or nothing.
          const fresh = isRepeated && !again ? [] : each.types;
          const number = ids.length;
          const idOf = (of: string) => `m1_${number}-${of}`;
          const events = each.types.map((of) => ({ type: of }));
          const submission = { effectiveDate: on, consultant: each.consultant, events, again };
          member.transact(recordEvents(submission, noon(day), idOf), noon(day));
          for (const eventType of fresh) {
            const of = { eventType, day, by: each.consultant };
            expected.push({ ...of, isRecorded: true, withdrawn: false, processed: false });
            ids.push(idOf(eventType));
          }
          break;
        }
        case 'import': {
          const personal = { notes: each.notes, fundName: null };
          member.transact(recordActivity(each.type, { effectiveDate: on, personal }, on), noon(day));
          const of = { eventType: each.type, day, by: each.notes, isRecorded: false };
          const known = expected.find((one) => !one.isRecorded && one.eventType === each.type && one.day === day);
          if (known) known.by = each.notes;
          else expected.push({ ...of, withdrawn: false, processed: true });
          break;
        }
        case 'contact': {
          member.transact(requestContact(noon(day), 'insurance', each.status), noon(day));
          const known = expected.find((one) => one.eventType === 'ContactRequested' && one.day === day);
          if (known) known.by = each.status;
          else {
            const of = { eventType: 'ContactRequested', day, by: each.status, isRecorded: false };
            expected.push({ ...of, withdrawn: false, processed: true });
          }
          break;
        }
        case 'withdraw': {
          const recorded = expected.filter((one) => one.isRecorded);
          const target = recorded[each.nth % Math.max(1, recorded.length)];
          if (target === undefined) break;
          const id = ids[recorded.indexOf(target)]!;
          const accepted = member.transact(withdrawEvent(id, calendar.state.processedBefore), noon(day));
          expect(accepted).toBe(!target.processed || target.withdrawn);
          if (accepted) target.withdrawn = true;
          break;
        }
        case 'process': {
          calendar.transact(processMemberEvents(on), noon(day));
          for (const one of expected) if (one.day < day && !one.withdrawn) one.processed = true;
        }
      }
  });
  return { streams: [member.events, calendar.events], expected };
}

const projections = [memberEvents, contactRequests, memberEventRuns];

/** The view's documents after a delivery. A repeated event changes nothing. */
function project(delivery: readonly RecordedEvent[]) {
  const writes = new Map<string, DocumentWrite[]>();
  for (const event of delivery)
    for (const { handles, project: projected } of projections) {
      if (!handles.includes(event.type)) continue;
      for (const write of projected(event).documents ?? []) {
        const known = writes.get(write.collection) ?? [];
        if (known.every(({ revision }) => revision < write.revision)) writes.set(write.collection, [...known, write]);
      }
    }
  const run = foldDocument(writes.get('memberEventRuns') ?? []);
  const document = foldDocument(writes.get('memberEvents') ?? []) ?? {};
  return timelineOf('m1', document, (run?.['recordedBefore'] as string | undefined) ?? null, { kind: 'all' });
}

/** Interleaves the streams' events by `choices`. Each stream keeps its order, and some events are delivered again. */
function delivered(streams: readonly (readonly RecordedEvent[])[], choices: readonly number[]): RecordedEvent[] {
  const order: RecordedEvent[] = [];
  const next = streams.map(() => 0);
  for (let i = 0; next.some((at, s) => at < streams[s]!.length); i += 1) {
    const choice = choices[i % choices.length]!;
    const open = streams.flatMap((stream, s) => (next[s]! < stream.length ? [s] : []));
    const s = open[choice % open.length]!;
    order.push(streams[s]![next[s]!]!);
    next[s]! += 1;
    // Sometimes goes back a few events in a stream.
    if (choice % 4 === 0) next[s] = Math.max(0, next[s]! - (choice % 3));
    if (i > 1_000) break;
  }
  return [...order, ...streams.flat()];
}

describe('a member’s timeline', () => {
  it('matches the events for any sequence of submissions, withdrawals, processing, imports and redelivery', () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat(1_000), { minLength: 1, maxLength: 30 }), (days, choices) => {
        const { streams, expected } = play(days);
        const shown = project(delivered(streams, choices)).map(
          ({ eventType, at, processed, consultant, notes, status }) => ({
            eventType,
            processed,
            by: consultant ?? notes ?? status,
            day: Math.round((Date.parse(at) - Date.parse(noon(0))) / 86_400_000),
          }),
        );
        const standing = expected
          .filter(({ withdrawn }) => !withdrawn)
          .map(({ eventType, day, by, processed }) => ({ eventType, processed, by, day }));
        const inOrder = (list: object[]) => list.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();
        expect(inOrder(shown)).toEqual(inOrder(standing));
        expect(shown.map(({ day }) => day)).toEqual(shown.map(({ day }) => day).sort((a, b) => b - a));
      }),
      { numRuns: 400 },
    );
  });
});
