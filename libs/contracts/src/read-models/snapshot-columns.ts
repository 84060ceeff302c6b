import {
  derivedSnapshotColumns,
  snapshotColumnNames,
  snapshotColumns,
  storedColumn,
  type DerivedSnapshotColumn,
  type SnapshotColumnName,
  type StoredColumn,
} from '@superscope/domain/member-snapshots/snapshot-columns';
import { optionalCategory, optionalCents, optionalDay, optionalDecimal, optionalYesOrNo } from './analytics-table.js';

/** The ClickHouse column of each kind of a snapshot's columns. */
const columnByKind = {
  cents: optionalCents,
  percent: optionalDecimal,
  flag: optionalYesOrNo,
  day: optionalDay,
  choice: optionalCategory,
} as const;

type TableColumns<Names extends SnapshotColumnName> = {
  readonly [Name in Names as StoredColumn<Name>]: (typeof columnByKind)[(typeof snapshotColumns)[Name]['kind']];
};

const tableColumns = <Names extends SnapshotColumnName>(names: readonly Names[]): TableColumns<Names> =>
  Object.fromEntries(names.map((name) => [storedColumn(name), columnByKind[snapshotColumns[name].kind]])) as never;

/** Every column of a snapshot, in the order of the stored row. */
export const snapshotTableColumns = tableColumns(snapshotColumnNames);

/** The columns that derived rows also have. */
export const derivedSnapshotTableColumns = tableColumns<DerivedSnapshotColumn>(derivedSnapshotColumns);
