import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { accessStream, recordAccess, type AccessEntry } from '@superscope/domain/access/access';
import { accessActions, type AccessAction } from '@superscope/domain/access/access-actions';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { streamName } from '@superscope/domain/event';
import { storedEventError } from '@superscope/domain/stored-event';
import { maxEventBytes } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { systemContext } from '../commands/command-context.js';
import { pageOf } from './page-of.js';
import { recordingClock } from '../time/recording-clock.js';

/** The longest delay before an entry is stored. */
const gatherMilliseconds = 2_000;
/** The most entries of one event and their most bytes, which keep it below the maximum size of an event unless one entry exceeds it. */
const entriesPerEvent = 200;
const bytesPerEvent = 150_000;

/** One access, as a request's handler describes it. The access log adds the time, the address and the session. */
export type Access = Pick<AccessEntry, 'userId' | 'role' | 'object' | 'planId' | 'rows' | 'outcome'> &
  Partial<Pick<AccessEntry, 'filter' | 'members'>> & { action: AccessAction };
/** The request behind an action. An action without a single request has at most an address. */
type From = { readonly ip: FastifyRequest['ip'] | undefined } & Partial<
  Pick<FastifyRequest, 'credentialKey' | 'routeOptions' | 'headers' | 'host'>
>;

/** The access log: who accessed which data. Entries are appended in batches to the day's stream, and never quote a personal value. */
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
   * Records an access, which is stored within two seconds. Throws TypeError for an entry that could never be stored, because it would block
   * the entries behind it: also one that exceeds the maximum size of an event. `inParts` keeps accesses to many members below it.
   */
  note(from: From, access: Access): void {
    const at = recordingClock.at();
    const { type, context } = accessActions[access.action];
    const entry: AccessEntry = {
      filter: {},
      members: [],
      ...access,
      address: from.ip ?? null,
      at,
      session: this.sessionOf(from, at),
      type,
      context,
      path: from.routeOptions?.url ?? null,
      referrer: pageOf(from.headers?.referer, from.host),
    };
    const [event] = recordAccess([entry])(null);
    const error = storedEventError(todaysStream(), event!.type, event!.data);
    if (error !== null) throw new TypeError(`An access cannot be logged: ${error}.`);
    const bytes = bytesOf(event!.data);
    if (bytes > maxEventBytes)
      throw new TypeError(
        `An access cannot be logged: it is ${bytes} bytes, and an event has at most ${maxEventBytes}.`,
      );
    this.waiting.push(entry);
    if (this.waiting.length >= entriesPerEvent) void this.flush().catch(() => undefined);
    else this.timer ??= setTimeout(() => void this.flush().catch(() => undefined), gatherMilliseconds);
  }

  /** Records a change that a user made to their own account. */
  noteOwn(from: From, { userId, role }: Pick<Access, 'userId' | 'role'>, action: AccessAction): void {
    this.note(from, { userId, role, action, object: null, planId: null, rows: null, outcome: 'ok' });
  }

  /** Records that somebody looked at what is known of one member. `object` names what. */
  noteMember(
    from: From,
    { userId, role }: Pick<Access, 'userId' | 'role'>,
    { object, planId, memberId, rows }: Pick<Access, 'object' | 'planId' | 'rows'> & { memberId: string },
  ): void {
    this.note(from, {
      userId,
      role,
      action: 'member viewed',
      object,
      planId,
      members: [memberId],
      rows,
      outcome: 'ok',
    });
  }

  /** Records an access, or its parts, and resolves once all is stored. Used for exports, which must not be sent before they are recorded. */
  async noteNow(from: From, ...accesses: readonly Access[]): Promise<void> {
    for (const access of accesses) this.note(from, access);
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

  /** Derives the session's id. A token may be used for a year, so each day (in Sydney) of its use counts as a session. */
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
        // The event store is unavailable. The entries are kept, and the next flush tries again.
        this.waiting.unshift(...entries);
        throw error;
      }
    }
  }
}

const bytesOf = (data: object): number => Buffer.byteLength(JSON.stringify(data));
const todaysStream = () => streamName(accessStream, sydneyDate(recordingClock.at()));

/** How many of the first entries fit into one event; at least one. */
function entriesOfOneEvent(entries: readonly AccessEntry[]): number {
  let bytes = 0;
  const end = entries.slice(0, entriesPerEvent).findIndex((entry) => {
    bytes += bytesOf(entry);
    return bytes > bytesPerEvent;
  });
  return end === -1 ? entriesPerEvent : Math.max(1, end);
}
