import fc from 'fast-check';
import { oddText } from './odd-values.js';

/** Cells as written by a faulty export, a spreadsheet or an attacker. */
const oddCell: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\t',
      '\u00a0',
      '=1+1',
      "'=1",
      '+1',
      '-1',
      '@x',
      '-0',
      '.5',
      '5.',
      '1e9',
      '1e999',
      '0x10',
      '1,000',
      '$5',
    ],
    ...['999999999999', '9999999999999', '-999999999999.99', '0.000000001', '99999999999999999999', 'NaN', 'Infinity'],
    ...['2026-02-30', '31/02/2026', '2024-02-29', '1/1/1', '9999-12-31', '2148-12-31', '1899-12-31', '0000-00-00'],
    ...['1970-01-01', '1969-12-31', '2024-06-30', '30/06/2024', '2024-06-30T25:00', '2024-06-30 10:30', '2024-06-30Z'],
    ...['Yes', 'no', 'TRUE', '2', 'Male', 'female', 'Binding', 'EAST', 'WEST', 'NORTH', 'P1', 'P2', '001', '002', 'C1'],
    ...['"', '""', '"""', '"a', 'a"', '"a"b', 'a,b', '"a,b"', '"a\nb"', '"a\r\nb"', '\r', '\n', '\u0000', '\u2028'],
    ...['__proto__', 'constructor', 'x'.repeat(300), 'ü'.repeat(41), '123456782'],
  ),
  oddText,
);

/** The text of a file with one or more mutations. */
const oddFile = (file: string): fc.Arbitrary<string> => {
  const lines = file.split('\r\n').filter((line) => line !== '');
  const [header = '', ...rows] = lines;
  const join = (all: readonly string[]) => [...all, ''].join('\r\n');
  const withCell = fc
    .tuple(fc.nat(rows.length - 1), fc.nat(header.split(',').length - 1), oddCell)
    .map(([at, column, cell]) => {
      const cells = rows[at]!.split(',');
      cells[column] = cell;
      return join([header, ...rows.with(at, cells.join(','))]);
    });
  const inserted = fc
    .tuple(fc.nat(file.length), oddCell)
    .map(([at, text]) => file.slice(0, at) + text + file.slice(at));
  return fc.oneof(
    { weight: 8, arbitrary: withCell },
    { weight: 4, arbitrary: inserted },
    { weight: 2, arbitrary: fc.nat(file.length).map((at) => file.slice(0, at)) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.nat(file.length), fc.nat(20)).map(([a, n]) => file.slice(0, a) + file.slice(a + n)),
    },
    { weight: 1, arbitrary: fc.shuffledSubarray(rows).map((some) => join([header, ...some, ...some])) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        file,
        join([header]),
        join(rows),
        header,
        join([`${header},${header}`, ...rows]),
        join([`${header},${header.split(',')[0]!}`, ...rows.map((row) => `${row},x`)]),
        join([header.toUpperCase(), ...rows]),
        join([header.split(',').join(' , '), ...rows]),
        join([`${header},TFN`, ...rows.map((row) => `${row},123456782`)]),
        join([header.split(',').slice(1).join(','), ...rows]),
        file.replaceAll(',', ';'),
        file.replaceAll(',', '\t'),
        file.replaceAll('\r\n', '\r'),
        file.replaceAll('\r\n', '\n\n\n'),
        file.replaceAll('\r\n', '\n\r'),
        `\uFEFF${file}`,
        `\uFEFF\uFEFF${file}`,
        `sep=,\r\n${file}`,
        `\r\n\r\n${file}\r\n\r\n`,
        `${file}\u001a`,
        file + file,
        '',
        '\uFEFF',
        '\r\n',
        ',',
        '"',
      ),
    },
  );
};

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('latin1');

/** Bytes in place of a table's file, one character each, so that a failure is readable. */
export const oddBytes = (file: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 16, arbitrary: oddFile(file).map((text) => bytesOf(text)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        file,
        bytesOf(`\uFEFF${file}`, 'utf16le'),
        Buffer.from(`\uFEFF${file}`, 'utf16le').swap16().toString('latin1'),
        `\u001f\u008b\u0008\u0000${file}`,
      ),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
        const bytes = Buffer.from(file);
        bytes[at] = byte;
        return bytes.toString('latin1');
      }),
    },
  );

/** Query parameters that apply to every line. */
export const oddImportQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('platformId=EAST', 'platformId=WEST', 'platformId=EAST&planId=P1', 'planId=EAST.P1'),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('platformId', 'planId', 'table'), oddText)
      .map(([name, text]) => new URLSearchParams([[name, text]]).toString()),
  },
);

/** Files that are extremely large in one dimension: a cell, a line, or the number of lines. */
export const largeFiles = (header: string): Readonly<Record<string, string>> => {
  const columns = header.split(',').length;
  const many = Array.from({ length: 10_000 }, (_, i) => `c${i}`);
  return {
    'a line of 10 MB': `${header}\r\n${'x'.repeat(10 * 1024 ** 2)}\r\n`,
    'a quote that is never closed': `${header}\r\n"${'x,\r\n'.repeat(200_000)}`,
    'a header of 10,000 columns': `${many.join(',')}\r\n${many.join(',')}\r\n`,
    'a header of 60,000 short columns': `${Array.from({ length: 60_000 }, (_, i) => i.toString(36)).join(',')}\r\n`,
    'a header of one name': `${'h'.repeat(200_000)}\r\nx\r\n`,
    'a line of 100,000 cells': `${header}\r\n${','.repeat(100_000)}\r\n`,
    '100,000 bad lines': `${header}\r\n${`${'?'.repeat(3)}${',?'.repeat(columns - 1)}\r\n`.repeat(100_000)}`,
    '1,000,000 blank lines': `${header}\r\n${'\r\n'.repeat(1_000_000)}`,
  };
};
