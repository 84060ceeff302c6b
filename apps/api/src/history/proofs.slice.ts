import { Controller, Injectable, Module } from '@nestjs/common';
import { asOfView, type AsOfView, type ProofDocument } from '@superscope/contracts/as-of-views';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AsOfViews } from './as-of-views.js';
import { asOfViewId } from './as-of-views.slice.js';
import { HistoryModule } from './history.module.js';

const askProofEndpoint = endpoint('POST /api/history/views/:viewId/proof', {
  summary:
    'Requests the proof of a view: its plan’s events are replayed from the first up to the moment and compared row by row',
  right: 'history.read',
  params: { viewId: asOfViewId },
  answers: { 200: asOfView },
  problems: { 404: null, 409: null },
});

const leaveProofEndpoint = endpoint('DELETE /api/history/views/:viewId/proof', {
  summary: 'Withdraws the caller’s request for a proof; the proof stops unless somebody else requested it',
  right: 'history.read',
  params: { viewId: asOfViewId },
  answers: { 200: asOfView },
  problems: { 404: null },
});

const unfinished: readonly string[] = ['waiting', 'running'];

/** Requests proofs of past views. A projector runs the replays, as it makes the views. */
@Injectable()
class Proofs {
  constructor(private readonly views: AsOfViews) {}

  /** Requests the proof of a view. Throws Refusal 409 if the view is not ready, and 429 if too many views and proofs are being made. */
  async ask(viewId: string, caller: Principal, now = new Date()): Promise<AsOfView> {
    const { userId } = caller;
    const view = await this.views.document(viewId, caller);
    if (view.state !== 'ready') throw new Refusal(409, { message: 'This view is not ready yet.' });
    const { documents } = this.views;
    const running = { _id: viewId, 'proof.state': { $in: ['waiting', 'running'] as ('waiting' | 'running')[] } };
    if (view.proof != null && unfinished.includes(view.proof.state))
      await documents.updateOne(running, { $addToSet: { 'proof.askedBy': userId }, $inc: { asked: 1 } });
    else {
      await this.views.requireRoom(userId);
      // Matches only if no other user has requested the proof in between.
      const others = { _id: viewId, state: 'ready' as const, 'proof.state': { $nin: ['waiting', 'running'] as never } };
      const asked = await documents.updateOne(others, {
        $set: { proof: fresh(userId, now), lastUsedAt: now },
        $inc: { asked: 1 },
      });
      if (asked.matchedCount === 0)
        await documents.updateOne(running, { $addToSet: { 'proof.askedBy': userId }, $inc: { asked: 1 } });
    }
    return this.views.one(viewId, caller);
  }

  /** Withdraws the caller's request. A waiting proof is cancelled unless another user has requested it. */
  async leave(viewId: string, caller: Principal): Promise<AsOfView> {
    const { documents } = this.views;
    for (;;) {
      const { proof, asked } = await this.views.document(viewId, caller);
      if (proof == null) return this.views.one(viewId, caller);
      const others = proof.askedBy.filter((each) => each !== caller.userId);
      // Matches only if no user has asked or left in between.
      const left = await documents.updateOne(
        { _id: viewId, asked },
        { $set: { 'proof.askedBy': others }, $inc: { asked: 1 } },
      );
      if (left.matchedCount > 0) break;
    }
    await documents.updateOne(
      { _id: viewId, 'proof.state': 'waiting', 'proof.askedBy.0': { $exists: false } },
      { $set: { 'proof.state': 'cancelled' } },
    );
    return this.views.one(viewId, caller);
  }
}

const fresh = (userId: string, now: Date): ProofDocument => ({
  state: 'waiting',
  phase: null,
  done: 0,
  total: 0,
  streams: 0,
  problem: null,
  askedBy: [userId],
  requestedAt: now,
  startedAt: null,
  endedAt: null,
  sum: null,
  kept: null,
  differing: 0,
  differences: [],
});

@Controller()
class ProofsController {
  constructor(
    private readonly proofs: Proofs,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(askProofEndpoint)
  async ask({ params, caller, request }: RequestOf<typeof askProofEndpoint>): Promise<AsOfView> {
    const view = await this.proofs.ask(params.viewId, caller);
    const { userId, role } = caller;
    this.access.note(request, {
      userId,
      role,
      action: 'as-of proof',
      object: view.id,
      planId: view.planId,
      rows: null,
      outcome: 'ok',
      filter: { moment: view.moment },
    });
    return view;
  }

  @Endpoint(leaveProofEndpoint)
  leave({ params, caller }: RequestOf<typeof leaveProofEndpoint>): Promise<AsOfView> {
    return this.proofs.leave(params.viewId, caller);
  }
}

@Module({ imports: [HistoryModule], controllers: [ProofsController], providers: [Proofs] })
export class ProofsSlice {}
