/** What may stand between the cells of a file. Spreadsheets of some countries write semicolons, and copied cells are parted by tabs. */
const separators = [',', ';', '\t', '|'] as const;
export type CsvSeparator = (typeof separators)[number];

const named: Record<CsvSeparator, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** The header has names of columns with one separator and with another. */
export class AmbiguousSeparator extends Error {
  constructor(fitting: readonly CsvSeparator[]) {
    const all = fitting.map((each) => named[each]).join(' and ');
    super(`The header separates its columns by ${all}. Save the file as CSV with commas alone, and import it again.`);
    this.name = 'AmbiguousSeparator';
  }
}

/** The separator of a first line such as `sep=;`, by which spreadsheets are told; null for any other line. */
export function declaredSeparator(line: string): CsvSeparator | null {
  const [, told] = /^"?sep=(.)"?[,;\t]*$/i.exec(line) ?? [];
  return separators.find((each) => each === told) ?? null;
}

/** The names in a header line, as they are compared: without quotes, spaces and capitals. */
export const headerNames = (line: string, separator: CsvSeparator): string[] =>
  line.split(separator).map((name) => name.trim().replace(/^"|"$/g, '').trim().toLowerCase());

/** The one separator with which a header has the name of a column; a comma if none has. Throws AmbiguousSeparator if several have. */
export function separatorOf(header: string, isColumn: (name: string) => boolean): CsvSeparator {
  const there = separators.filter((each) => header.includes(each));
  const fitting = there.filter((each) => headerNames(header, each).some(isColumn));
  if (fitting.length > 1) throw new AmbiguousSeparator(fitting);
  return fitting[0] ?? ',';
}
