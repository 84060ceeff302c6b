import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvSyntaxError, readCsv } from './csv-records.js';

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const read = async (content: string | Uint8Array, pieceBytes = 7) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const records = [];
  for await (const batch of readCsv(inPieces(bytes, pieceBytes))) records.push(...batch);
  return records;
};
const cellsOf = async (content: string, pieceBytes?: number) => (await read(content, pieceBytes)).map((r) => r.cells);

describe('reading CSV', () => {
  it('reads a file from a spreadsheet: byte order mark, CRLF, quotes, no newline at its end', async () => {
    expect(await cellsOf('\uFEFFid,name\r\n1,"Smith, Jo"\r\n2,"says ""hi"""')).toEqual([
      ['id', 'name'],
      ['1', 'Smith, Jo'],
      ['2', 'says "hi"'],
    ]);
  });

  it('returns the line on which each record begins, counting blank lines and lines within quotes', async () => {
    const records = await read('a,b\n\n1,"two\nlines"\r\n\r\n3,4\n');
    expect(records.map((record) => record.line)).toEqual([1, 3, 6]);
  });

  it('refuses lines that end with only a carriage return', async () => {
    for (const file of ['a,b\r1,2\r', '"a","b"\r"1","2"\r', `a,b\r${'1,2\r'.repeat(100_000)}`])
      for (const piece of [5_000, 70_000])
        await expect(read(file, piece)).rejects.toThrow(
          'The lines of this file end with a carriage return alone. Save it as "CSV UTF-8" and import it again.',
        );
    expect(await cellsOf('a,b\r')).toEqual([['a', 'b']]);
  });

  it('keeps blank cells, and characters of any encoded length', async () => {
    expect(await cellsOf('a,,c\n,,\né,漢字,😀\n', 1)).toEqual([
      ['a', '', 'c'],
      ['', '', ''],
      ['é', '漢字', '😀'],
    ]);
  });

  it('names the line of a quote that is never closed', async () => {
    await expect(read('a,b\n1,2\n3,"4\n5,6\n')).rejects.toMatchObject({ line: 3, name: 'CsvSyntaxError' });
  });

  it('names the line of a quote inside of a cell', async () => {
    await expect(read('a,b\n1,5" pipe\n')).rejects.toMatchObject({ line: 2 });
    await expect(read('a,b\n1,"x"y\n')).rejects.toMatchObject({ line: 2 });
  });

  it('stops reading where a quote is never closed', async () => {
    const endless = `a\n"${'x'.repeat(300 * 1024)}`;
    await expect(read(endless, 65_536)).rejects.toBeInstanceOf(CsvSyntaxError);
  });

  it('names the line of bytes that are not UTF-8', async () => {
    const latin1 = Buffer.concat([Buffer.from('id,name\n1,Anna\n2,Zo'), Buffer.of(0xeb), Buffer.from('\n')]);
    await expect(read(latin1, 1000)).rejects.toMatchObject({ line: 3 });
    await expect(read(Buffer.of(0x61, 0x0a, 0xc3), 1000)).rejects.toBeInstanceOf(CsvSyntaxError);
  });

  it.each([1, 3, 1_000])('reads what the header separates otherwise, in pieces of %i bytes', async (piece) => {
    const isColumn = (name: string) => name === 'id';
    const told = async (content: string) => {
      const records = [];
      for await (const batch of readCsv(inPieces(Buffer.from(content), piece), isColumn)) records.push(...batch);
      return records.map(({ line, cells }) => [line, ...cells]);
    };
    const rows = [
      [1, 'id', 'name'],
      [2, '1', 'Smith; Jo'],
      [3, '2', 'a,b'],
    ];
    expect(await told('\uFEFFid;name\r\n1;"Smith; Jo"\r\n2;a,b')).toEqual(rows);
    expect(await told('id\tname\n1\tSmith; Jo\n2\ta,b\n')).toEqual(rows);
    expect(await told('id,name\n1,Smith; Jo\n2,"a,b"\n')).toEqual(rows);
    const below = rows.map(([line, ...cells]) => [Number(line) + 1, ...cells]);
    expect(await told('sep=;\r\nid;name\r\n1;"Smith; Jo"\r\n2;a,b')).toEqual(below);
    expect(await told('\r\nid;name\r\n1;"Smith; Jo"\r\n2;a,b')).toEqual(below);
    // The file says it, whatever the header looks like.
    expect(await told('sep=,\nno;column,name\n')).toEqual([[2, 'no;column', 'name']]);
    expect(await told('id')).toEqual([[1, 'id']]);
    expect(await told('')).toEqual([]);
    await expect(told('id,a;id\n1,2;3\n')).rejects.toMatchObject({ line: 1, name: 'CsvSyntaxError' });
  });

  it('agrees with the reference parser on any valid file, in pieces of any size', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é', '😀', "'"), maxLength: 6 });
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
    const written = fc.record({
      rows: table,
      delimiter: fc.constantFrom('\n', '\r\n'),
      piece: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(written, async ({ rows, delimiter, piece }) => {
        const content = stringify(rows, { record_delimiter: delimiter, quoted_match: /[\r\n]/ });
        const expected = parse(content, { record_delimiter: [delimiter], skip_empty_lines: true });
        expect(await cellsOf(content, piece)).toEqual(expected);
      }),
    );
  });

  it('reads any bytes or names the line of the first error, in pieces of any size', async () => {
    const odd = fc.constantFrom(
      ...[...'ab",;\n\r\0\t'].map((c) => c.charCodeAt(0)),
      0xef,
      0xbb,
      0xbf,
      0xc3,
      0xa9,
      0xff,
    );
    const bytes = fc.array(fc.oneof({ weight: 4, arbitrary: odd }, fc.integer({ min: 0, max: 255 })), {
      maxLength: 60,
    });
    const outcome = async (all: Uint8Array, piece: number) => {
      try {
        return (await read(all, piece)).flatMap((record) => [record.line, ...record.cells]);
      } catch (error) {
        expect(error).toBeInstanceOf(CsvSyntaxError);
        const { line, message } = error as CsvSyntaxError;
        return { line, message };
      }
    };
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 20 }), async (all, piece) => {
        const whole = Uint8Array.from(all);
        const [inPieces, atOnce] = [await outcome(whole, piece), await outcome(whole, 1_000)];
        // Of two errors, either may be found first.
        if (Array.isArray(atOnce) || Array.isArray(inPieces) || atOnce.message === inPieces.message)
          expect(inPieces).toEqual(atOnce);
      }),
      { numRuns: 2_000 },
    );
  });

  it('buffers an endless line only up to a limit', async () => {
    for (const content of ['x', '"', 'x,', '"x', '\r']) {
      let asked = 0;
      async function* endless() {
        for (;;) {
          asked += 1;
          yield Buffer.from(content.repeat(10_000));
        }
      }
      const all = async () => {
        for await (const records of readCsv(endless())) expect(records).toEqual([]);
      };
      await expect(all()).rejects.toBeInstanceOf(CsvSyntaxError);
      expect(asked * content.length).toBeLessThan(60);
    }
  });
});
