import type { Decision, DomainEvent, StreamDefinition } from './event.js';
import { RuleViolation } from './rule-violation.js';

/** Fields are the same in any order. */
const byName = (_: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const told = (value: unknown): string => JSON.stringify(value, byName, 2);

/**
 * For specs, one sentence each: `given(planStream, registered).when(closePlan('2024-01-01')).then(closed)`.
 * Given what a stream says, when a decision is made, then exactly these events follow, or it is refused.
 * Fails by throwing, with what was decided instead.
 */
export const given = <State, Event extends DomainEvent>(
  stream: StreamDefinition<State, Event>,
  ...past: NoInfer<Event>[]
) => ({
  when: (decision: Decision<State, Event>) => {
    const decide = (): Event[] => decision(past.reduce(stream.evolve, stream.initial));
    return {
      then: (...expected: Event[]): void => {
        const decided = told(decide());
        if (decided !== told(expected)) throw new Error(`Decided ${decided}\ninstead of ${told(expected)}`);
      },
      thenRefuses: (code: RuleViolation['code'], message: string): void => {
        let outcome: string;
        try {
          outcome = `decided ${told(decide())}`;
        } catch (error) {
          if (!(error instanceof RuleViolation)) throw error;
          if (error.code === code && error.message === message) return;
          outcome = `refused with ${error.code}: ${error.message}`;
        }
        throw new Error(`Expected a refusal with ${code}: ${message}\nbut it ${outcome}`);
      },
    };
  },
});
