import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { planDigestsView } from '@superscope/contracts/read-models/plan-digests';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { keepDigest, planDigestsStream } from '@superscope/domain/plan-digests/plan-digests';
import type { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { safeError } from '../runtime/writing/failures.js';
import type { Target } from '../runtime/writing/target.js';
import { readModelsAreComplete } from './complete-read-models.js';
import { newestByPlan, planNow } from './plan-now.js';
import { digestOfAll, modelDigests, shownModels } from './set-digest.js';

interface Parts {
  store: EventStore;
  live: Target;
}

const patienceMs = 30_000;
/** Attempts for each plan, because events of the plan may be recorded while its digest is taken. */
const tries = 3;

/** Keeps a digest of each plan that changed since the last one, once a day after midnight in Sydney. */
export class NightlyDigests {
  constructor(
    private readonly parts: Parts,
    private readonly ops: Db,
    private readonly log: Logger,
  ) {}

  /** Begins today's run if it is due. On a portal's first day there is nothing to prove yet. */
  async turn(signal: AbortSignal, now = new Date()): Promise<void> {
    const runs = this.ops.collection<{ _id: string; day: string }>('control');
    const today = sydneyDate(now);
    const known = await runs.findOne({ _id: 'planDigests' });
    if (known !== null && known.day >= today) return;
    if (known !== null) await this.run(signal);
    await runs.updateOne({ _id: 'planDigests' }, { $set: { day: today } }, { upsert: true });
  }

  /** Answers the plans whose digest was kept. */
  async run(signal: AbortSignal): Promise<string[]> {
    const { live } = this.parts;
    const kept: string[] = [];
    for (const { planId, changedAt } of await newestByPlan(live)) {
      if (signal.aborted) break;
      const newest = await live.of(planDigestsView).findOne({ planId }, { sort: { moment: -1 } });
      if (newest !== null && newest.moment >= changedAt) continue;
      try {
        if (await this.keep(planId, newest?.moment ?? '', signal)) kept.push(planId);
      } catch (error) {
        this.log.warn({ planId, ...safeError(error) }, 'the digest of a plan was not kept');
      }
    }
    return kept;
  }

  private async keep(planId: string, keptOf: string, signal: AbortSignal): Promise<boolean> {
    const { store, live } = this.parts;
    for (let left = tries; left > 0; left -= 1) {
      if (!(await this.isComplete(planId, signal))) break;
      const before = await planNow(live, planId);
      // The change belongs to the platform of another plan.
      if (before === null || before.moment <= keptOf) return false;
      const models = await modelDigests(live, planId, shownModels);
      const after = (await this.isComplete(planId, signal)) ? await planNow(live, planId) : null;
      if (JSON.stringify(after) !== JSON.stringify(before)) continue;
      const digest = { planId, ...before, digest: digestOfAll(models), models };
      const written = await store.transact(planDigestsStream, planId, keepDigest(digest), bySystem(planId));
      return written.events > 0;
    }
    this.log.warn({ planId }, 'the digest of a plan was not kept: it changes all the time');
    return false;
  }

  /** Whether everything recorded about the plan is in its figures. */
  private async isComplete(planId: string, signal: AbortSignal): Promise<boolean> {
    const { live } = this.parts;
    if (!(await readModelsAreComplete(this.parts, this.ops, signal))) return false;
    for (const until = performance.now() + patienceMs; performance.now() < until;) {
      if ((await live.dirty().countDocuments({ planId }, { limit: 1 })) === 0) return true;
      await delay(100, undefined, { signal });
    }
    return false;
  }
}

const bySystem = (planId: string): CommandContext => {
  const commandId = `keep-plan-digest/${planId}/${randomUUID()}`;
  return { actor: 'system', role: 'System', commandId, correlationId: randomUUID(), at: new Date().toISOString() };
};
