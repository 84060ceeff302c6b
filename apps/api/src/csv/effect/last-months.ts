import type { ClickHouseClient } from '@clickhouse/client';
import { csvTable } from '@superscope/contracts/csv-tables';
import { assetsOwnedRawTable, snapshotRawTable } from '@superscope/contracts/read-models/plan-months';
import { monthStart, shiftMonth } from '@superscope/domain/calendar-dates';
import type { ColumnSize } from '@superscope/domain/file-check/other-unit';
import { storedColumn, type SnapshotColumnName } from '@superscope/domain/member-snapshots/snapshot-columns';
import { currentMonths } from '../writing/plan-month-rows.js';
import { rowsOf } from '../../platform/clickhouse/stored-rows.js';

/** Figures of one plan-month. Money is in dollars. */
export interface MonthFigures {
  members: number;
  balances: number;
}

const sources = {
  memberSnapshots: { content: 'snapshots', table: snapshotRawTable.table, balance: 'total_assets_owned_cents' },
  assetsOwned: { content: 'assets', table: assetsOwnedRawTable.table, balance: 'balance_cents' },
} as const;
export type PlanMonthTable = keyof typeof sources;
export const isPlanMonthTable = (table: string): table is PlanMonthTable => Object.hasOwn(sources, table);

/** What is usual is seen from so many months. */
export const usualMonths = 7;

/** The months of a file's plans that are stored: of each plan the last one by the file's, and those before it. */
export class LastMonths {
  private constructor(
    private readonly clickhouse: ClickHouseClient,
    private readonly table: PlanMonthTable,
    /** Figures by plan and month (yyyy-MM). */
    readonly figures: ReadonlyMap<string, ReadonlyMap<string, MonthFigures>>,
    /** The newest month of each plan and the import that counts in it. */
    private readonly newest: readonly { planId: string; month: string; importId: string }[],
  ) {}

  /** `through`: the newest month (yyyy-MM) of the file, by plan. */
  static async read(
    clickhouse: ClickHouseClient,
    table: PlanMonthTable,
    through: ReadonlyMap<string, string>,
  ): Promise<LastMonths> {
    const { content, table: raw, balance } = sources[table];
    const plans = [...through.keys()];
    const months = (await currentMonths(clickhouse, content, plans)).filter(
      ({ planId, month }) => month.slice(0, 7) <= through.get(planId)!,
    );
    const counting = new Set(months.map(({ planId, month, importId }) => keyOf(planId, month, importId)));
    const earliest = shiftMonth([...through.values()].sort()[0]!, -usualMonths - 1);
    const query = `SELECT plan_id, toString(month), import_id, uniqExact(member_id), sum(${balance}) FROM ${raw} FINAL
WHERE has({plans:Array(String)}, plan_id) AND month >= {from:Date} GROUP BY plan_id, month, import_id`;
    const figures = new Map<string, Map<string, MonthFigures>>();
    type Row = [string, string, string, number | string, number | string | null];
    for await (const rows of rowsOf<Row>(clickhouse, query, { plans, from: monthStart(earliest) }))
      for (const [planId, month, importId, members, cents] of rows) {
        if (!counting.has(keyOf(planId, month, importId))) continue;
        const ofPlan = figures.get(planId) ?? new Map<string, MonthFigures>();
        ofPlan.set(month.slice(0, 7), { members: Number(members), balances: Number(cents ?? 0) / 100 });
        figures.set(planId, ofPlan);
      }
    const newest = plans.flatMap((plan) => months.findLast(({ planId }) => planId === plan) ?? []);
    return new LastMonths(clickhouse, table, figures, newest);
  }

  /** The sizes of the values of columns in the newest month of each plan, taken together. */
  async sizes(columns: readonly string[]): Promise<ReadonlyMap<string, ColumnSize>> {
    if (this.newest.length === 0 || columns.length === 0) return new Map();
    const { table: raw } = sources[this.table];
    const parts = columns.map((column) => {
      const { name, scale } = this.stored(column);
      return `countIf(${name} != 0), quantileExactIf(0.5)(abs(${name}) / ${scale}, ${name} != 0), max(abs(${name}) / ${scale})`;
    });
    const keys = this.newest.map(({ planId, month, importId }) => keyOf(planId, month, importId));
    const query = `SELECT ${parts.join(', ')} FROM ${raw} FINAL
WHERE has({plans:Array(String)}, plan_id) AND has({keys:Array(String)}, concat(plan_id, ' ', toString(month), ' ', import_id))`;
    const params = { plans: this.newest.map(({ planId }) => planId), keys };
    const found = new Map<string, ColumnSize>();
    for await (const rows of rowsOf<(number | string | null)[]>(this.clickhouse, query, params))
      for (const row of rows)
        for (const [at, column] of columns.entries()) {
          const [count, median, largest] = row.slice(3 * at, 3 * at + 3).map((value) => Number(value ?? 0));
          if (count! > 0) found.set(column, { count: count!, median: median!, largest: largest! });
        }
    return found;
  }

  private stored(column: string): { name: string; scale: number } {
    const isMoney = csvTable(this.table).columns[column]!.type === 'money';
    const name = this.table === 'assetsOwned' ? 'balance_cents' : storedColumn(column as SnapshotColumnName);
    return { name, scale: isMoney ? 100 : 1 };
  }
}

/** `month` is yyyy-MM-dd. */
const keyOf = (planId: string, month: string, importId: string): string => `${planId} ${month} ${importId}`;
