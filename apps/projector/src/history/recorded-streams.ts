import { contactRequestTable } from '@superscope/contracts/read-models/contact-requests';
import { columnsOf } from '@superscope/contracts/read-models/analytics-table';
import type { EventStore } from '@superscope/event-store/event-store';
import { positionVersion } from '@superscope/event-store/events/position';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { DeadLetters } from '../runtime/operations/dead-letters.js';
import { FactsWriter } from '../runtime/writing/facts-writer.js';
import { recordedAt } from '../runtime/writing/instants.js';
import type { Projection } from '../runtime/writing/projection.js';
import { settleAll } from '../runtime/writing/settle-all.js';
import type { Target } from '../runtime/writing/target.js';
import type { PlanThen } from './plan-streams.js';

/** Streams read concurrently, because a read spends most of its time waiting for the store. */
const readAtOnce = 8;
const eventsPerWrite = 2_000;
/** An event of an import may hold hundreds of rows. */
const rowsPerWrite = 20_000;

const planColumn = columnsOf(contactRequestTable).indexOf('plan_id');

/**
 * Restricts a projection to members' rows of one plan. It writes no documents, and no request for contact that a member made in another
 * plan.
 */
export const ofMembersIn =
  (planId: string) =>
  (of: Projection): Projection => ({
    ...of,
    project: (event) => {
      const { rows = [], ...rest } = of.project(event);
      const own = rows.filter(
        ({ table, values }) => table !== contactRequestTable.table || values[planColumn] === planId,
      );
      return { ...rest, documents: [], rows: own };
    },
  });

/** Whether a position in the log is after the last one that counts. */
const isBehind = (position: string | number | bigint, readUpTo: string | null | undefined): boolean =>
  readUpTo != null && BigInt(position) > BigInt(readUpTo);

/** Replays streams into a set of read models. It counts events recorded by a moment, and up to a position if one is given. */
export class RecordedStreams {
  private readonly writer: FactsWriter;
  private readonly types: ReadonlySet<string>;
  private batch: RecordedEvent[] = [];
  private rows = 0;
  private writing: Promise<void> = Promise.resolve();
  /** Number of events that claim to have been recorded by the moment but are in the log after the position. They are left out. */
  late = 0;

  constructor(
    private readonly store: EventStore,
    private readonly deadLetters: DeadLetters,
    into: Target,
    projections: readonly Projection[],
    private readonly of: Pick<PlanThen, 'recordedBy' | 'readUpTo'>,
  ) {
    this.writer = new FactsWriter(into, projections);
    this.types = new Set(this.writer.types());
  }

  /**
   * Replays several streams concurrently, because projections do not depend on the order between streams. `onStream` is called for each
   * replayed stream, with the number of its events that count.
   */
  async replay(
    streams: readonly string[],
    onStream: (events: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const waiting = streams.toReversed();
    const read = async () => {
      try {
        for (let stream; (stream = waiting.pop()) !== undefined;) await onStream(await this.read(stream));
      } catch (error) {
        // Keeps the other readers from starting another stream.
        waiting.length = 0;
        throw error;
      }
    };
    await settleAll(Array.from({ length: readAtOnce }, read));
    await this.write();
  }

  private async read(stream: string): Promise<number> {
    let counted = 0;
    for await (const event of this.store.read(stream)) {
      if (isUndecodable(event) || !this.types.has(event.type)) continue;
      if (recordedAt(event) > this.of.recordedBy) continue;
      if (isBehind(positionVersion(event.position), this.of.readUpTo)) {
        this.late += 1;
        continue;
      }
      counted += 1;
      this.batch.push(event);
      this.rows += (event.data as { rows?: readonly unknown[] }).rows?.length ?? 1;
      if (this.batch.length >= eventsPerWrite || this.rows >= rowsPerWrite) await this.write();
    }
    return counted;
  }

  /** Writes batches one after another, so that a stream's events stay in order. */
  private write(): Promise<void> {
    const { batch } = this;
    this.batch = [];
    this.rows = 0;
    this.writing = this.writing.then(async () => {
      if (batch.length === 0) return;
      // Events that were set aside are in no read model, so they do not count here either.
      const setAside = await this.deadLetters.setAsideAmong(batch);
      const counted = batch.filter(({ id }) => !setAside.has(id));
      if (counted.length > 0) await this.writer.write(counted);
    });
    return this.writing;
  }
}
