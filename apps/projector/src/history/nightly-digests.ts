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

/** Short, because views that users wait for are made by the same loop. */
const patienceMs = 1_000;
/** Pause after a plan that was not complete, and the maximum number of turns of a plan in one night. */
const restMs = 5_000;
const mostTurns = 200;

/** A night's run, with the plans that remain. */
interface Night {
  day: string;
  left: { planId: string; changedAt: string; turns: number }[];
  plans: number;
  /** Digests that this process kept in the run, and plans that it gave up. */
  kept: number;
  missed: number;
}

interface NightDocument extends Partial<Pick<Night, 'plans' | 'kept' | 'missed'>> {
  _id: string;
  day: string;
  at?: Date;
}

type Looked = 'kept' | 'stands' | 'again';

/**
 * Keeps a digest of each plan that changed since its last digest, once a day after midnight in Sydney. A run that did not finish is started
 * again by the next process, which skips plans whose digest was kept.
 */
export class NightlyDigests {
  private night: Night | null = null;
  /** The last finished day, which saves queries to the database. */
  private over = '';
  private restUntil = -Infinity;

  constructor(
    private readonly parts: Parts,
    private readonly ops: Db,
    private readonly log: Logger,
  ) {}

  /**
   * Considers one plan, if today's run is due. False if there is nothing to do now. `isOver` tells whether this process has to stop. On a
   * portal's first day there is nothing to prove yet.
   */
  async turn(isOver: () => boolean, signal: AbortSignal, now = new Date()): Promise<boolean> {
    if (isOver() || performance.now() < this.restUntil) return false;
    this.night ??= await this.due(sydneyDate(now));
    if (this.night === null) return false;
    const { day, left, plans } = this.night;
    const next = left.shift();
    if (next !== undefined) {
      const outcome = await this.look(next, isOver, signal);
      if (outcome === 'kept') this.night.kept += 1;
      if (outcome === 'again') this.again(next, this.night);
    }
    if (left.length > 0 || isOver()) return true;
    const { kept, missed } = this.night;
    const ended = { at: new Date(), plans, kept, missed };
    await this.runs.updateOne({ _id: 'planDigests' }, { $max: { day }, $set: ended }, { upsert: true });
    this.night = null;
    this.over = day;
    return true;
  }

  private again(plan: Night['left'][number], night: Night): void {
    const turns = plan.turns + 1;
    if (turns < mostTurns) night.left.push({ ...plan, turns });
    else {
      night.missed += 1;
      this.log.warn({ planId: plan.planId }, 'the digest of a plan was not kept tonight');
    }
    this.restUntil = performance.now() + restMs;
  }

  private async due(today: string): Promise<Night | null> {
    if (this.over >= today) return null;
    const known = await this.runs.findOne({ _id: 'planDigests' });
    if (known !== null && known.day >= today) {
      this.over = known.day;
      return null;
    }
    const plans = known === null ? [] : await newestByPlan(this.parts.live);
    const left = plans.map((plan) => ({ ...plan, turns: 0 }));
    return { day: today, left, plans: left.length, kept: 0, missed: 0 };
  }

  private get runs() {
    return this.ops.collection<NightDocument>('control');
  }

  /** `again` if the plan needs another turn. */
  private async look(
    { planId, changedAt }: Night['left'][number],
    isOver: () => boolean,
    signal: AbortSignal,
  ): Promise<Looked> {
    try {
      const newest = await this.parts.live.of(planDigestsView).findOne({ planId }, { sort: { moment: -1 } });
      if (newest !== null && newest.moment >= changedAt) return 'stands';
      return await this.keep(planId, newest?.moment ?? '', isOver, signal);
    } catch (error) {
      if (!isOver()) this.log.warn({ planId, ...safeError(error) }, 'the digest of a plan was not kept');
      return 'again';
    }
  }

  /** `again` if the plan's figures are not complete, or if anything about the plan was recorded in the meantime. */
  private async keep(planId: string, keptOf: string, isOver: () => boolean, signal: AbortSignal): Promise<Looked> {
    const { store, live } = this.parts;
    if (!(await this.isComplete(planId, signal))) return 'again';
    const before = await planNow(live, planId);
    // The change was about the platform of another plan.
    if (before === null || before.moment <= keptOf) return 'stands';
    const models = await modelDigests(live, planId, shownModels);
    const after = (await this.isComplete(planId, signal)) ? await planNow(live, planId) : null;
    if (JSON.stringify(after) !== JSON.stringify(before) || isOver()) return 'again';
    const digest = { planId, ...before, digest: digestOfAll(models), models };
    await store.transact(planDigestsStream, planId, keepDigest(digest), bySystem(planId));
    return 'kept';
  }

  /** Whether everything recorded about the plan is in its figures. */
  private async isComplete(planId: string, signal: AbortSignal): Promise<boolean> {
    const { live } = this.parts;
    if (!(await readModelsAreComplete(this.parts, this.ops, signal, patienceMs))) return false;
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
