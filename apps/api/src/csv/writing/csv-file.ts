import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import type { ExportedRows } from './exported-rows.js';
import { byteOrderMark, quoted } from '../../platform/csv/csv-line.js';
import { takeTurn } from '../../platform/turns.js';
import { writeCell } from '../../platform/csv/write-cell.js';

const charactersPerPiece = 32 * 1024;

/** A table's rows as a CSV file that imports again unchanged, in pieces of text. `namesPlatform`: with a column for the platform of each row. */
export async function* csvOf(table: CsvTable, namesPlatform: boolean, rows: ExportedRows): AsyncGenerator<string> {
  const { columns } = csvTable(table);
  const own: [string, CsvColumn][] = Object.entries(columns);
  let piece = `${byteOrderMark}${[...(namesPlatform ? ['platformId'] : []), ...Object.keys(columns)].join(',')}\r\n`;
  for await (const { platformId, values } of rows) {
    const cells = own.map(([name, column]) => quoted(writeCell(column, values[name])));
    piece += `${(namesPlatform ? [platformId, ...cells] : cells).join(',')}\r\n`;
    if (piece.length < charactersPerPiece) continue;
    yield piece;
    piece = '';
    await takeTurn();
  }
  if (piece !== '') yield piece;
}
