import type { Blob } from 'node:buffer';
import type Stream from 'node:stream';
import writeExcelFile, { type CellObject, type Feature } from 'write-excel-file/node';

export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const text = (value: string | null) => ({ value: value ?? '', type: String }) satisfies CellObject;
export const whole = (value: number) => ({ value, type: Number }) satisfies CellObject;
export const money = (cents: number) => ({ value: cents / 100, type: Number, format: '#,##0.00' }) satisfies CellObject;
/** A day (yyyy-MM-dd), which the sheet can sort and calculate with. The writer counts days in UTC. */
export const dayCell = (day: string) =>
  ({ value: new Date(`${day}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' }) satisfies CellObject;
/** A time of day (HH:mm), as the part of a day that it is. */
export const timeCell = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return { value: (hours * 60 + minutes) / 1_440, type: Number, format: 'hh:mm' } satisfies CellObject;
};

const widest = 40;

const lengthOf = ({ value }: CellObject): number => (value instanceof Date ? 10 : String(value).length);

/** The letters of a column: A, B, …, Z, AA. */
const columnLetters = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : columnLetters(Math.floor(at / 26) - 1) + columnLetters(at % 26);

/** Buttons in the heading that filter and sort. The element stands right behind the sheet's data. */
const filters = (columns: number, rows: number): Feature<Stream | Buffer | Blob> => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml) =>
          xml.replace('</sheetData>', `</sheetData><autoFilter ref="A1:${columnLetters(columns - 1)}${rows + 1}"/>`),
      },
    },
  },
});

/** A spreadsheet of one sheet, whose heading stays in sight and filters its rows. */
export function spreadsheet(
  sheet: string,
  headings: readonly string[],
  rows: readonly (readonly CellObject[])[],
): Promise<Buffer> {
  const heading = headings.map((value): CellObject => ({ value, type: String, fontWeight: 'bold' }));
  const columns = headings.map((name, at) => ({
    // Wide enough for the button of the filter, too.
    width: Math.min(
      widest,
      rows.reduce((most, row) => Math.max(most, lengthOf(row[at] ?? {}) + 1), name.length + 4),
    ),
  }));
  return writeExcelFile(
    [heading, ...rows.map((row) => [...row])],
    { sheet, columns, stickyRowsCount: 1 },
    { features: [filters(headings.length, rows.length)] },
  ).toBuffer();
}
