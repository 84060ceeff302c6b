import { groupBy } from '@superscope/domain/group-by';
import type { Logger } from 'pino';
import type { Derivation, Derived } from './derivation.js';
import type { Derive } from './derive-into.js';
import { Superseded } from './plan-version.js';
import { FailedPlans } from './failed-plans.js';
import { safeError } from '../writing/failures.js';
import { addCorrelationId } from '../writing/correlation-ids.js';
import type { PlanLeases } from './plan-leases.js';
import { settleAll } from '../writing/settle-all.js';
import type { DirtyDocument } from '@superscope/contracts/read-models/projection-state';
import type { Target } from '../writing/target.js';

/** A plan waits this long after its last event, so that an import's months are derived once and not after each batch. */
const restMilliseconds = 120;
/** The longest wait of a plan. */
const longestRestMilliseconds = 2_500;
/** While only failed plans wait, or a loader holds the others, changes by other processes are looked up this often. */
const lookAgainMilliseconds = 500;

/** Plan-months that other processes made stale are looked up this often. */
const pollMilliseconds = 1_000;

/** While the engine stores one plan, another is computed. More plans would only wait for each other. */
export const plansAtOnce = 3;

export interface DerivedPlan {
  planId: string;
  /** Encoded position of the newest event that made it stale. */
  position: string;
  /** Ids of the commands that made it stale, at most a fixed number. */
  correlationIds: string[];
  ms: number;
  derived: Derived;
}

/**
 * Derives stale plan-months in the background, a few plans at a time. Stale plan-months are stored beside the facts,
 * so a crash between writing facts and deriving loses nothing; deriving twice gives the same rows. Several processes
 * share the plans.
 */
export class DerivationQueue {
  private readonly firstSeen = new Map<string, number>();
  private readonly lastSeen = new Map<string, number>();
  /** Number of stale documents of each plan when last read. */
  private readonly counts = new Map<string, number>();
  private readonly nudged = new Set<string>();
  private running: Promise<void> | null = null;
  private stopped = false;
  private timer: NodeJS.Timeout | null = null;
  private timerDue = 0;
  private readonly failed = new FailedPlans();
  private lookAgain = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly derivation: Pick<Derivation, 'name' | 'plansWithFacts'>,
    /** The facts, with the stale plan-months beside them. */
    private readonly target: Target,
    private readonly derive: Derive,
    private readonly onDerived: (derived: DerivedPlan) => Promise<void>,
    private readonly log: Logger,
    /** Called when a plan fails for a lasting reason. Its figures stay as they were. */
    private readonly onSetAside: (planId: string, reason: string) => Promise<void> = () => Promise.resolve(),
    /** null: no other process derives into the same target. */
    private readonly leases: PlanLeases | null = null,
    /** Ids of the plans that are derived although a loader holds the others; null while nothing is held. */
    private readonly despiteHold: () => Promise<ReadonlySet<string> | null> = () => Promise.resolve(null),
  ) {}

  /** Announces that new facts were written about these plans. */
  nudge(planIds: Iterable<string | null>): void {
    const now = performance.now();
    for (const planId of planIds) {
      if (planId === null) continue;
      this.nudged.add(planId);
      if (!this.firstSeen.has(planId)) this.firstSeen.set(planId, now);
      this.lastSeen.set(planId, now);
    }
    this.schedule(restMilliseconds);
  }

  /** Derives a failed plan again at once. */
  retry(planId: string): void {
    this.failed.hurry(planId);
    this.schedule(0);
  }

  /** Plans that cannot be derived, with the reason. The pauses between their retries grow. */
  setAside(): Map<string, string> {
    return this.failed.setAside();
  }

  /** Resolves once only plans that cannot be derived are stale. Plans that are held are derived, too. */
  drained(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      this.schedule(0);
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delay: number): void {
    // Writes during a pass may have come after its last query.
    if (this.running) this.lookAgain = true;
    if (this.stopped || this.running) return;
    const due = performance.now() + delay;
    if (this.timer && this.timerDue <= due) return;
    if (this.timer) clearTimeout(this.timer);
    this.timerDue = due;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.lookAgain = false;
      this.running = this.pass()
        .catch((error: unknown) => {
          this.log.error(safeError(error), 'deriving failed; it will be tried again');
          return 1_000;
        })
        .then((again) => {
          this.running = null;
          if (again !== null || this.lookAgain) this.schedule(again ?? 0);
          else if (this.leases !== null) this.schedule(pollMilliseconds);
        });
    }, delay);
  }

  /** Derives every plan that is due. Returns the milliseconds until the next pass, or null if nothing is stale or the queue has stopped. */
  private async pass(): Promise<number | null> {
    for (;;) {
      // Those who begin to wait later may have written what this look does not find.
      const waiting = [...this.waiting];
      const despite = waiting.length > 0 ? null : await this.despiteHold();
      // A loader makes much stale, which need not be read until its hold ends.
      const ofPlans = despite === null ? {} : { planId: { $in: [...despite] } };
      const mine = { derivation: this.derivation.name, ...ofPlans };
      const stale = await this.target.dirty().find(mine).sort({ _id: 1 }).toArray();
      const byPlan = groupBy(stale, (document) => document.planId);
      this.observe(byPlan, (planId) => despite !== null && !despite.has(planId));
      const setAside = this.failed.setAside();
      if ([...byPlan.keys()].every((planId) => setAside.has(planId) && this.failed.rests(planId))) this.end(waiting);
      if (stale.length === 0) return despite === null ? null : lookAgainMilliseconds;
      const due = [...byPlan].filter(([planId]) => this.isDue(planId));
      if (due.length === 0)
        return [...byPlan.keys()].every((planId) => this.failed.rests(planId))
          ? lookAgainMilliseconds
          : restMilliseconds;
      const withFacts = await this.derivation.plansWithFacts(this.target);
      let derived = 0;
      const each = async () => {
        for (let plan = due.shift(); plan !== undefined && !this.stopped; plan = due.shift()) {
          const [planId, documents] = plan;
          // A later fact makes its months stale itself, after it is written.
          if (!withFacts.has(planId)) await this.forget(documents);
          else if (!(await this.tryPlan(planId))) continue;
          derived += 1;
        }
      };
      // Waits for all of them: no plan may be derived after the pass has ended.
      await settleAll(Array.from({ length: plansAtOnce }, each));
      if (this.stopped) return null;
      // Other processes derive the plans that are due.
      if (derived === 0) return restMilliseconds;
    }
  }

  private end(waiting: readonly (() => void)[]): void {
    this.waiting = this.waiting.filter((resolve) => !waiting.includes(resolve));
    for (const resolve of waiting) resolve();
  }

  /** A plan that another process made stale waits too, from the moment it is seen. */
  private observe(byPlan: ReadonlyMap<string, readonly DirtyDocument[]>, isHeld: (planId: string) => boolean): void {
    const now = performance.now();
    for (const [planId, { length }] of byPlan) {
      if (!this.nudged.delete(planId) && length > (this.counts.get(planId) ?? 0)) {
        if (!this.firstSeen.has(planId)) this.firstSeen.set(planId, now);
        this.lastSeen.set(planId, now);
      }
      this.counts.set(planId, length);
    }
    for (const planId of this.counts.keys())
      if (!byPlan.has(planId) && !isHeld(planId)) {
        this.settle(planId);
        this.failed.forget(planId);
      }
  }

  /** The plan is no longer stale. */
  private settle(planId: string): void {
    this.counts.delete(planId);
    // The plan was nudged in the meantime, so its new facts were written after the query.
    if (this.nudged.has(planId)) return;
    this.firstSeen.delete(planId);
    this.lastSeen.delete(planId);
  }

  private isDue(planId: string): boolean {
    const now = performance.now();
    if (this.failed.has(planId)) return !this.failed.rests(planId, now);
    if (this.waiting.length > 0) return true;
    const first = this.firstSeen.get(planId);
    const last = this.lastSeen.get(planId);
    if (first === undefined || last === undefined) return true;
    return now - last >= restMilliseconds || now - first >= longestRestMilliseconds;
  }

  private async forget(documents: DirtyDocument[]): Promise<void> {
    await this.target.dirty().deleteMany({ _id: { $in: documents.map((d) => d._id) } });
  }

  /**
   * Derives a plan unless another process does; false if another process has it. A plan that cannot be derived is
   * retried later and never blocks the plans behind it.
   */
  private async tryPlan(planId: string): Promise<boolean> {
    const lease = this.leases === null ? null : await this.leases.take(planId);
    if (this.leases !== null && lease === null) return false;
    this.nudged.delete(planId);
    this.settle(planId);
    try {
      // Read again, because another process may have just derived some of them.
      const documents = await this.target.dirty().find({ derivation: this.derivation.name, planId }).toArray();
      if (documents.length > 0) await this.derivePlan(planId, documents, () => lease?.isHeld() ?? true);
      this.failed.forget(planId);
    } catch (error) {
      if (error instanceof Superseded) return false;
      const setAside = this.failed.note(planId, error);
      if (setAside === null) this.log.warn({ planId, ...safeError(error) }, 'deriving a plan failed; retrying');
      else await this.onSetAside(planId, setAside);
    } finally {
      await lease?.release().catch(() => undefined);
    }
    return true;
  }

  private async derivePlan(planId: string, documents: DirtyDocument[], mayPublish: () => boolean): Promise<void> {
    const position = documents.map((d) => d.position).reduce(newerPosition);
    const began = performance.now();
    const derived = await this.derive({ planId, ranges: documents }, mayPublish);
    // The change is announced before the documents are deleted. After a crash in between, the plan is derived and announced again.
    const correlationIds = new Set<string>();
    for (const document of documents) for (const id of document.correlationIds) addCorrelationId(correlationIds, id);
    const ms = Math.round(performance.now() - began);
    await this.onDerived({ planId, position, correlationIds: [...correlationIds], ms, derived });
    await this.forget(documents);
  }
}

const newerPosition = (a: string, b: string): string =>
  BigInt(a.slice(0, a.indexOf('/'))) >= BigInt(b.slice(0, b.indexOf('/'))) ? a : b;
