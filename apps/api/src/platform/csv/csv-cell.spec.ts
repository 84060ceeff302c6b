import {
  birthDate,
  choice,
  code,
  email,
  flag,
  id,
  integer,
  lines,
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
import { holdsControlCharacters } from '@superscope/domain/control-characters';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCell } from './write-cell.js';
import { CellProblem, parseCell, parseCents, type CellValue } from './csv-cell.js';
import { missingCodeProblem } from './missing-words.js';
import { debrisProblem } from './spreadsheet-debris.js';

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
    for (const cell of ['1.005', '$5', '1,00', '1,000,00', '-', '.', '1e3', 'abc'])
      expect(problem(money, cell)).toMatch(/dollars/);
  });

  it('of a number is read as spreadsheets and databases write it, where it can mean one number only', () => {
    expect(parse(money, '85000.0000')).toBe(8_500_000);
    expect(parse(money, '-1,234.50')).toBe(-123_450);
    expect(parse(money, '1,234')).toBe(123_400);
    expect(parse(money, "'85000")).toBe(8_500_000);
    expect(parse(number, '0.6500000000')).toBe(0.65);
    expect(parse(number, '1,234,567')).toBe(1_234_567);
    expect(parse(integer(0, 3650), '90.00')).toBe(90);
    expect(parse(integer(0, 3650), '1,095')).toBe(1095);
    // With a decimal comma these are 1.294 and 65 hundredths.
    for (const cell of ['1,294', '0,65'])
      expect(problem(number, cell)).toMatch(/Commas may stand between thousands only/);
    expect(problem(integer(0, 3650), '90.5')).toBe('Write a whole number.');
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

  it('of a date may have a midnight, or its month in letters', () => {
    const written = ['30/06/2024 0:00', '30/06/2024 00:00:00', '30/06/2024 12:00:00 AM', '30/06/2024 12:00 a.m.'];
    const iso = [
      '2024-06-30T00:00:00',
      '2024-06-30 00:00:00.000',
      '2024-06-30 00:00:00+10',
      '2024-06-30T00:00:00Z',
      '2024/06/30',
      '20240630',
    ];
    for (const cell of [...written, ...iso, '30-Jun-2024', '30 June 2024', "'30/06/2024"])
      expect([cell, parse(pastDate, cell)]).toEqual([cell, '2024-06-30']);
  });

  it('of a date is refused where its day is not certain', () => {
    for (const cell of ['30/06/2024 14:00', '2024-06-29T14:00:00Z', '30/06/2024 12:00:00 PM'])
      expect([cell, problem(pastDate, cell)]).toEqual([cell, expect.stringMatching(/time of day.*alone/)]);
    for (const cell of ['45473', '45473.5']) expect(problem(pastDate, cell)).toMatch(/Format the column as a date/);
    for (const cell of ['30/06/24', '06/30/2024', '2024-6-30', '30-Juno-2024', '31 June 2024', '30/06/2024 0:00 x'])
      expect([cell, problem(pastDate, cell)]).toEqual([cell, expect.stringMatching(/date that exists/)]);
  });

  it('of a birthday is at most 110 years ago', () => {
    expect(parse(birthDate, '15/07/1914')).toBe('1914-07-15');
    for (const cell of ['14/07/1914', '01/01/1900', '1850-01-01', '0001-01-01'])
      expect(problem(birthDate, cell)).toMatch(/leave it blank if it is not known/);
    expect(problem(birthDate, '2024-07-16')).toMatch(/future/);
    expect(parse(birthDate, '')).toBeNull();
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
    expect(parse(pastInstant, '2024-07-01 9:05:00')).toBe('2024-06-30T23:05:00.000Z');
    expect(problem(pastInstant, '2024-07-01 9')).toMatch(/ISO 8601/);
  });

  it('of an instant may have a clock with AM and PM', () => {
    expect(parse(pastInstant, '1/07/2024 9:05:00 PM')).toBe('2024-07-01T11:05:00.000Z');
    expect(parse(pastInstant, '1/07/2024 12:05 am')).toBe('2024-06-30T14:05:00.000Z');
    expect(parse(pastInstant, '01-Jul-2024 14:05')).toBe('2024-07-01T04:05:00.000Z');
    for (const cell of ['1/07/2024 13:05 PM', '1/07/2024 0:05 AM'])
      expect(problem(pastInstant, cell)).toMatch(/ISO 8601/);
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
    for (const control of ['\u0000', '\t', '\n', '\u007f', '\u0085'])
      expect(problem(text(30), `a${control}b`)).toMatch(/control character.*Remove it/);
    expect(parse(lines(30), 'one\r\n\ttwo')).toBe('one\r\n\ttwo');
    expect(problem(lines(30), 'a\u009fb')).toMatch(/control character.*Remove it/);
    expect(problem(email, 'nobody')).toMatch(/e-mail/);
  });

  it('is never quoted by its error message', () => {
    for (const column of [money, pastDate, pastInstant, number, flag, email])
      expect(problem(column, 'Kowalczyk')).not.toContain('Kowalczyk');
  });
});

const ofAPerson = required(name(40));

describe('what a spreadsheet leaves in a cell', () => {
  const errors = [
    '#N/A',
    '#n/a',
    '#REF!',
    '#VALUE!',
    '#DIV/0!',
    '#NAME?',
    '#NUM!',
    '#NULL!',
    '#SPILL!',
    '#CALC!',
    '####',
  ];
  const mangled = [
    '4.00123E+11',
    '1E+15',
    '1e+15',
    '4.00123E11',
    '1E15',
    '4,00123E+11',
    "'00123",
    '’00123',
    '="00123"',
  ];

  it.each([...errors, 'Err:502', ...mangled])('is no text, and the message says what to do: %s', (cell) => {
    for (const column of [ofAPerson, required(id), text(100), lines(150), email])
      expect([column.type, problem(column, ` ${cell} `)]).toEqual([
        column.type,
        expect.stringContaining('Format the column as text'),
      ]);
  });

  it.each(errors)('is no value of another kind: %s', (cell) => {
    for (const column of [money, number, pastDate, pastInstant, flag, choice(['A', 'B'])])
      expect(problem(column, cell)).toMatch(/^A spreadsheet left #\S+ here instead of the value\. Correct the cell/);
  });

  it('of an amount without all of its digits is refused, with what to do', () => {
    for (const column of [money, number, integer(0, 9)])
      expect(problem(column, '8.5E+04')).toMatch(/Format the column as a number/);
  });

  it.each(['400123456789', '00123', 'E12', 'M-1.5', '12E4', '1.5', '#1', 'Err: 5', "'t Hart", "O'Brien", '-1', '=x'])(
    'is nothing that a person writes: %s',
    (cell) => expect(parse(ofAPerson, cell)).toBe(cell),
  );
});

describe('what a database or a program writes for a missing value', () => {
  const missing = [
    'NULL',
    'null',
    '\\N',
    'N/A',
    'NA',
    '<NA>',
    '(blank)',
    'NaN',
    'NaT',
    'None',
    'nil',
    'undefined',
    '.',
  ];
  const ofPrograms = [
    '#N/A N/A',
    '1.#IND',
    '-1.#QNAN',
    '-Inf',
    'Infinity',
    '#Error',
    '#Deleted',
    '$null$',
    'Not assigned',
  ];
  const signs = ['—', '?', '#', '...'];
  const written = [...missing, ...ofPrograms, ...signs, '[object Object]', '[NULL]', '(null)', ' NULL ', 'ＮＵＬＬ'];

  it.each(written)('is no number, code or id of anything: %s', (cell) => {
    for (const column of [required(code(40)), code(254), required(id), email])
      expect([column.type, problem(column, cell)]).toEqual([
        column.type,
        expect.stringMatching(/^A database or program wrote \S.* for a value that is missing\. Enter the value/),
      ]);
  });

  it.each(['NULL', '\\N', 'NaN', '(blank)', '1.#IND', 'Infinity', '#Error'])(
    'is no amount, date, flag or choice either: %s',
    (cell) => {
      for (const column of [money, number, integer(0, 9), pastDate, pastInstant, flag, choice(['A', 'B'])])
        expect(problem(column, cell)).toMatch(/for a value that is missing/);
    },
  );

  it('is a value where a choice has it', () => {
    expect(parse(choice(['Binding', 'None']), 'none')).toBe('None');
  });

  it('may be the name of a person, and a note', () => {
    for (const cell of ['Null', 'None', 'Na', 'Nil', 'N/A', '-', '.']) expect(parse(name(100), cell)).toBe(cell);
    expect(parse(lines(150), 'N/A')).toBe('N/A');
    for (const cell of ['NULLA7', 'NA1', 'NONE-2', '-1', '0', '#1', '1#2', 'Inf 1'])
      expect(parse(code(40), cell)).toBe(cell);
  });

  it('is no name where only a program writes it', () => {
    for (const cell of ['\\N', '(null)', '<NA>', '(blank)', '[object Object]', '#Deleted'])
      expect(problem(required(name(100)), cell)).toMatch(/for a value that is missing/);
  });

  it('is refused in every column that finds something', () => {
    const columns = {
      members: ['memberId', 'login', 'accountType', 'occupationalRating', 'mobileNumber', 'planId', 'companyId'],
      assets: ['assetCode'],
      assetsOwned: ['assetCode', 'memberId'],
      fees: ['assetCode'],
      occupationFactors: ['occupationGroup'],
      insuranceRates: ['benefitPeriod'],
      coverRules: ['categoryId', 'benefitPeriod'],
      providerContacts: ['phone'],
      memberEvents: ['memberId'],
    } as const;
    for (const [table, names] of Object.entries(columns))
      for (const each of names)
        expect([table, each, problem(csvTable(table as keyof typeof columns).columns[each]!, 'NULL')]).toEqual([
          table,
          each,
          expect.stringMatching(/missing/),
        ]);
    expect(parse(csvTable('members').columns['surname']!, 'Null')).toBe('Null');
  });
});

describe('a character that a program could not read', () => {
  it('is part of no number, name or amount', () => {
    for (const column of [code(40), name(40), required(id), email, money, number, pastDate])
      expect(problem(column, '12\ufffd4')).toMatch(/could not read.*UTF-8/);
    expect(parse(lines(150), 'Caf\ufffd')).toBe('Caf\ufffd');
  });
});

describe('a text with a tax file number', () => {
  it('is refused in every column of text, without repeating it', () => {
    for (const column of [ofAPerson, text(100), lines(150)])
      for (const cell of ['TFN 123 456 782 by phone', 'tax file number: 123456782'])
        expect(problem(column, cell)).toBe(
          'Tax file numbers are never accepted. Remove the number, and say only whether one was provided.',
        );
    expect(problem(id, 'TFN-123456782')).toMatch(/never accepted/);
    expect(problem(email, 'tfn123456782@mail.example')).toMatch(/never accepted/);
    for (const cell of ['TFN provided', 'Reference 123456789']) expect(parse(lines(150), cell)).toBe(cell);
  });
});

describe('text in a spreadsheet', () => {
  it('that would be a formula gets a guard, which an import removes again', () => {
    const cell = text(100);
    const guarded: Record<string, string> = {
      '=1+1': "'=1+1",
      '@SUM(A1)': "'@SUM(A1)",
      '-5': "'-5",
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
      return fc
        .stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/)
        .filter((value) => missingCodeProblem(value) === null);
    case 'email':
      return fc.constantFrom('a@b.example', '-x+y@mail.example', '=a@b.example');
    case 'text': {
      if (column.pattern) return fc.constantFrom('400000', '3 x salary', '15% x salary x years to 65');
      const written = fc.string({ unit: 'grapheme', maxLength: column.maxLength! });
      const risky = fc.string({
        unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a'),
        maxLength: 8,
      });

      return fc
        .oneof(written, risky)
        .map((value) => (column.isName ? value.trim().normalize('NFC') : value))
        .filter((value) => value.trim() !== '' && value.length <= column.maxLength!)
        .filter((value) => !holdsControlCharacters(value, column.lines) && debrisProblem(value.trim()) === null)
        .filter((value) => !value.includes('\ufffd') && (!column.isCode || missingCodeProblem(value) === null));
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
