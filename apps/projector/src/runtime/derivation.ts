import { groupBy } from '@superscope/domain/group-by';
import type { Logger } from 'pino';
import type { Derive } from '../member-snapshots/derive-plan.js';
import type { DirtyDocument, Target } from './target.js';

/** A plan rests this long after its last event, so that an import's months are derived once and not once a batch. */
const restMilliseconds = 120;
/** But never longer than this. */
const longestRestMilliseconds = 2_500;
/** A plan whose derivation failed is tried again after this long. */
const retryMilliseconds = 2_000;

/** While the engine answers for one plan, another is computed; more would only wait for each other. */
const plansAtOnce = 3;

/**
 * Derives stale plan-months in the background, a few plans at a time. What is stale is stored beside the facts, so a crash
 * between writing facts and deriving loses nothing; deriving twice gives the same rows.
 */
export class Derivation {
  private readonly firstSeen = new Map<string, number>();
  private readonly lastSeen = new Map<string, number>();
  private hurried = false;
  private running: Promise<void> | null = null;
  private stopped = false;
  private timer: NodeJS.Timeout | null = null;
  private timerDue = 0;
  private readonly retryAt = new Map<string, number>();
  private lookAgain = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly target: Target,
    private readonly derive: Derive,
    private readonly onDerived: (planId: string, position: string) => Promise<void>,
    private readonly log: Logger,
  ) {}

  /** New facts were written about these plans. */
  nudge(planIds: Iterable<string | null>): void {
    const now = performance.now();
    for (const planId of planIds) {
      if (planId === null) continue;
      if (!this.firstSeen.has(planId)) this.firstSeen.set(planId, now);
      this.lastSeen.set(planId, now);
    }
    this.schedule(restMilliseconds);
  }

  /** Resolves once nothing is stale. */
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
          this.log.error({ err: error }, 'deriving failed; it will be tried again');
          return 1_000;
        })
        .then((again) => {
          this.running = null;
          if (again !== null || this.lookAgain) this.schedule(again ?? 0);
        });
    }, delay);
  }

  /** Derives every plan that is due; answers when to look again, or null when nothing is stale. */
  private async pass(): Promise<number | null> {
    for (;;) {
      const stale = await this.target.dirty().find({}).sort({ _id: 1 }).toArray();
      if (stale.length === 0) {
        for (const resolve of this.waiting.splice(0)) resolve();
        return null;
      }
      const byPlan = groupBy(stale, (document) => document.planId);
      const due = [...byPlan].filter(([planId]) => this.isDue(planId));
      if (due.length === 0) return restMilliseconds;
      const imported = await this.plansWithImports();
      const each = async () => {
        for (let plan = due.shift(); plan !== undefined && !this.stopped; plan = due.shift()) {
          const [planId, documents] = plan;
          this.firstSeen.delete(planId);
          this.lastSeen.delete(planId);
          if (imported.has(planId)) await this.tryPlan(planId, documents);
          // An import that comes later makes its months stale itself, after its facts are written.
          else await this.forget(documents);
        }
      };
      await Promise.all(Array.from({ length: plansAtOnce }, each));
      if (this.stopped) return null;
    }
  }

  private isDue(planId: string): boolean {
    const now = performance.now();
    const retry = this.retryAt.get(planId);
    if (retry !== undefined) return now >= retry;
    if (this.hurried) return true;
    const first = this.firstSeen.get(planId);
    const last = this.lastSeen.get(planId);
    if (first === undefined || last === undefined) return true;
    return now - last >= restMilliseconds || now - first >= longestRestMilliseconds;
  }

  /** The others have nothing to derive from: while members are imported for the first time, that is all of them. */
  private async plansWithImports(): Promise<Set<string>> {
    const answer = await this.target.clickhouse.query({
      query: `SELECT DISTINCT plan_id FROM ${this.target.table('plan_month_import')}`,
      format: 'JSONEachRow',
    });
    return new Set((await answer.json<{ plan_id: string }>()).map((row) => row.plan_id));
  }

  private async forget(documents: DirtyDocument[]): Promise<void> {
    await this.target.dirty().deleteMany({ _id: { $in: documents.map((d) => d._id) } });
  }

  /** A plan that can not be derived is tried again later, and never stops those behind it. */
  private async tryPlan(planId: string, documents: DirtyDocument[]): Promise<void> {
    try {
      await this.derivePlan(planId, documents);
      this.retryAt.delete(planId);
    } catch (error) {
      this.log.error({ err: error, planId }, 'deriving a plan failed; it will be tried again');
      this.retryAt.set(planId, performance.now() + retryMilliseconds);
    }
  }

  private async derivePlan(planId: string, documents: DirtyDocument[]): Promise<void> {
    const everybody = documents.some((d) => d.members === null);
    const position = documents.map((d) => d.position).reduce(newerPosition);
    await this.derive({
      planId,
      fromMonth: documents.map((d) => d.fromMonth).reduce((a, b) => (a < b ? a : b)),
      toMonth: documents.map((d) => d.toMonth).reduce((a, b) => (a > b ? a : b)),
      members: everybody ? null : [...new Set(documents.flatMap((d) => d.members ?? []))],
    });
    // Told before it is forgotten: after a crash in between it is derived and told once more.
    await this.onDerived(planId, position);
    await this.forget(documents);
  }
}

const newerPosition = (a: string, b: string): string =>
  BigInt(a.slice(0, a.indexOf('/'))) >= BigInt(b.slice(0, b.indexOf('/'))) ? a : b;
