import type { Collection, Db } from 'mongodb';
import { newHolder } from '../leases/lease-document.js';

/** What a process tells operators of itself. */
export interface ProcessNote {
  /** As in the leases that the process holds: its host, its process id, and something random, parted by slashes. */
  _id: string;
  kind: 'api' | 'projector' | 'relay';
  version: string;
  startedAt: Date;
  /** When the process last said so. */
  at: Date;
  memoryBytes: number;
  /** How far this process's clock is ahead of MongoDB's; null before it was measured. Notes of earlier versions lack it. */
  clockAheadMs?: number | null;
}

const everyMs = 5_000;
/** Clocks drift slowly. */
const measureEveryNotes = 12;
/** A process that said nothing for this long hangs, or was killed. */
export const silentAfterMs = 20_000;

export const processNotesOf = (ops: Db): Collection<ProcessNote> => ops.collection<ProcessNote>('processes');

/** Tells every few seconds, in `ops`, that this process runs. */
export class ProcessNotes {
  private readonly id = newHolder();
  private readonly startedAt = new Date(Date.now() - process.uptime() * 1000);
  private timer: NodeJS.Timeout | null = null;
  private notes = 0;
  private clockAheadMs: number | null = null;
  /** The note that is being written; null between them. */
  private noting: Promise<void> | null = null;

  constructor(
    private readonly ops: Db,
    private readonly about: Pick<ProcessNote, 'kind' | 'version'>,
  ) {}

  /** While the engine is away nothing is noted, and nothing fails. */
  start(): void {
    this.look();
    this.timer = setInterval(() => this.look(), everyMs);
    this.timer.unref();
  }

  /** Takes the process out of the list. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.noting;
    await processNotesOf(this.ops)
      .deleteOne({ _id: this.id })
      .catch(() => undefined);
  }

  /** Does nothing while an engine still keeps the note before waiting. */
  private look(): void {
    this.noting ??= this.note().finally(() => (this.noting = null));
  }

  private async note(): Promise<void> {
    const { kind, version } = this.about;
    if (this.notes % measureEveryNotes === 0) await this.measureClock().catch(() => undefined);
    this.notes += 1;
    const { startedAt, clockAheadMs } = this;
    const memoryBytes = process.memoryUsage().rss;
    const now = { kind, version, startedAt, at: new Date(), memoryBytes, clockAheadMs };
    await processNotesOf(this.ops)
      .updateOne({ _id: this.id }, { $set: now }, { upsert: true })
      .catch(() => undefined);
  }

  /** Compares with the middle of the time that the answer took. */
  private async measureClock(): Promise<void> {
    const before = Date.now();
    const { localTime } = (await this.ops.admin().command({ hello: 1 })) as { localTime: Date };
    this.clockAheadMs = Math.round((before + Date.now()) / 2 - localTime.getTime());
  }
}
