import type { Decision, DomainEvent } from '@superscope/domain/event';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { Position } from '../events/position.js';
import type { RecordedEvent } from '../events/recorded-event.js';

/** Which part of its stream a decision is based on. */
export interface Reading<State = never> {
  readonly asOf?: Position | null;
  readonly skipUnreadable?: boolean;
  readonly basedOn?: BasedOn<State> | null;
}

/** What somebody had read when they decided: a record at a revision of its stream, -1 before its first event. */
export interface BasedOn<State> {
  readonly revision: number;
  /** The part of the state that a save replaces. Events that leave it as it is, such as a sign-in of the user, are in nobody's way. */
  readonly record: (state: State) => unknown;
}

/** A save is refused because the record was changed after the revision that its author had read. */
export class RecordChanged extends RuleViolation {
  constructor() {
    super('conflict', 'Somebody changed this after you read it. Yours was not saved.');
    this.name = 'RecordChanged';
  }
}

/** Throws RecordChanged unless the record is still what its author had read. `read` is null for a revision that there is not yet. */
export function assertUnchanged<State>({ record }: BasedOn<State>, read: { state: State } | null, now: State): void {
  if (read === null || JSON.stringify(record(read.state)) !== JSON.stringify(record(now))) throw new RecordChanged();
}

/** Whether a decision on this state writes no events. False if the decision throws. */
export const changesNothing = <State, Event extends DomainEvent>(
  decision: Decision<State, Event>,
  state: State,
): boolean => {
  try {
    return decision(state).length === 0;
  } catch {
    return false;
  }
};

/** Whether a repeated decision begins with the events that an interrupted command wrote. */
export const continues = (events: readonly DomainEvent[], written: readonly RecordedEvent[]): boolean =>
  events.length === written[0]?.metadata.of && written.every(({ type }, i) => events[i]?.type === type);
