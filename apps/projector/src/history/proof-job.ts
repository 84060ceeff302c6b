import { replayDatabase, type AsOfDocument } from '@superscope/contracts/as-of-views';
import type { Filter, MatchKeysAndValues } from 'mongodb';
import { AsOfJob } from './as-of-job.js';
import { comparedWithKept } from './kept-digests.js';
import { proveView, type OnReplay } from './replay.js';

const failure = 'The proof could not be made. Please try again.';

/** Proves one view by a replay. */
export class ProofJob extends AsOfJob {
  async run(id: string): Promise<void> {
    const { views } = this.context;
    const now = new Date();
    const view = await views.findOneAndUpdate(
      { _id: id, state: 'ready', 'proof.state': 'waiting' },
      { $set: { 'proof.state': 'running', 'proof.startedAt': now, lastUsedAt: now } },
      { returnDocument: 'after' },
    );
    if (view === null) return;
    try {
      await this.prove(view);
    } catch (error) {
      await this.ended(view, error);
    }
  }

  private async prove(view: AsOfDocument): Promise<void> {
    const { parts, log } = this.context;
    const { _id, planId } = view;
    const began = performance.now();
    const wanted = { 'proof.state': 'running' as const, 'proof.askedBy.0': { $exists: true } };
    const onProgress: OnReplay = (phase, done, total, streams) =>
      this.note(_id, wanted, phase, {
        'proof.phase': phase,
        'proof.done': done,
        'proof.total': total,
        'proof.streams': streams,
      });
    const { sum, streams, differing, differences, late } = await proveView(parts, view, onProgress);
    const kept = await comparedWithKept(parts.live, planId, sum);
    const state = differing === 0 && sum.digest === view.sum?.digest ? ('equal' as const) : ('differs' as const);
    const now = new Date();
    const written = await this.write(view, {
      'proof.sum': sum,
      'proof.streams': streams,
      'proof.kept': kept,
      'proof.late': late,
      'proof.differing': differing,
      'proof.differences': differences,
      'proof.state': state,
      'proof.phase': null,
      'proof.endedAt': now,
      lastUsedAt: now,
    });
    if (!written) return;
    log.info({ planId, view: _id, state, ms: Math.round(performance.now() - began) }, 'as-of view proved');
  }

  private async ended(view: AsOfDocument, error: unknown): Promise<void> {
    const { _id, planId } = view;
    const { storage } = this.context;
    const outcome = this.outcomeOf(error, failure, { planId, view: _id });
    if (outcome === 'lost') return;
    await storage.drop(replayDatabase(_id)).catch(() => undefined);
    if (outcome === 'again') await this.write(view, { 'proof.state': 'waiting' });
    else {
      const end = { 'proof.problem': outcome.problem, 'proof.phase': null, 'proof.endedAt': new Date() };
      const isOver = await this.write(
        view,
        { ...end, 'proof.state': outcome.state },
        outcome.state === 'cancelled' ? { 'proof.askedBy.0': { $exists: false } } : {},
      );
      // A user requested it again while it was being cancelled.
      if (!isOver) await this.write(view, { 'proof.state': 'waiting' });
    }
  }

  /** Writes the outcome of this run, unless another process or a later request has taken the proof over. */
  private async write(
    { _id, proof }: AsOfDocument,
    set: MatchKeysAndValues<AsOfDocument>,
    only: Filter<AsOfDocument> = {},
  ): Promise<boolean> {
    const { held, views } = this.context;
    if (!held.isSafe()) return false;
    const mine = { _id, 'proof.state': 'running' as const, 'proof.startedAt': proof!.startedAt! };
    return (await views.updateOne({ ...only, ...mine }, { $set: set })).matchedCount > 0;
  }
}
