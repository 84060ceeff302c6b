import {
  snapshotColumnNames,
  snapshotColumns,
  type SnapshotColumn,
} from '@superscope/domain/member-snapshots/snapshot-columns';
import { choice, flag, inUnit, money, moneyFromZero, percent, recentDate, type CsvColumn } from './csv-columns.js';

type Columns = typeof snapshotColumns;

/** The file format of each kind of snapshot column. */
type CsvColumnOf<Column> = Column extends { kind: 'cents'; sign: 'not negative' }
  ? typeof moneyFromZero
  : Column extends { kind: 'cents' }
    ? typeof money
    : Column extends { kind: 'percent' }
      ? typeof percent
      : Column extends { kind: 'flag' }
        ? typeof flag
        : Column extends { kind: 'day' }
          ? typeof recentDate
          : { readonly type: 'choice'; readonly required: false; readonly values: readonly string[] };

const csvColumn = (column: Columns[keyof Columns]): CsvColumn => {
  switch (column.kind) {
    case 'cents':
      return column.sign === 'not negative' ? moneyFromZero : money;
    case 'percent':
      return percent;
    case 'flag':
      return flag;
    case 'day':
      return recentDate;
    case 'choice':
      return choice(column.values);
  }
};

/** The columns of `memberSnapshots` other than its key. */
export const csvSnapshotColumns = Object.fromEntries(
  snapshotColumnNames.map((name) => {
    const stored: SnapshotColumn = snapshotColumns[name];
    const column = csvColumn(snapshotColumns[name]);
    return [name, stored.kind === 'cents' && stored.unit ? inUnit(stored.unit, column) : column];
  }),
) as { readonly [Name in keyof Columns]: CsvColumnOf<Columns[Name]> };
