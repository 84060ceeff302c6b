import { asOfDatabase, type AsOfDocument } from '@superscope/contracts/as-of-views';
import type { Filter, MatchKeysAndValues } from 'mongodb';
import { deriveAsOf, type OnProgress } from './as-of-derivation.js';
import { AsOfJob, Refused } from './as-of-job.js';
import { readModelsAreComplete } from './complete-read-models.js';
import { positionVersion } from '@superscope/event-store/events/position';
import { clickhouseInstant } from '../runtime/writing/instants.js';
import { comparedWithKept } from './kept-digests.js';
import { isStillRecorded } from './plan-now.js';

const notUpToDate = 'The figures of today are not up to date. Please try again.';
const failure = 'The view could not be made. Please try again.';

export class ViewJob extends AsOfJob {
  async run(id: string): Promise<void> {
    const { views } = this.context;
    const view = await views.findOneAndUpdate(
      { _id: id, state: 'waiting' },
      { $set: { state: 'running', startedAt: new Date(), phase: null, done: 0, total: 0 } },
      { returnDocument: 'after' },
    );
    if (view === null) return;
    try {
      await this.make(view);
    } catch (error) {
      await this.ended(view, error);
    }
  }

  private async make(view: AsOfDocument): Promise<void> {
    const { parts, ops, storage, log, signal } = this.context;
    const { _id, planId } = view;
    const began = performance.now();
    const wanted = { ...mine(view), 'askedBy.0': { $exists: true } };
    const onProgress: OnProgress = (phase, done, total) => this.note(_id, wanted, phase, { phase, done, total });
    const readUpTo = await this.newestPosition();
    if (!(await readModelsAreComplete(parts, ops, signal))) throw new Refused(notUpToDate);
    const { rows, ...sum } = await deriveAsOf(parts, { ...view, readUpTo }, onProgress);
    // The live tables may have received more facts of that moment while they were copied.
    if (!(await readModelsAreComplete(parts, ops, signal))) throw new Refused(notUpToDate);
    if (await isStillRecorded(parts.live, { planId, recordedBy: clickhouseInstant(view.moment), readUpTo }))
      throw new Refused('Facts of this moment are still being recorded. Please try again in a few minutes.');
    const kept = await comparedWithKept(parts.live, planId, sum);
    await this.makeRoom(_id, true);
    const bytes = (await storage.sizes()).get(asOfDatabase(_id)) ?? 0;
    const now = new Date();
    const made = {
      state: 'ready' as const,
      phase: null,
      rows,
      bytes,
      sum,
      kept,
      readUpTo,
      endedAt: now,
      lastUsedAt: now,
    };
    if (!(await this.write(view, made))) return;
    log.info({ planId, view: _id, rows, bytes, ms: Math.round(performance.now() - began) }, 'as-of view made');
  }

  /** Position of the newest event in the log. */
  private async newestPosition(): Promise<string> {
    for await (const [newest] of this.context.parts.store.newest(1))
      if (newest !== undefined) return String(positionVersion(newest.position));
    return '0';
  }

  private async ended(view: AsOfDocument, error: unknown): Promise<void> {
    const { _id, planId } = view;
    const { views, storage } = this.context;
    const outcome = this.outcomeOf(error, failure, { planId, view: _id });
    // Another process may already be making the view in the same database.
    if (outcome === 'lost' || (await views.findOne(mine(view))) === null) return;
    await storage.drop(asOfDatabase(_id)).catch(() => undefined);
    if (outcome === 'again') await this.write(view, { state: 'waiting' });
    else {
      const isOver = await this.write(
        view,
        { ...outcome, phase: null, endedAt: new Date() },
        outcome.state === 'cancelled' ? { 'askedBy.0': { $exists: false } } : {},
      );
      // A user requested it again while it was being cancelled.
      if (!isOver) await this.write(view, { state: 'waiting' });
    }
  }

  /** Writes the outcome of this run, unless another process or a later request has taken the view over. */
  private async write(
    view: AsOfDocument,
    set: MatchKeysAndValues<AsOfDocument>,
    only: Filter<AsOfDocument> = {},
  ): Promise<boolean> {
    const { held, views } = this.context;
    if (!held.isSafe()) return false;
    return (await views.updateOne({ ...only, ...mine(view) }, { $set: set })).matchedCount > 0;
  }
}

/** Matches the view as long as this run is making it. */
const mine = ({ _id, startedAt }: AsOfDocument) => ({ _id, state: 'running' as const, startedAt });
