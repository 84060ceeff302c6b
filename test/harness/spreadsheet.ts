import { partOf } from '@superscope/api/documents/zip-part.fixture';

/** The rows of a spreadsheet's first sheet by its headings, without empty cells. */
export function rowsOfSpreadsheet(file: Buffer): Record<string, string | number>[] {
  const shared = [...partOf(file, 'xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text!);
  const sheet = partOf(file, 'xl/worksheets/sheet1.xml');
  const [heads, ...rows] = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c r="([A-Z]+)\d+"([^>]*)><v>([^<]*)<\/v>/g)].map(
      ([, column, kind, value]) => [column!, kind!.includes('t="s"') ? shared[Number(value)]! : Number(value)] as const,
    ),
  );
  const headOf = new Map(heads);
  return rows.map((cells) => Object.fromEntries(cells.map(([column, value]) => [headOf.get(column), value])));
}

/** The first sheet's name, how many rows of it stay in sight, and the cells that its filters cover. */
export function sheetOfSpreadsheet(file: Buffer) {
  const sheet = partOf(file, 'xl/worksheets/sheet1.xml');
  return {
    name: /<sheet [^>]*name="([^"]*)"/.exec(partOf(file, 'xl/workbook.xml'))?.[1],
    frozenRows: Number(/<pane [^>]*ySplit="(\d+)"/.exec(sheet)?.[1] ?? 0),
    filtered: /<autoFilter ref="([^"]*)"/.exec(sheet)?.[1],
  };
}

/** A day (yyyy-MM-dd) as a spreadsheet counts it. */
export const serialDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;
