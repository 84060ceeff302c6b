import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { Logger } from 'pino';
import type { DeadLetters } from '../operations/dead-letters.js';
import { safeError } from './failures.js';
import { FactsWriter } from './facts-writer.js';
import type { Projection } from './projection.js';
import type { Target } from './target.js';

/** Writes the log's own rows for events that were set aside, because the log holds these too. */
export class LogRows {
  private readonly writer: FactsWriter;

  constructor(
    target: Target,
    projections: readonly Projection[],
    private readonly deadLetters: DeadLetters,
    private readonly log: Logger,
  ) {
    this.writer = new FactsWriter(
      target,
      projections.filter(({ ofTheLog }) => ofTheLog === true),
    );
  }

  /** If an event's log rows cannot be written either, the event blocks no other, and its dead letter remains. */
  async write(events: readonly RecordedEvent[]): Promise<void> {
    for (const event of events) {
      const outcome = await this.deadLetters.guard(() => this.writer.write([event]));
      if ('failure' in outcome)
        this.log.error(
          { event: event.id, ...safeError(outcome.failure) },
          'an event that was set aside is not in the log’s own rows',
        );
    }
  }
}
