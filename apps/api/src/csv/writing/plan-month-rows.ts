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
import type { Views } from '../../platform/engines.module.js';
import type { CellValue } from '../../platform/csv/csv-cell.js';
import type { ExportedRows, ExportScope } from './exported-rows.js';
import { planWithin } from './fund-rows.js';
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

async function* currentRows(
  clickhouse: ClickHouseClient,
  views: Views,
  scope: ExportScope,
  of: { content: 'snapshots' | 'assets'; table: string; columns: readonly string[]; order: string },
  valuesOf: (values: readonly (string | number | null)[]) => Record<string, CellValue>,
): ExportedRows {
  const numbers = new MemberNumbers(views);
  const plans = scope.planId == null ? null : [scope.planId];
  const months = await currentMonths(clickhouse, of.content, plans);
  for (const read of reads(months.filter(({ planId }) => planWithin(scope, planId)))) {
    const { planId } = read[0]!;
    const pairs = read.map((_, i) => `({m${i}:Date}, {i${i}:String})`).join(', ');
    const params: Record<string, unknown> = { plan: planId };
    for (const [i, { month, importId }] of read.entries()) {
      params[`m${i}`] = month;
      params[`i${i}`] = importId;
    }
    const query = `SELECT toString(month), member_id, ${of.columns.join(', ')} FROM ${of.table} FINAL
WHERE plan_id = {plan:String} AND (month, import_id) IN (${pairs}) ORDER BY ${of.order}`;
    for await (const rows of rowsOf<Stored>(clickhouse, query, params))
      for (const { row, member } of await numbers.with(rows, (values) => values[1] as string)) {
        const place = {
          planId: outsideId(planId),
          memberId: member.number,
          asAt: monthEnd((row[0] as string).slice(0, 7)),
        };
        yield { platformId: member.platformId, values: { ...place, ...valuesOf(row.slice(2)) } };
      }
  }
}

export const snapshotRows = (clickhouse: ClickHouseClient, views: Views, scope: ExportScope): ExportedRows =>
  currentRows(
    clickhouse,
    views,
    scope,
    {
      content: 'snapshots',
      table: snapshotRawTable.table,
      columns: snapshotColumnNames.map(storedColumn),
      order: 'month, member_id',
    },
    (stored) => {
      const values: Record<string, CellValue> = {};
      for (const [i, name] of snapshotColumnNames.entries()) {
        const value = stored[i] ?? null;
        values[name] = value !== null && snapshotColumns[name].kind === 'flag' ? Number(value) === 1 : value;
      }
      return values;
    },
  );

export const assetOwnedRows = (clickhouse: ClickHouseClient, views: Views, scope: ExportScope): ExportedRows =>
  currentRows(
    clickhouse,
    views,
    scope,
    {
      content: 'assets',
      table: assetsOwnedRawTable.table,
      columns: ['asset_code', 'balance_cents'],
      order: 'month, member_id, asset_code',
    },
    ([assetCode, balance]) => ({ assetCode: assetCode ?? null, balance: balance ?? null }),
  );
