import { setTimeout as delay } from 'node:timers/promises';
import { deadLetterStates, type DeadLetterState, type StoredDeadLetter } from '@superscope/contracts/dead-letters';
import { planOfStream } from '@superscope/contracts/read-models/plan-of-stream';
import { encodePosition } from '@superscope/event-store/events/position';
import type { RecordedEvent, UndecodableEvent } from '@superscope/event-store/events/recorded-event';
import { Lease, type Held } from '@superscope/event-store/leases/lease';
import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import { isEventsFault, mayPass, safeError } from '../writing/failures.js';

/** Maximum number of attempts after failures of unknown kind. After that the event counts as poison. */
const tries = 6;
const longestPauseMilliseconds = 5_000;
/** How long a projector that died keeps others from retrying. */
const turnTimes = { lastsMs: 30_000, renewEveryMs: 5_000 };

const planLetterId = (planId: string): string => `plan ${planId}`;

/**
 * Events that cannot be applied are set aside with their reason, so that they never block the events behind them.
 * While an engine is away, the write is retried indefinitely instead.
 */
export class DeadLetters {
  readonly letters: Collection<StoredDeadLetter>;
  private readonly turn: Lease;
  private readonly stopping = new AbortController();

  constructor(
    ops: Db,
    private readonly log: Logger,
  ) {
    this.letters = ops.collection('dead_letters');
    this.turn = new Lease(ops, 'dead-letter-retries', turnTimes);
  }

  /** Sets an event aside. An event that was set aside before keeps its state, and records when it failed last. */
  async keep(event: RecordedEvent | UndecodableEvent, reason: string, partition: string | null = null): Promise<void> {
    const { id, stream, type } = event;
    const revision = String(event.revision);
    this.log.error({ event: id, stream, type, revision, reason }, 'dead letter');
    const identity = { kind: 'event' as const, stream, type, revision, position: encodePosition(event.position) };
    await this.failed(id, { ...identity, planId: planIdOf(event), ...(partition !== null && { partition }) }, reason);
  }

  /** Sets aside a plan whose figures cannot be derived. */
  async keepPlan(planId: string, reason: string): Promise<void> {
    this.log.error({ planId, reason }, 'the figures of a plan cannot be derived; they stay as they were');
    const none = { stream: null, type: null, revision: null, position: null, partition: null };
    await this.failed(planLetterId(planId), { kind: 'plan', planId, ...none }, reason);
    await this.letters.updateOne({ _id: planLetterId(planId), state: 'retrying' }, { $set: { state: 'waiting' } });
  }

  private async failed(id: string, identity: Partial<StoredDeadLetter>, reason: string): Promise<void> {
    const now = new Date();
    await this.letters.updateOne(
      { _id: id },
      {
        $set: { ...identity, reason, lastAt: now },
        $setOnInsert: { firstAt: now, state: 'waiting' },
        $inc: { tries: 1 },
      },
      { upsert: true },
    );
  }

  /** Ids of all events of a stream that were set aside: none of them is in the read models. */
  async idsOf(stream: string): Promise<Set<string>> {
    const found = await this.letters.find({ stream }, { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  /**
   * The ids of those events that were ever set aside, whatever their state: when such an event comes again, it is
   * left to its retry.
   */
  async setAsideAmong(events: readonly { id: string }[]): Promise<Set<string>> {
    if ((await this.letters.findOne({ kind: 'event' }, { projection: { _id: 1 } })) === null) return new Set();
    const among = { kind: 'event' as const, _id: { $in: events.map(({ id }) => id) } };
    return new Set(await this.letters.distinct('_id', among));
  }

  /** Ids of all events that operators left out for good. They are few, because each was dropped by hand. */
  async droppedIds(): Promise<Set<string>> {
    return new Set(await this.letters.distinct('_id', { state: 'dropped' }));
  }

  /** Requests a retry from the running projectors. Returns the number of letters. A dropped letter is retried only by its id. */
  async requestRetry(which: string | 'all', by: string): Promise<number> {
    const filter =
      which === 'all' ? { state: 'waiting' as const } : { _id: which, state: { $ne: 'retrying' as const } };
    const asked = { state: 'retrying' as const, requestedBy: by, requestedAt: new Date() };
    const forgotten = { droppedBy: '', droppedAt: '', dropReason: '' } as const;
    return (await this.letters.updateMany(filter, { $set: asked, $unset: forgotten })).matchedCount;
  }

  /**
   * Leaves an event out for good. False if no such letter is waiting. A plan cannot be dropped: it is derived until
   * that succeeds.
   */
  async drop(id: string, by: string, reason: string | null): Promise<boolean> {
    const dropped = { state: 'dropped' as const, droppedBy: by, droppedAt: new Date(), dropReason: reason ?? '' };
    return (
      (await this.letters.updateOne({ _id: id, kind: 'event', state: 'waiting' }, { $set: dropped })).matchedCount === 1
    );
  }

  /**
   * The right to retry; null while another projector has it. Only one retries at a time, because two that rebuild one document would
   * overwrite each other.
   */
  takeTurn(): Promise<Held | null> {
    return this.turn.take();
  }

  async retried(id: string): Promise<void> {
    await this.letters.deleteOne({ _id: id });
  }

  async retryFailed(id: string, reason: string): Promise<void> {
    await this.letters.updateOne(
      { _id: id, state: 'retrying' },
      { $set: { state: 'waiting', reason, lastAt: new Date() }, $inc: { tries: 1 } },
    );
  }

  /** The number of letters in each state. */
  async counts(): Promise<Record<DeadLetterState, number>> {
    const counted = await Promise.all(deadLetterStates.map((state) => this.letters.countDocuments({ state })));
    return Object.fromEntries(deadLetterStates.map((state, i) => [state, counted[i]!])) as Record<
      DeadLetterState,
      number
    >;
  }

  /**
   * Runs one event's write, with growing pauses. Returns the failure if the event caused it, so that the caller sets
   * the event aside. Throws once the projector stops.
   */
  async guard<Result>(write: () => Promise<Result>): Promise<{ result: Result } | { failure: unknown }> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { result: await write() };
      } catch (error) {
        const passing = mayPass(error);
        if (!passing && (isEventsFault(error) || attempt >= tries)) return { failure: error };
        if (passing && attempt === 3) this.log.warn(safeError(error), 'an engine refuses writes; retrying');
        await delay(Math.min(longestPauseMilliseconds, 100 * 2 ** attempt), undefined, {
          signal: this.stopping.signal,
        });
      }
    }
  }

  /** Ends every pause with an error that says that the projector stops. */
  stop(): void {
    this.stopping.abort();
  }
}

/** The plan of an event, as named by its data or its stream. */
export function planIdOf(event: RecordedEvent | UndecodableEvent): string | null {
  const said = 'data' in event ? (event.data as { planId?: unknown } | null)?.planId : undefined;
  if (typeof said === 'string' && said !== '') return said;
  return planOfStream(event.stream);
}
