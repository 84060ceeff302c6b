import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { id, instant, record, text } from '../shape.js';

/** Which failure of a piece of work somebody has in hand. The reason is free text of the person who wrote it, who owns its key. */
export type WorkFailureEvent = DomainEvent<
  'WorkFailureAcknowledged',
  { workId: string; failedAt: string; by: string; personal: { reason: string } }
>;

export interface WorkFailure {
  /** When the failure happened that was acknowledged last: instant, UTC; null before the first. A later one is nobody's again. */
  failedAt: string | null;
}

/** Failures of background work that somebody has in hand: `workFailure-{id of the work}`. */
export const workFailureStream: StreamDefinition<WorkFailure, WorkFailureEvent> = {
  category: 'workFailure',
  initial: { failedAt: null },
  idOf: ({ workId }) => workId,
  personOf: { WorkFailureAcknowledged: ({ by }) => by },
  shapes: {
    WorkFailureAcknowledged: { workId: id, failedAt: instant, by: id, personal: record({ reason: text }) },
  },
  evolve: (state, event) => (event.type === 'WorkFailureAcknowledged' ? { failedAt: event.data.failedAt } : state),
};

/** In characters: a sentence. */
const longestReason = 200;

/** Throws `invalid` unless the reason is a sentence or less. */
export function assertReason(reason: string): void {
  if (reason.trim() === '') throw new RuleViolation('invalid', 'Say why in a sentence.');
  if (reason.length > longestReason)
    throw new RuleViolation('invalid', `The reason has at most ${longestReason} characters.`);
}

/** Takes a failure in hand. Once somebody has it in hand, nothing is written. */
export const acknowledgeFailure =
  (workId: string, failedAt: string, by: string, reason: string): Decision<WorkFailure, WorkFailureEvent> =>
  (state) => {
    assertReason(reason);
    if (state.failedAt === failedAt) return [];
    return [{ type: 'WorkFailureAcknowledged', data: { workId, failedAt, by, personal: { reason: reason.trim() } } }];
  };
