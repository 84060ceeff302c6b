import type { RebuildDocument, RebuildPhase, RebuildState } from '@superscope/contracts/rebuild-progress';
import type { Collection, Db } from 'mongodb';
import type { Target } from '../runtime/writing/target.js';

export interface RebuildProgress {
  phase: RebuildPhase;
  events: number;
  /** How much of the phase is done, in the phase's own unit. A total of 0 means that the total is unknown. */
  done: number;
  total: number;
}

const noteEveryMs = 1_000;

/** Writes a rebuild's progress to `ops.rebuilds` for System health. A failed write is ignored: the rebuild goes on. */
export class RebuildJournal {
  private readonly notes: Collection<RebuildDocument>;
  private readonly startedAt = new Date();
  private phaseStartedAt = this.startedAt;
  private progress: RebuildProgress = { phase: 'replaying', events: 0, done: 0, total: 0 };
  private rows = 0;
  private notedAt = -Infinity;
  private writing: Promise<void> = Promise.resolve();
  private readonly beat: NodeJS.Timeout;

  constructor(
    ops: Db,
    private readonly rebuilt: Target,
    private readonly only: string | null,
  ) {
    this.notes = ops.collection('rebuilds');
    // A long phase may report nothing for minutes, so this shows readers that the process is running.
    this.beat = setInterval(() => this.write('running'), 5 * noteEveryMs);
    this.beat.unref();
  }

  note(progress: RebuildProgress): void {
    const isOther = progress.phase !== this.progress.phase;
    if (isOther) this.phaseStartedAt = new Date();
    this.progress = progress;
    if (isOther || performance.now() - this.notedAt >= noteEveryMs) this.write('running');
  }

  /** Resolves once the outcome is written, or writing it has failed. */
  async end(state: Exclude<RebuildState, 'running'>, differences = 0): Promise<void> {
    clearInterval(this.beat);
    this.write(state, differences);
    await this.writing;
  }

  private write(state: RebuildState, differences = 0): void {
    this.notedAt = performance.now();
    const { progress, startedAt, phaseStartedAt, only } = this;
    this.writing = this.writing
      .then(async () => {
        // The rebuilt tables no longer exist once the rebuild has ended, and a count that waited may find them gone.
        if (state === 'running') this.rows = Math.max(this.rows, await this.rebuilt.countRows());
        const document = { state, ...progress, only, rows: this.rows, startedAt, phaseStartedAt, differences };
        await this.notes.replaceOne({ _id: 'newest' }, { ...document, at: new Date() }, { upsert: true });
      })
      .catch(() => undefined);
  }
}
