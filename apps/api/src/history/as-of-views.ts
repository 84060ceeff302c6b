import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AsOfDocument, AsOfProof, AsOfView, ProofDocument } from '@superscope/contracts/as-of-views';
import { plansView } from '@superscope/contracts/read-models/fund';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { ENV, type Env } from '../env.js';
import { requirePlan } from '../platform/access/caller.js';
import type { Principal } from '../platform/access/principal.js';
import { Ops, Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import { asOfViewsOf } from '../platform/read-set/read-sets.js';

/** The most views that may be waiting or running, in total and for each user. */
const mostUnfinished = 20;
const mostUnfinishedEach = 3;
const minuteMs = 60_000;
const unfinished = { $in: ['waiting', 'running'] as ('waiting' | 'running')[] };

/** One plan and moment have one view, shared by all users. Its id names databases, so it is hexadecimal. */
const idOf = (planId: string, moment: string): string =>
  createHash('sha256').update(`${planId}\n${moment}`).digest('hex').slice(0, 24);

/** Requests plans as they stood at a moment, which a projector derives, and reports their progress. */
@Injectable()
export class AsOfViews {
  constructor(
    private readonly ops: Ops,
    private readonly views: Views,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Returns a view of the plan at the moment, and begins to make it if needed. Throws Refusal 429 if too many are being made, and
   * RuleViolation if the moment has not passed or there is no such plan.
   */
  async ask(planId: string, given: string, caller: Principal, now = new Date()): Promise<AsOfView> {
    requirePlan(caller, planId);
    const moment = new Date(given);
    if (moment.getTime() > now.getTime()) throw new RuleViolation('invalid', 'Please choose a moment in the past.');
    if ((await this.views.of(plansView).findOne({ _id: planId }, { projection: { _id: 1 } })) === null)
      throw new RuleViolation('not-found', 'There is no such plan.');
    const id = idOf(planId, moment.toISOString());
    if (!(await this.wanted(id, caller, now))) await this.begin(id, planId, moment, caller, now);
    return this.one(id, caller);
  }

  /** Adds the caller to the users of a view. False if the view does not exist and is not in progress. */
  private async wanted(id: string, { userId }: Principal, now: Date): Promise<boolean> {
    const { matchedCount } = await this.documents.updateOne(
      { _id: id, state: { $in: ['waiting', 'running', 'ready'] } },
      { $addToSet: { askedBy: userId }, $inc: { asked: 1 }, $max: { lastUsedAt: now } },
    );
    return matchedCount > 0;
  }

  private async begin(id: string, planId: string, moment: Date, { userId }: Principal, now: Date): Promise<void> {
    await this.requireRoom(userId);
    const fresh: AsOfDocument = {
      _id: id,
      planId,
      moment: moment.toISOString(),
      state: 'waiting',
      phase: null,
      done: 0,
      total: 0,
      problem: null,
      askedBy: [userId],
      asked: 1,
      requestedAt: now,
      startedAt: null,
      endedAt: null,
      lastUsedAt: now,
      bytes: 0,
      rows: 0,
      sum: null,
      kept: null,
      proof: null,
      readUpTo: null,
    };
    try {
      const ended = { _id: id, state: { $in: ['failed', 'cancelled'] as ('failed' | 'cancelled')[] } };
      await this.documents.replaceOne(ended, fresh, { upsert: true });
    } catch (error) {
      // Another user requested the view at the same time.
      if (!isDuplicateKey(error)) throw error;
      await this.documents.updateOne({ _id: id }, { $addToSet: { askedBy: userId }, $inc: { asked: 1 } });
    }
  }

  /** Views and proofs share one queue. Throws Refusal 429. */
  async requireRoom(userId: string): Promise<void> {
    const counts = [
      this.documents.countDocuments({ state: unfinished }),
      this.documents.countDocuments({ 'proof.state': unfinished }),
      this.documents.countDocuments({ state: unfinished, askedBy: userId }),
      this.documents.countDocuments({ 'proof.state': unfinished, 'proof.askedBy': userId }),
    ] as const;
    const [views, proofs, own, ownProofs] = await Promise.all(counts);
    if (own + ownProofs >= mostUnfinishedEach || views + proofs >= mostUnfinished)
      throw new Refusal(429, {
        message: 'Too many views are being made. Please wait until one is ready, or cancel one.',
      });
  }

  /**
   * Withdraws the caller's request. A waiting view is cancelled unless another user wants it; a ready view stays until it has been idle for
   * a while.
   */
  async leave(id: string, caller: Principal): Promise<AsOfView> {
    for (;;) {
      const { askedBy, asked } = await this.document(id, caller);
      const others = askedBy.filter((each) => each !== caller.userId);
      // Matches only if no user has asked or left in between.
      const left = await this.documents.updateOne(
        { _id: id, asked },
        { $set: { askedBy: others }, $inc: { asked: 1 } },
      );
      if (left.matchedCount > 0) break;
    }
    await this.documents.updateOne(
      { _id: id, state: 'waiting', 'askedBy.0': { $exists: false } },
      { $set: { state: 'cancelled' } },
    );
    return this.one(id, caller);
  }

  /** The view of a plan at a moment that was asked for before. Throws RuleViolation if it is gone. */
  of(planId: string, moment: string, caller: Principal): Promise<AsOfView> {
    return this.one(idOf(planId, new Date(moment).toISOString()), caller);
  }

  async one(id: string, caller: Principal): Promise<AsOfView> {
    const document = await this.document(id, caller);
    const [view] = await this.told([document], caller);
    return view!;
  }

  /** The views that exist or are in progress, of plans in the caller's scope, newest request first. */
  async all(caller: Principal): Promise<AsOfView[]> {
    const { scope } = caller;
    const reach = scope.kind === 'all' ? {} : { planId: { $in: [...scope.planIds] } };
    const kept = { ...reach, state: { $in: ['waiting', 'running', 'ready'] as AsOfDocument['state'][] } };
    return this.told(await this.documents.find(kept).sort({ requestedAt: -1 }).toArray(), caller);
  }

  /** Throws RuleViolation if there is no such view. */
  async document(id: string, caller: Principal): Promise<AsOfDocument> {
    const document = await this.documents.findOne({ _id: id });
    if (document === null)
      throw new RuleViolation('not-found', 'This view of the past is not kept any more. Please ask for it again.');
    requirePlan(caller, document.planId);
    return document;
  }

  get documents() {
    return asOfViewsOf(this.ops);
  }

  private async told(documents: readonly AsOfDocument[], { userId }: Pick<Principal, 'userId'>): Promise<AsOfView[]> {
    const planIds = [...new Set(documents.map(({ planId }) => planId))];
    const plans = await this.views
      .of(plansView)
      .find({ _id: { $in: planIds } }, { projection: { name: 1 } })
      .toArray();
    const names = new Map(plans.map(({ _id, name }) => [_id, name]));
    const waits = documents.some(({ state, proof }) => state === 'waiting' || proof?.state === 'waiting');
    const before = waits ? await this.waitingSince() : [];
    const aheadOf = (requestedAt: Date) => before.filter((each) => each < requestedAt).length;
    const idleMs = this.env.SUPERSCOPE_HISTORY_IDLE_MINUTES * minuteMs;
    return documents.map((of) => ({
      id: of._id,
      planId: of.planId,
      planName: names.get(of.planId) ?? of.planId,
      moment: of.moment,
      state: of.state,
      phase: of.phase,
      done: of.done,
      total: of.total,
      problem: of.problem,
      rows: of.rows,
      ahead: of.state === 'waiting' ? aheadOf(of.requestedAt) : 0,
      own: of.askedBy.includes(userId),
      others: of.askedBy.filter((each) => each !== userId).length,
      tookMs: tookMs(of),
      keptUntil: of.state === 'ready' ? new Date(of.lastUsedAt.getTime() + idleMs).toISOString() : null,
      endedAt: of.endedAt?.toISOString() ?? null,
      // Views that an earlier release made have none of these.
      sum: of.sum ?? null,
      kept: of.kept ?? null,
      proof: of.proof == null ? null : proofOf(of.proof, userId, aheadOf),
    }));
  }

  /** When each unfinished view and proof was requested. */
  private async waitingSince(): Promise<Date[]> {
    const either = { $or: [{ state: unfinished }, { 'proof.state': unfinished }] };
    const found = await this.documents.find(either).project<AsOfDocument>({ sum: 0 }).toArray();
    return found.flatMap(({ state, requestedAt, proof }) => [
      ...(unfinished.$in.some((each) => each === state) ? [requestedAt] : []),
      ...(proof != null && unfinished.$in.some((each) => each === proof.state) ? [proof.requestedAt] : []),
    ]);
  }
}

const tookMs = ({ startedAt, endedAt }: { startedAt: Date | null; endedAt: Date | null }): number | null =>
  startedAt && endedAt ? endedAt.getTime() - startedAt.getTime() : null;

function proofOf(proof: ProofDocument, userId: string, aheadOf: (requestedAt: Date) => number): AsOfProof {
  const { state, phase, done, total, streams, problem, sum, kept, differing, late = 0, differences } = proof;
  return {
    state,
    phase,
    done,
    total,
    streams,
    problem,
    sum,
    kept,
    differing,
    late,
    differences,
    ahead: state === 'waiting' ? aheadOf(proof.requestedAt) : 0,
    own: proof.askedBy.includes(userId),
    endedAt: proof.endedAt?.toISOString() ?? null,
    tookMs: tookMs(proof),
  };
}
