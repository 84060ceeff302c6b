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

/** A plan rests this long after its last event, so that an import's months are derived once and not once a batch. */
const restMilliseconds = 120;
/** But never longer than this. */
const longestRestMilliseconds = 2_500;
/** While failed plans rest, what others wrote is looked for this often. */
const lookAgainMilliseconds = 500;

/** What other processes made stale is looked for this often. */
const pollMilliseconds = 1_000;

/** While the engine answers for one plan, another is computed; more would only wait for each other. */
const plansAtOnce = 3;

export interface DerivedPlan {
  planId: string;
  /** Encoded position of the newest event that it is of. */
  position: string;
  /** Of the commands that made it stale, a bounded number. */
  correlationIds: string[];
  ms: number;
  derived: Derived;
}

/**
 * Derives stale plan-months in the background, a few plans at a time. What is stale is stored beside the facts, so a crash
 * between writing facts and deriving loses nothing; deriving twice gives the same rows. Several processes share the plans.
 */
export class DerivationQueue {
  private readonly firstSeen = new Map<string, number>();
  private readonly lastSeen = new Map<string, number>();
  /** How many documents of a plan were seen last. */
  private readonly counts = new Map<string, number>();
  private readonly nudged = new Set<string>();
  private hurried = false;
  private running: Promise<void> | null = null;
  private stopped = false;
  private timer: NodeJS.Timeout | null = null;
  private timerDue = 0;
  private readonly failed = new FailedPlans();
  private lookAgain = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly derivation: Pick<Derivation, 'name' | 'plansWithFacts'>,
    /** The facts, with what is stale beside them. */
    private readonly target: Target,
    private readonly derive: Derive,
    private readonly onDerived: (derived: DerivedPlan) => Promise<void>,
    private readonly log: Logger,
    /** A plan fails for a reason that does not pass by itself: its figures stay as they were. */
    private readonly onSetAside: (planId: string, reason: string) => Promise<void> = () => Promise.resolve(),
    /** null: nobody else derives into the same target. */
    private readonly leases: PlanLeases | null = null,
  ) {}

  /** New facts were written about these plans. */
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

  /** Tries a plan that failed at once. */
  retry(planId: string): void {
    this.failed.hurry(planId);
    this.schedule(0);
  }

  /** Plans that cannot be derived, with the reason; they are tried again more and more rarely. */
  setAside(): Map<string, string> {
    return this.failed.setAside();
  }

  /** Resolves once nothing is stale but plans that cannot be derived. */
  async drained(): Promise<void> {
    this.hurried = true;
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      this.schedule(0);
    });
    this.hurried = false;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delay: number): void {
    // What is written while a pass runs may have come after its last look.
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

  /** Derives every plan that is due; answers when to look again, or null when nothing is stale. */
  private async pass(): Promise<number | null> {
    for (;;) {
      const stale = await this.target.dirty().find({ derivation: this.derivation.name }).sort({ _id: 1 }).toArray();
      const byPlan = groupBy(stale, (document) => document.planId);
      this.observe(byPlan);
      const setAside = this.failed.setAside();
      if ([...byPlan.keys()].every((planId) => setAside.has(planId) && this.failed.rests(planId)))
        for (const resolve of this.waiting.splice(0)) resolve();
      if (stale.length === 0) return null;
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
          // A fact that comes later makes its months stale itself, after it is written.
          if (!withFacts.has(planId)) await this.forget(documents);
          else if (!(await this.tryPlan(planId))) continue;
          derived += 1;
        }
      };
      // All of them: nothing may be derived any more once the pass has ended.
      await settleAll(Array.from({ length: plansAtOnce }, each));
      if (this.stopped) return null;
      // What is due is with other processes.
      if (derived === 0) return restMilliseconds;
    }
  }

  /** A plan that another process made stale rests as well, from when it is seen. */
  private observe(byPlan: ReadonlyMap<string, readonly DirtyDocument[]>): void {
    const now = performance.now();
    for (const [planId, { length }] of byPlan) {
      if (!this.nudged.delete(planId) && length > (this.counts.get(planId) ?? 0)) {
        if (!this.firstSeen.has(planId)) this.firstSeen.set(planId, now);
        this.lastSeen.set(planId, now);
      }
      this.counts.set(planId, length);
    }
    for (const planId of this.counts.keys())
      if (!byPlan.has(planId)) {
        this.settle(planId);
        this.failed.forget(planId);
      }
  }

  /** Nothing of the plan that was seen is stale any more. */
  private settle(planId: string): void {
    this.counts.delete(planId);
    // Nudged meanwhile: what it is about was written after the look.
    if (this.nudged.has(planId)) return;
    this.firstSeen.delete(planId);
    this.lastSeen.delete(planId);
  }

  private isDue(planId: string): boolean {
    const now = performance.now();
    if (this.failed.has(planId)) return !this.failed.rests(planId, now);
    if (this.hurried) return true;
    const first = this.firstSeen.get(planId);
    const last = this.lastSeen.get(planId);
    if (first === undefined || last === undefined) return true;
    return now - last >= restMilliseconds || now - first >= longestRestMilliseconds;
  }

  private async forget(documents: DirtyDocument[]): Promise<void> {
    await this.target.dirty().deleteMany({ _id: { $in: documents.map((d) => d._id) } });
  }

  /**
   * Derives a plan unless another process does; false where that one has it. A plan that cannot be derived is tried again
   * later, and never stops those behind it.
   */
  private async tryPlan(planId: string): Promise<boolean> {
    const lease = this.leases === null ? null : await this.leases.take(planId);
    if (this.leases !== null && lease === null) return false;
    this.nudged.delete(planId);
    this.settle(planId);
    try {
      // Read anew: another process may have just derived some of them.
      const documents = await this.target.dirty().find({ derivation: this.derivation.name, planId }).toArray();
      if (documents.length > 0) await this.derivePlan(planId, documents, () => lease?.isHeld() ?? true);
      this.failed.forget(planId);
    } catch (error) {
      if (error instanceof Superseded) return false;
      const setAside = this.failed.note(planId, error);
      if (setAside === null)
        this.log.warn({ planId, ...safeError(error) }, 'deriving a plan failed; it is tried again');
      else await this.onSetAside(planId, setAside);
    } finally {
      await lease?.release().catch(() => undefined);
    }
    return true;
  }

  private async derivePlan(planId: string, documents: DirtyDocument[], mayPublish: () => boolean): Promise<void> {
    const everybody = documents.some((d) => d.members === null);
    const position = documents.map((d) => d.position).reduce(newerPosition);
    const began = performance.now();
    const stale = {
      planId,
      fromMonth: documents.map((d) => d.fromMonth).reduce((a, b) => (a < b ? a : b)),
      toMonth: documents.map((d) => d.toMonth).reduce((a, b) => (a > b ? a : b)),
      members: everybody ? null : [...new Set(documents.flatMap((d) => d.members ?? []))],
      recordedFrom: documents.map((d) => d.recordedFrom).reduce((a, b) => (a < b ? a : b)),
    };
    const derived = await this.derive(stale, mayPublish);
    // Told before it is forgotten: after a crash in between it is derived and told once more.
    const correlationIds = new Set<string>();
    for (const document of documents) for (const id of document.correlationIds) addCorrelationId(correlationIds, id);
    const ms = Math.round(performance.now() - began);
    await this.onDerived({ planId, position, correlationIds: [...correlationIds], ms, derived });
    await this.forget(documents);
  }
}

const newerPosition = (a: string, b: string): string =>
  BigInt(a.slice(0, a.indexOf('/'))) >= BigInt(b.slice(0, b.indexOf('/'))) ? a : b;
