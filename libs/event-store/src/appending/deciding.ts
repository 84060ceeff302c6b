import type { Decision, DomainEvent } from '@superscope/domain/event';
import type { Position } from '../events/position.js';
import type { RecordedEvent } from '../events/recorded-event.js';

/** Which part of its stream a decision is based on. */
export interface Reading {
  readonly asOf?: Position | null;
  readonly skipUnreadable?: boolean;
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
