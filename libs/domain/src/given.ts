import type { Decision, DomainEvent, StreamDefinition } from './event.js';
import { RuleViolation } from './rule-violation.js';

/** Sorts fields by name, so that their order does not matter. */
const byName = (_: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const asText = (value: unknown): string => JSON.stringify(value, byName, 2);

/**
 * Tests a decision in one sentence: `given(planStream, registered).when(closePlan('2024-01-01')).then(closed)`.
 * Throws when the decision yields other events than exactly these, or another refusal.
 */
export const given = <State, Event extends DomainEvent>(
  stream: StreamDefinition<State, Event>,
  ...past: NoInfer<Event>[]
) => ({
  when: (decision: Decision<State, Event>) => {
    const decide = (): Event[] => decision(past.reduce(stream.evolve, stream.initial));
    return {
      then: (...expected: Event[]): void => {
        const decided = asText(decide());
        if (decided !== asText(expected)) throw new Error(`Decided ${decided}\ninstead of ${asText(expected)}`);
      },
      thenRefuses: (code: RuleViolation['code'], message: string): void => {
        let outcome: string;
        try {
          outcome = `decided ${asText(decide())}`;
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
