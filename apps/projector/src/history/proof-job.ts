import { replayDatabase, type AsOfDocument } from '@superscope/contracts/as-of-views';
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
    const { parts, views, log } = this.context;
    const { _id, planId } = view;
    const began = performance.now();
    const wanted = { 'proof.state': 'running' as const, 'proof.askedBy.0': { $exists: true } };
    const onProgress: OnReplay = (phase, done, total, streams) =>
      this.note(_id, wanted, phase, {
        ...{ 'proof.phase': phase, 'proof.done': done, 'proof.total': total, 'proof.streams': streams },
      });
    const { sum, streams, differing, differences } = await proveView(parts, view, onProgress);
    const kept = await comparedWithKept(parts.live, planId, sum);
    const state = differing === 0 && sum.digest === view.sum?.digest ? ('equal' as const) : ('differs' as const);
    const now = new Date();
    const found = { sum, streams, differing, differences, kept };
    await views.updateOne(
      { _id },
      { $set: { proof: { ...view.proof!, ...found, state, phase: null, endedAt: now }, lastUsedAt: now } },
    );
    log.info({ planId, view: _id, state, ms: Math.round(performance.now() - began) }, 'as-of view proved');
  }

  private async ended({ _id, planId }: AsOfDocument, error: unknown): Promise<void> {
    const { views, storage } = this.context;
    const outcome = this.outcomeOf(error, failure, { planId, view: _id });
    if (outcome === 'lost') return;
    await storage.drop(replayDatabase(_id)).catch(() => undefined);
    if (outcome === 'again')
      await views.updateOne({ _id, 'proof.state': 'running' }, { $set: { 'proof.state': 'waiting' } });
    else
      await views.updateOne(
        { _id },
        {
          $set: {
            ...{ 'proof.state': outcome.state, 'proof.problem': outcome.problem },
            ...{ 'proof.phase': null, 'proof.endedAt': new Date() },
          },
        },
      );
  }
}
