import type { ImportedMonth } from '@superscope/contracts/corrections';
import { foldImports, noImports, type PlanMonthImports } from '@superscope/domain/plan-month-import';

/** One row of `plan_month_import` for a plan, in the order of its stream. */
export interface MonthStep {
  /** yyyy-MM */
  month: string;
  content: 'snapshots' | 'assets';
  step: 'completed' | 'withdrawn';
  importId: string;
  rows: number;
  /** ISO instant, UTC. */
  at: string;
}

export type ImportedBy = ReadonlyMap<string, { fileName: string; startedBy: string | null }>;

const tables = { snapshots: 'memberSnapshots', assets: 'assetsOwned' } as const;

/** The imports of a plan's months that were not withdrawn: the newest month first, and within a month the import that counts first. */
export function monthImports(steps: readonly MonthStep[], known: ImportedBy): ImportedMonth[] {
  const folds = new Map<string, PlanMonthImports>();
  const completedAt = new Map<string, string>();
  for (const { month, content, step, importId, rows, at } of steps) {
    const key = `${month} ${content}`;
    const data = { importId, rows, digest: '' };
    folds.set(key, foldImports(folds.get(key) ?? noImports, { type: step, data }));
    if (step === 'completed') completedAt.set(`${key} ${importId}`, at);
  }
  return [...folds]
    .filter(([, { completed }]) => completed.length > 0)
    .map(([key, { completed }]) => {
      const [month, content] = key.split(' ') as [string, MonthStep['content']];
      return {
        table: tables[content],
        month,
        imports: completed.toReversed().map(({ importId, rows }) => ({
          importId,
          rows,
          completedAt: completedAt.get(`${key} ${importId}`)!,
          fileName: known.get(importId)?.fileName ?? null,
          startedBy: known.get(importId)?.startedBy ?? null,
        })),
      };
    })
    .sort((a, b) => b.month.localeCompare(a.month) || b.table.localeCompare(a.table));
}
