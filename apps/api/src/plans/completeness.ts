import type { CompleteMonth } from '@superscope/contracts/plans-overview';
import { monthOf, monthsFrom, shiftMonth } from '@superscope/domain/calendar-dates';
import { currentImport, foldImports, noImports, type PlanMonthImports } from '@superscope/domain/plan-month-import';

/** One row of `plan_month_import`, in the order of its stream. */
export interface ImportStep {
  planId: string;
  /** yyyy-MM */
  month: string;
  content: 'snapshots' | 'assets';
  step: 'completed' | 'withdrawn';
  importId: string;
  rows: number;
}

type Content = ImportStep['content'];

/** The number of rows of the import that counts, by plan, month and content. */
export class CurrentImports {
  private readonly folds = new Map<string, PlanMonthImports>();
  private readonly first = new Map<string, string>();

  constructor(steps: readonly ImportStep[]) {
    for (const { planId, month, content, step, importId, rows } of steps) {
      const key = `${planId} ${month} ${content}`;
      const data = { importId, rows, digest: '' };
      this.folds.set(key, foldImports(this.folds.get(key) ?? noImports, { type: step, data }));
      const known = this.first.get(planId);
      if (known === undefined || month < known) this.first.set(planId, month);
    }
  }

  rows(planId: string, month: string, content: Content): number | null {
    const imports = this.folds.get(`${planId} ${month} ${content}`);
    return (imports && currentImport(imports)?.rows) ?? null;
  }

  /** The first month for which anything was imported. */
  firstOf(planId: string): string | null {
    return this.first.get(planId) ?? null;
  }
}

export interface PlanSpan {
  id: string;
  startDate: string;
  closedOn: string | null;
}

/** The months of a plan from its first to its last, each with its imports and the reason why it is still open. */
export function completenessOf(
  { id, startDate, closedOn }: PlanSpan,
  months: readonly string[],
  imports: CurrentImports,
  editions: ReadonlyMap<string, number>,
  /** yyyy-MM of the newest month that the calendar has closed. */
  closedBy: string | null,
): CompleteMonth[] {
  // Months before the first import have no data, so nothing is missing in them.
  const first = imports.firstOf(id) ?? monthOf(startDate);
  return months
    .filter((month) => month >= first && (closedOn === null || `${month}-01` < closedOn))
    .map((month) => {
      const snapshots = imports.rows(id, month, 'snapshots');
      const edition = editions.get(month) ?? null;
      const running = closedBy === null || month > closedBy;
      return {
        month,
        snapshots,
        assets: imports.rows(id, month, 'assets'),
        edition,
        openBecause: edition !== null ? null : running ? 'running' : snapshots === null ? 'snapshots' : 'publishing',
      };
    });
}

/** The newest `count` months up to `last`, oldest first. */
export const newestMonths = (last: string, count: number): string[] => monthsFrom(shiftMonth(last, 1 - count), last);
