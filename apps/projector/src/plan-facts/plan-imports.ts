import { planMonthImportTable } from '@superscope/contracts/read-models/plan-months';
import { currentImport, foldImports, noImports, type PlanMonthImports } from '@superscope/domain/plan-month-import';
import type { Target } from '../runtime/writing/target.js';

export interface CurrentImport {
  importId: string;
  rows: number;
}

export type Content = 'snapshots' | 'assets';

interface ImportStep {
  /** yyyy-MM */
  month: string;
  step: string;
  import_id: string;
  rows: number;
  digest: string;
  recorded_at: string;
}

/** Plans that ever had an import of snapshots or of holdings. */
export async function plansWithImports(facts: Target): Promise<Set<string>> {
  const answer = await facts.clickhouse.query({
    query: `SELECT DISTINCT plan_id FROM ${facts.table(planMonthImportTable.table)}`,
    format: 'JSONEachRow',
  });
  return new Set((await answer.json<{ plan_id: string }>()).map((row) => row.plan_id));
}

type ByMonth = ReadonlyMap<string, PlanMonthImports>;

/** The imports of a plan's months, of snapshots or of assets owned, and which of them counted at any moment. */
export class PlanImports {
  private readonly known = new Map<number, Promise<Map<string, CurrentImport>>>();

  private constructor(
    private readonly target: Target,
    private readonly planId: string,
    private readonly content: Content,
    private readonly steps: readonly ImportStep[],
    /** Imports that are known to have all their rows. This class adds to it; the caller keeps it for all plans. */
    private readonly whole: Set<string>,
  ) {}

  static async read(target: Target, planId: string, content: Content, whole: Set<string>): Promise<PlanImports> {
    const answer = await target.clickhouse.query({
      query: `SELECT month, step, import_id, rows, digest, recorded_at FROM ${target.table('plan_month_import')} FINAL
WHERE plan_id = {plan:String} AND content = {content:String} ORDER BY month, revision`,
      query_params: { plan: planId, content },
      format: 'JSONEachRow',
    });
    const steps = await answer.json<ImportStep>();
    for (const step of steps) step.month = step.month.slice(0, 7);
    return new PlanImports(target, planId, content, steps, whole);
  }

  /** Whether there ever was an import. Without one nothing can have been published. */
  get ever(): boolean {
    return this.steps.length > 0;
  }

  /** Recording times of all completed imports, also of withdrawn ones, by month (yyyy-MM). */
  completedAt(): Map<string, string[]> {
    const times = new Map<string, string[]>();
    for (const { month, step, recorded_at: at } of this.steps)
      if (step === 'completed') times.set(month, [...(times.get(month) ?? []), at]);
    return times;
  }

  /**
   * The import that counts in each month (yyyy-MM), oldest month first, by what was recorded up to a moment (null: everything). Withdrawn
   * and replaced imports are left out, and so are imports with missing rows (a chunk was set aside).
   */
  current(recordedBy: string | null): Promise<Map<string, CurrentImport>> {
    const counted = recordedBy === null ? this.steps : this.steps.filter(({ recorded_at: at }) => at <= recordedBy);
    // A later moment only adds steps, so the same number of steps means the same steps.
    const known = this.known.get(counted.length) ?? this.currentAmong(counted);
    this.known.set(counted.length, known);
    return known;
  }

  private async currentAmong(steps: readonly ImportStep[]): Promise<Map<string, CurrentImport>> {
    const byMonth = new Map<string, PlanMonthImports>();
    for (const { month, step, import_id: importId, rows, digest } of steps) {
      const data = { importId, rows: Number(rows), digest };
      const type = step === 'withdrawn' ? 'withdrawn' : 'completed';
      byMonth.set(month, foldImports(byMonth.get(month) ?? noImports, { type, data }));
    }
    const current = new Map<string, CurrentImport>();
    for (const [month, imports] of byMonth) {
      const found = await this.newestWhole(month, imports, byMonth);
      if (found) current.set(month, found);
    }
    return current;
  }

  private async newestWhole(
    month: string,
    { completed }: PlanMonthImports,
    all: ByMonth,
  ): Promise<CurrentImport | null> {
    for (const found of completed.toReversed()) {
      if (this.isWhole(month, found)) return found;
      // All months are checked together, because nearly every import is complete and is then only checked once.
      await this.noteWhole(new Map([...all, [month, { completed: [found], open: null }]]));
      if (this.isWhole(month, found)) return found;
    }
    return null;
  }

  /** Counts the rows of each month's current import that is not known to be complete. */
  private async noteWhole(imports: ByMonth): Promise<void> {
    const unknown = [...imports].flatMap(([month, of]): [string, CurrentImport][] => {
      const found = currentImport(of);
      return found === null || this.isWhole(month, found) ? [] : [[month, found]];
    });
    const table = this.target.table(this.content === 'snapshots' ? 'snapshot_raw' : 'assets_owned_raw');
    const answer = await this.target.clickhouse.query({
      query: `SELECT month, import_id, count() AS n FROM ${table} FINAL
WHERE plan_id = {plan:String} AND (month, import_id) IN (${pairs(unknown)}) GROUP BY month, import_id`,
      query_params: { plan: this.planId, ...pairParams(unknown) },
      format: 'JSONEachRow',
    });
    const counted = await answer.json<{ month: string; import_id: string; n: number }>();
    const rows = new Map(counted.map((row) => [`${row.month.slice(0, 7)} ${row.import_id}`, Number(row.n)]));
    for (const [month, of] of unknown)
      if ((rows.get(`${month} ${of.importId}`) ?? 0) >= of.rows) this.whole.add(this.wholeKey(month, of));
  }

  private isWhole(month: string, of: CurrentImport): boolean {
    return this.whole.has(this.wholeKey(month, of));
  }

  /** One file is one import for every plan that it names, and may be complete for only one of them. */
  private wholeKey(month: string, { importId }: CurrentImport): string {
    return `${this.planId} ${this.content} ${month} ${importId}`;
  }
}

/** A month (yyyy-MM) and one of its imports. */
export type MonthImport = readonly [month: string, of: CurrentImport];

/** The placeholders for `(month, import_id) IN (…)`, to be used with `pairParams`. */
export const pairs = (months: readonly unknown[]): string =>
  months.map((_, i) => `({m${i}:Date}, {i${i}:String})`).join(', ');

export const pairParams = (months: readonly MonthImport[]): Record<string, string> =>
  Object.fromEntries(
    months.flatMap(([month, of], i) => [
      [`m${i}`, `${month}-01`],
      [`i${i}`, of.importId],
    ]),
  );
