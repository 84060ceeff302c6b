import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { accessStream, recordAccess, type AccessEntry } from '@superscope/domain/access/access';
import { streamName } from '@superscope/domain/event';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { EventStore } from '@superscope/event-store/event-store';
import { randomUUID } from 'node:crypto';
import { systemContext } from './command-context.js';

/** An entry is stored at most this much later. */
const gatherMilliseconds = 2_000;
/** Entries of one event: far below the size an event may have. */
const entriesPerEvent = 200;

/** Who looked at what, appended in batches to the day's stream. Entries never quote a personal value. */
@Injectable()
export class AccessLog implements OnApplicationShutdown {
  private waiting: AccessEntry[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly store: EventStore) {}

  /** Notes an access; it is stored within two seconds. */
  note(entry: Omit<AccessEntry, 'at'>): void {
    this.waiting.push({ ...entry, at: new Date().toISOString() });
    if (this.waiting.length >= entriesPerEvent) void this.flush().catch(() => undefined);
    else this.timer ??= setTimeout(() => void this.flush().catch(() => undefined), gatherMilliseconds);
  }

  /** Stores an access before going on: for what takes numbers out of the house. */
  async noteNow(entry: Omit<AccessEntry, 'at'>): Promise<void> {
    this.note(entry);
    await this.flush();
  }

  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const done = this.writing.then(() => this.write());
    this.writing = done.catch(() => undefined);
    return done;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const entries = this.waiting.splice(0, entriesPerEvent);
      const today = sydneyDate(new Date());
      try {
        await this.store.append(streamName(accessStream, today), recordAccess(entries)(null), {
          expectedRevision: 'any',
          metadata: systemContext(`access/${randomUUID()}`),
        });
      } catch (error) {
        // The event store is away: nothing is lost, the next flush tries again.
        this.waiting.unshift(...entries);
        throw error;
      }
    }
  }
}
