import type { ClickHouseClient } from '@clickhouse/client';
import { columnOf, type Fields } from '@superscope/domain/fields';
import { outsideId, platformOf } from '@superscope/domain/outside-id';
import type { EventStore } from '@superscope/event-store/event-store';
import type { Views } from '../../platform/engines.module.js';
import type { CellValue } from '../../platform/csv/csv-cell.js';

/** The scope of an export: null means all. */
export interface ExportScope {
  /** With a plan, the platform of the plan. */
  platformId: string | null;
  /** Inner id. */
  planId: string | null;
}

/** A row by column, and the platform that its ids belong to ('' if the table has none). */
export interface ExportedRow {
  platformId: string;
  values: Readonly<Record<string, CellValue | undefined>>;
}

export type ExportedRows = AsyncGenerator<ExportedRow>;

export interface ExportSources {
  views: Views;
  clickhouse: ClickHouseClient;
  store: EventStore;
}

/** Reads the rows of a table in the form of an export. */
export type Exported = (from: ExportSources, scope: ExportScope) => ExportedRows;

/** Whether an inner id of a plan is within the scope. */
export const planWithin = ({ platformId, planId }: ExportScope, plan: string): boolean =>
  planId !== null ? plan === planId : platformId === null || platformOf(plan) === platformId;

/** The cells of a declared record by the file's columns, with ids as the fund's files write them. */
export function cellsOf(declared: Fields): (record: object) => Record<string, CellValue | undefined> {
  const columns = Object.entries(declared).flatMap(([name, field]) => {
    const column = columnOf(name, field);
    return column === null ? [] : [{ name, column, isId: field.kind === 'id' }];
  });
  return (record) =>
    Object.fromEntries(
      columns.map(({ name, column, isId }) => {
        const value = (record as Record<string, CellValue | undefined>)[name];
        return [column, isId && typeof value === 'string' ? outsideId(value) : value];
      }),
    );
}
