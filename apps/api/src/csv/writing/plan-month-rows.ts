import type { ClickHouseClient } from '@clickhouse/client';
import { assetsOwnedRawTable, snapshotRawTable } from '@superscope/contracts/read-models/plan-months';
import { monthEnd } from '@superscope/domain/calendar-dates';
import {
  snapshotColumnNames,
  snapshotColumns,
  storedColumn,
} from '@superscope/domain/member-snapshots/snapshot-columns';
import { outsideId } from '@superscope/domain/outside-id';
import { currentImport, foldImports, noImports, type PlanMonthImports } from '@superscope/domain/plan-month-import';
import type { CellValue } from '../../platform/csv/csv-cell.js';
import { planWithin, type Exported } from './exported-rows.js';
import { MemberNumbers } from './member-numbers.js';
import { rowsOf } from '../../platform/clickhouse/stored-rows.js';

export interface CurrentMonth {
  planId: string;
  /** yyyy-MM-dd, the first day of the month. */
  month: string;
  importId: string;
  rows: number;
}

/** The import that counts in each plan-month of some plans, or of all for null, by plan and month. */
export async function currentMonths(
  clickhouse: ClickHouseClient,
  content: 'snapshots' | 'assets',
  plans: readonly string[] | null,
): Promise<CurrentMonth[]> {
  const folds = new Map<string, { planId: string; month: string; imports: PlanMonthImports }>();
  const query = `SELECT plan_id, toString(month), step, import_id, rows, digest FROM plan_month_import FINAL
WHERE content = {content:String} AND ({all:Bool} OR has({plans:Array(String)}, plan_id)) ORDER BY plan_id, month, revision`;
  const params = { content, all: plans === null, plans: plans ?? [] };
  for await (const steps of rowsOf<[string, string, string, string, number, string]>(clickhouse, query, params))
    for (const [planId, month, step, importId, rows, digest] of steps) {
      const key = `${planId} ${month}`;
      const data = { importId, rows, digest };
      const taken = step === 'withdrawn' ? { type: 'withdrawn' as const, data } : { type: 'completed' as const, data };
      const imports = foldImports(folds.get(key)?.imports ?? noImports, taken);
      folds.set(key, { planId, month, imports });
    }
  return [...folds.values()].flatMap(({ planId, month, imports }) => {
    const current = currentImport(imports);
    return current ? [{ planId, month, importId: current.importId, rows: current.rows }] : [];
  });
}

/** The most rows that one query reads: months of a plan are read together up to this number. */
const rowsPerRead = 40_000;

function* reads(months: readonly CurrentMonth[]): Generator<CurrentMonth[]> {
  let read: CurrentMonth[] = [];
  let rows = 0;
  for (const month of months) {
    if (read.length > 0 && (read[0]!.planId !== month.planId || rows + month.rows > rowsPerRead)) {
      yield read;
      read = [];
      rows = 0;
    }
    read.push(month);
    rows += month.rows;
  }
  if (read.length > 0) yield read;
}

type Stored = readonly (string | number | null)[];

const currentRows = (
  content: 'snapshots' | 'assets',
  table: string,
  columns: readonly string[],
  order: string,
  valuesOf: (values: Stored) => Record<string, CellValue>,
): Exported =>
  async function* ({ views, clickhouse }, scope) {
    const numbers = new MemberNumbers(views);
    const months = await currentMonths(clickhouse, content, scope.planId == null ? null : [scope.planId]);
    for (const read of reads(months.filter(({ planId }) => planWithin(scope, planId)))) {
      const { planId } = read[0]!;
      const pairs = read.map((_, i) => `({m${i}:Date}, {i${i}:String})`).join(', ');
      const params: Record<string, unknown> = { plan: planId };
      for (const [i, { month, importId }] of read.entries()) {
        params[`m${i}`] = month;
        params[`i${i}`] = importId;
      }
      const query = `SELECT toString(month), member_id, ${columns.join(', ')} FROM ${table} FINAL
WHERE plan_id = {plan:String} AND (month, import_id) IN (${pairs}) ORDER BY ${order}`;
      for await (const rows of rowsOf<Stored>(clickhouse, query, params))
        for (const { row, member } of await numbers.with(rows, (values) => values[1] as string)) {
          const asAt = monthEnd((row[0] as string).slice(0, 7));
          const values = { planId: outsideId(planId), memberId: member.number, asAt, ...valuesOf(row.slice(2)) };
          yield { platformId: member.platformId, values };
        }
    }
  };

export const snapshotRows = currentRows(
  'snapshots',
  snapshotRawTable.table,
  snapshotColumnNames.map(storedColumn),
  'month, member_id',
  (stored) => {
    const values: Record<string, CellValue> = {};
    for (const [i, name] of snapshotColumnNames.entries()) {
      const value = stored[i] ?? null;
      values[name] = value !== null && snapshotColumns[name].kind === 'flag' ? Number(value) === 1 : value;
    }
    return values;
  },
);

export const assetOwnedRows = currentRows(
  'assets',
  assetsOwnedRawTable.table,
  ['asset_code', 'balance_cents'],
  'month, member_id, asset_code',
  ([assetCode = null, balance = null]) => ({ assetCode, balance }),
);
