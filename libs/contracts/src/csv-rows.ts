import type { CsvColumn, ValueOf } from './csv-columns.js';
import type { csvTables, CsvTable } from './csv-tables.js';

type Columns<Table extends CsvTable> = (typeof csvTables)[Table]['columns'];

/** A parsed line of a table's file. A blank cell is null, and so is a column that the file leaves out. */
export type CsvRow<Table extends CsvTable> = {
  readonly [Name in keyof Columns<Table>]: Columns<Table>[Name] extends CsvColumn
    ? ValueOf<Columns<Table>[Name]>
    : never;
};

/** A line as a patch. A column that the file leaves out is undefined and changes nothing; a blank cell is null and clears the value. */
export type PatchRow<Table extends CsvTable> = {
  readonly [Name in keyof CsvRow<Table>]: null extends CsvRow<Table>[Name]
    ? CsvRow<Table>[Name] | undefined
    : CsvRow<Table>[Name];
};
