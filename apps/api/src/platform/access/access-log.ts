import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { accessStream, recordAccess, type AccessEntry } from '@superscope/domain/access/access';
import { accessActions, type AccessAction } from '@superscope/domain/access/access-actions';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { streamName } from '@superscope/domain/event';
import { storedEventError } from '@superscope/domain/stored-event';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { systemContext } from '../commands/command-context.js';
import { pageOf } from './page-of.js';

/** An entry is stored at most this much later. */
const gatherMilliseconds = 2_000;
/** Entries of one event, and their characters: below the size an event may have. */
const entriesPerEvent = 200;
const charactersPerEvent = 150_000;

/** What a request did. The access log adds when it came, from where, and in which session. */
export type Access = Pick<AccessEntry, 'userId' | 'role' | 'object' | 'planId' | 'rows' | 'outcome'> &
  Partial<Pick<AccessEntry, 'filter' | 'members'>> & { action: AccessAction };
/** The request that did it. For an action without a single request, only the address is known, or not even that. */
type From = { readonly ip: FastifyRequest['ip'] | undefined } & Partial<
  Pick<FastifyRequest, 'credentialKey' | 'routeOptions' | 'headers' | 'host'>
>;

/** Who looked at what, appended in batches to the day's stream. Entries never quote a personal value. */
@Injectable()
export class AccessLog implements OnApplicationShutdown {
  private waiting: AccessEntry[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly identity: Identity,
  ) {}

  /**
   * Notes an access, which is stored within two seconds. Throws for an entry that could never be stored, because the others would wait
   * behind it for ever.
   */
  note(from: From, access: Access): void {
    const at = new Date().toISOString();
    const { type, context } = accessActions[access.action];
    const entry: AccessEntry = {
      ...{ filter: {}, members: [], ...access, address: from.ip ?? null, at },
      ...{ session: this.sessionOf(from, at), type, context },
      ...{ path: from.routeOptions?.url ?? null, referrer: pageOf(from.headers?.referer, from.host) },
    };
    const [event] = recordAccess([entry])(null);
    const error = storedEventError(todaysStream(), event!.type, event!.data);
    if (error !== null) throw new TypeError(`An access cannot be noted: ${error}.`);
    this.waiting.push(entry);
    if (this.waiting.length >= entriesPerEvent) void this.flush().catch(() => undefined);
    else this.timer ??= setTimeout(() => void this.flush().catch(() => undefined), gatherMilliseconds);
  }

  /** Notes what somebody did with their own account. */
  noteOwn(from: From, { userId, role }: Pick<Access, 'userId' | 'role'>, action: AccessAction): void {
    this.note(from, { userId, role, action, object: null, planId: null, rows: null, outcome: 'ok' });
  }

  /** Stores an access before it resolves: for exports, which must not leave before they are noted. */
  async noteNow(from: From, access: Access): Promise<void> {
    this.note(from, access);
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

  /** A token may be used for a year, so each day of its use in Sydney counts as a session. */
  private sessionOf({ credentialKey: key }: From, at: string): string | null {
    if (key === undefined) return null;
    return this.identity.sessionId(key.startsWith('session ') ? key : `${key} ${sydneyDate(at)}`);
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const entries = this.waiting.splice(0, entriesOfOneEvent(this.waiting));
      try {
        await this.store.append(todaysStream(), recordAccess(entries)(null), {
          expectedRevision: 'any',
          metadata: systemContext(`access/${randomUUID()}`),
        });
      } catch (error) {
        // The event store is unreachable. The entries are kept, and the next flush tries again.
        this.waiting.unshift(...entries);
        throw error;
      }
    }
  }
}

const todaysStream = () => streamName(accessStream, sydneyDate(new Date()));

/** How many of the first entries go into one event; at least one. */
function entriesOfOneEvent(entries: readonly AccessEntry[]): number {
  let characters = 0;
  const end = entries.slice(0, entriesPerEvent).findIndex((entry) => {
    characters += JSON.stringify(entry).length;
    return characters > charactersPerEvent;
  });
  return end === -1 ? entriesPerEvent : Math.max(1, end);
}
