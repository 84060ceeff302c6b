import { readFileSync } from 'node:fs';

/** A row written by `CsvFile`, for specs. */
export type CsvRow = Record<string, string>;

export const cellsOf = (line: string): string[] =>
  line.includes('"')
    ? [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((match) =>
        match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'),
      )
    : line.split(',');

export const rowsOf = (file: { path: string }, keep: (line: string) => boolean = () => true): CsvRow[] => {
  const [header, ...lines] = readFileSync(file.path, 'utf8').trimEnd().split('\n');
  const columns = cellsOf(header!);
  return lines.filter(keep).map((line) => {
    const row: CsvRow = {};
    cellsOf(line).forEach((cell, i) => (row[columns[i]!] = cell));
    return row;
  });
};
