import {
  choice,
  email,
  flag,
  id,
  money,
  monthEndDate,
  name,
  number,
  pastDate,
  pastInstant,
  percent,
  required,
  text,
} from '@superscope/contracts/csv-columns';
import { csvTable, csvTableNames } from '@superscope/contracts/csv-tables';
import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { isIsoDate, monthEnd, monthOf } from '@superscope/domain/calendar-dates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCell } from '../export-table/write-cell.js';
import { CellProblem, parseCell, parseCents, type CellValue } from './csv-cell.js';

const now = { today: '2024-07-15', instant: '2024-07-15T02:00:00.000Z' };
const parse = (column: CsvColumn, cell: string) => parseCell(column, cell, now);
const problem = (column: CsvColumn, cell: string) => {
  const value = parse(column, cell);
  return value instanceof CellProblem ? value.message : null;
};

describe('a cell', () => {
  it('of money is exact cents, and has at most two decimals', () => {
    expect(parse(money, '1.15')).toBe(115);
    expect(parse(money, '-0.07')).toBe(-7);
    expect(parse(money, '8.')).toBe(800);
    expect(parse(money, '.5')).toBe(50);
    expect(parse(money, ' 12 ')).toBe(1200);
    expect(Object.is(parse(money, '-0'), 0)).toBe(true);
    for (const cell of ['1.005', '$5', '1,000.00', '-', '.', '1e3', 'abc'])
      expect(problem(money, cell)).toMatch(/dollars/);
  });

  it('of money is the same cents for every amount that can be written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 }), (cents) => {
        expect(parseCents(writeCell(money, cents))).toBe(cents);
      }),
    );
  });

  it('of a date is read as ISO or as dd/MM/yyyy, and must exist', () => {
    expect(parse(pastDate, '2024-02-29')).toBe('2024-02-29');
    expect(parse(pastDate, '29/02/2024')).toBe('2024-02-29');
    expect(parse(pastDate, '1/7/2024')).toBe('2024-07-01');
    for (const cell of ['2023-02-29', '31/04/2024', '07/15/2024', '2024-7-1', '15.07.2024'])
      expect(problem(pastDate, cell)).toMatch(/date that exists/);
    expect(problem(pastDate, '2024-07-16')).toBe('The date cannot be in the future.');
  });

  it("of an as-at date is a month's last day that has passed", () => {
    expect(parse(monthEndDate, '29/02/2024')).toBe('2024-02-29');
    expect(problem(monthEndDate, '2024-02-28')).toMatch(/last day/);
    expect(problem(monthEndDate, '2024-07-31')).toMatch(/future/);
    expect(problem(monthEndDate, '1969-12-31')).toMatch(/between 1970/);
    expect(problem(pastDate, '1899-12-31')).toMatch(/between 1900/);
  });

  it('of an instant is read with its offset, or as clocks in Sydney show it', () => {
    expect(parse(pastInstant, '2024-07-14T23:30:00Z')).toBe('2024-07-14T23:30:00.000Z');
    expect(parse(pastInstant, '2024-07-14T23:30:00.5+10:00')).toBe('2024-07-14T13:30:00.500Z');
    expect(parse(pastInstant, '2024-07-14 09:30')).toBe('2024-07-13T23:30:00.000Z');
    expect(parse(pastInstant, '14/01/2024 09:30:15')).toBe('2024-01-13T22:30:15.000Z');
    expect(parse(pastInstant, '2024-07-15')).toBe('2024-07-14T14:00:00.000Z');
    expect(problem(pastInstant, '2024-07-15T02:00:01Z')).toMatch(/future/);
    expect(problem(pastInstant, '2024-07-15 25:00')).toMatch(/ISO 8601/);
  });

  it('of an instant is within the years that can be stored and shown, also after applying its offset', () => {
    for (const cell of [
      '0000-01-01T00:00:00+23:00',
      '0001-01-01T00:00:00Z',
      '0999-01-01',
      '1850-01-01 10:00',
      '1969-12-31T23:00+10:00',
      '1970-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59-23:59',
    ])
      expect(problem(pastInstant, cell)).toBe('The year must be between 1970 and 2148.');
    expect(parse(pastInstant, '1970-01-01')).toBe('1969-12-31T14:00:00.000Z');
    expect(problem(pastInstant, '2148-12-31T23:59:59-23:59')).toMatch(/future/);
  });

  it('of an instant may have a one-digit hour, as spreadsheets write it', () => {
    expect(parse(pastInstant, '1/07/2024 9:05')).toBe('2024-06-30T23:05:00.000Z');
    expect(problem(pastInstant, '2024-07-01 9:05')).toMatch(/ISO 8601/);
  });

  it('of a clock time that daylight saving repeats is the first, and one that it skips is an hour earlier', () => {
    expect(parse(pastInstant, '2024-04-07 02:30')).toBe('2024-04-06T15:30:00.000Z');
    expect(parse(pastInstant, '2023-10-01 02:30')).toBe('2023-09-30T15:30:00.000Z');
  });

  it('of a flag is Yes or No, true or false, 1 or 0', () => {
    for (const cell of ['Yes', 'TRUE', '1', ' y'.replace('y', 'yes')]) expect(parse(flag, cell)).toBe(true);
    for (const cell of ['no', 'False', '0']) expect(parse(flag, cell)).toBe(false);
    // A tax file number where only "Yes" or "No" belongs.
    expect(problem(flag, '123456782')).toBe('Write Yes or No.');
  });

  it('of a choice is one of its values in any case', () => {
    const type = choice(['Binding', 'Non-binding', 'None']);
    expect(parse(type, 'non-BINDING')).toBe('Non-binding');
    expect(problem(type, 'Lapsed')).toBe('Write one of: Binding, Non-binding, None.');
  });

  it('of an id can be part of a stream’s name', () => {
    expect(parse(id, ' P-1_x ')).toBe('P-1_x');
    for (const cell of ['a.b', 'a b', '-a', 'x'.repeat(41)]) expect(problem(id, cell)).toMatch(/An id is/);
  });

  it('of a name is normalised regarding padding and the encoding of accents', () => {
    const number = required(name(40));
    for (const cell of ['Zoë1', ' Zoë1', 'Zoe\u03081\u00a0', '\tZoë1 ']) expect(parse(number, cell)).toBe('Zo\u00eb1');
    expect(parse(number, "'-1 ")).toBe('-1');
    for (const cell of ['0\t01', '0\n01', '0\u00851']) expect(problem(number, cell)).toMatch(/control/);
    expect(parse(text(40), ' as it is ')).toBe(' as it is ');
  });

  it('that is blank is null, unless a value is required', () => {
    for (const cell of ['', '   ']) {
      expect(parse(money, cell)).toBeNull();
      expect(problem(required(money), cell)).toBe('A value is required.');
    }
  });

  it('has limits', () => {
    expect(problem(percent, '100.5')).toBe('The most is 100.');
    expect(problem(percent, '-1')).toBe('Cannot be negative.');
    expect(problem(text(3), 'four')).toMatch(/longer than 3/);
    expect(problem(text(30), 'a\u0000b')).toMatch(/control/);
    expect(problem(email, 'nobody')).toMatch(/e-mail/);
  });

  it('is never quoted by its error message', () => {
    for (const column of [money, pastDate, pastInstant, number, flag, email])
      expect(problem(column, 'Kowalczyk')).not.toContain('Kowalczyk');
  });
});

describe('text in a spreadsheet', () => {
  it('that would be a formula gets a guard, which an import removes again', () => {
    const cell = text(100);
    const guarded: Record<string, string> = {
      '=1+1': "'=1+1",
      '@SUM(A1)': "'@SUM(A1)",
      '-5': "'-5",
      '\tx': "'\tx",
      "'=x": "''=x",
      "O'Brien": "O'Brien",
      "'quoted'": "'quoted'",
    };
    for (const [before, after] of Object.entries(guarded)) {
      expect(writeCell(cell, before)).toBe(after);
      expect(parse(cell, after)).toBe(before);
    }
    expect(writeCell(money, -500)).toBe('-5.00');
  });
});

const valueOf = (column: CsvColumn): fc.Arbitrary<CellValue> => {
  const day = fc
    .date({ min: new Date('1980-01-01'), max: new Date('2024-06-30'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10))
    .filter(isIsoDate);
  switch (column.type) {
    case 'money':
      return fc.integer({ min: (column.min ?? -1e10) * 100, max: 1e12 });
    case 'number': {
      const range = { min: column.min ?? -1e6, max: column.max ?? 1e6, noNaN: true };
      return fc.double(range).map((value) => Number(value.toFixed(8)) + 0);
    }
    case 'integer':
      return fc.integer({ min: column.min ?? -1000, max: column.max ?? 1000 });
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...column.values!);
    case 'date':
      return column.monthEnd ? day.map((d) => monthEnd(monthOf(d))) : day;
    case 'instant':
      return fc.integer({ min: 0, max: Date.parse('2024-07-01') }).map((ms) => new Date(ms).toISOString());
    case 'id':
      return fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/);
    case 'email':
      return fc.constantFrom('a@b.example', '-x+y@mail.example', '=a@b.example');
    case 'text': {
      if (column.pattern) return fc.constantFrom('400000', '3 x salary', '15% x salary x years to 65');
      const written = fc.string({ unit: 'grapheme', maxLength: column.maxLength! });
      const risky = fc.string({
        unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a'),
        maxLength: 8,
      });

      const bad = column.isName ? /[\u0000-\u001f\u007f-\u009f]/ : /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
      return fc
        .oneof(written, risky)
        .map((value) => (column.isName ? value.trim().normalize('NFC') : value))
        .filter((value) => value.trim() !== '' && value.length <= column.maxLength! && !bad.test(value));
    }
  }
};

describe('what is exported', () => {
  it.each(csvTableNames)('imports again unchanged: %s', (table) => {
    for (const [name, column] of Object.entries(csvTable(table).columns))
      fc.assert(
        fc.property(valueOf(column), (value) => {
          expect({ [name]: parse(column, writeCell(column, value)) }).toEqual({ [name]: value });
        }),
        { numRuns: 40 },
      );
  });
});
