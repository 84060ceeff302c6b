import { inflateRawSync } from 'node:zlib';

/** The text of a part of a spreadsheet, which is a zip file: found by its directory at the end. */
function partOf(zip: Buffer, wanted: string): string {
  for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const name = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString();
    if (name !== wanted) continue;
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    return (zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString();
  }
  throw new Error(`There is no ${wanted}.`);
}

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
