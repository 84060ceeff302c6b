import type { RecordedEvent, UndecodableEvent } from '@superscope/event-store/recorded-event';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { encodePosition } from '@superscope/event-store/position';

export interface DeadLetter {
  _id: string;
  stream: string;
  type: string;
  revision: string;
  position: string;
  reason: string;
  at: Date;
}

/** How often something that may pass (an engine restarting) is tried before an event counts as poison. */
const tries = 6;

/**
 * Events that can not be applied are set aside with their reason, so that they never stop those behind them.
 * An engine that is away is not the event's fault: that is tried again for as long as it takes.
 */
export class DeadLetters {
  constructor(
    private readonly ops: Db,
    private readonly log: Logger,
  ) {}

  async keep(event: RecordedEvent | UndecodableEvent, reason: string): Promise<void> {
    this.log.error({ stream: event.stream, type: event.type, revision: String(event.revision), reason }, 'dead letter');
    await this.ops.collection<DeadLetter>('dead_letters').replaceOne(
      { _id: event.id },
      {
        stream: event.stream,
        type: event.type,
        revision: String(event.revision),
        position: encodePosition(event.position),
        reason,
        at: new Date(),
      },
      { upsert: true },
    );
  }

  /** Runs one event's write, with growing pauses; null when it was set aside. */
  async guard<Result>(event: RecordedEvent, write: () => Promise<Result>): Promise<Result | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        if (mayPass(error)) await pause(Math.min(5_000, 100 * 2 ** attempt));
        else if (attempt < tries) await pause(100 * 2 ** attempt);
        else {
          await this.keep(event, error instanceof Error ? error.message : String(error));
          return null;
        }
      }
    }
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Connection trouble of any engine: refused, reset, timed out, not primary, overloaded. */
export const mayPass = (error: unknown): boolean => {
  const text =
    error instanceof Error
      ? `${error.name} ${String((error as { type?: unknown }).type ?? '')} ${error.message} ${String((error.cause as Error)?.message ?? '')}`
      : '';
  return /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT.*sock|socket hang up|timed? ?out|MongoNetwork|MongoServerSelection|MongoTopologyClosed|unavailable|not primary|TOO_MANY_SIMULTANEOUS_QUERIES|MEMORY_LIMIT_EXCEEDED/i.test(
    text,
  );
};
