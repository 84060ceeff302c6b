import { csvTable, csvTableNames } from '@superscope/contracts/csv-tables';
import { describe, expect, it } from 'vitest';
import { CellProblem, parseCell } from '../platform/csv/csv-cell.js';
import { dynamicFieldsCsv, fieldsOf } from './dynamic-fields.js';
import { exampleNames } from './field-examples.js';

const now = { today: '2026-11-23', instant: '2026-11-23T00:00:00Z' };
const columns = csvTableNames.flatMap((table) =>
  fieldsOf(table).map((field) => ({ table, field, column: csvTable(table).columns[field.name]! })),
);

describe('the fields of the tables', () => {
  it('each have an example that an import takes', () => {
    const refused = columns.filter(
      ({ field, column }) => field.example === '' || parseCell(column, field.example, now) instanceof CellProblem,
    );
    expect(refused.map(({ table, field }) => `${table}.${field.name}: ${field.example}`)).toEqual([]);
  });

  it('have a unit wherever they are amounts', () => {
    const amounts = columns.filter(({ column: { type } }) => ['money', 'number', 'integer'].includes(type));
    expect(amounts.filter(({ field }) => field.unit === '').map(({ table, field }) => [table, field.name])).toEqual([]);
    const unitOf = (table: string, name: string) =>
      columns.find((each) => each.table === table && each.field.name === name)!.field.unit;
    expect(unitOf('memberSnapshots', 'salary')).toBe('dollars a year');
    expect(unitOf('memberSnapshots', 'sciCover')).toBe('dollars a month');
    expect(unitOf('assetsOwned', 'balance')).toBe('dollars');
  });

  it('include every name that has an example', () => {
    const names = new Set(columns.map(({ field }) => field.name));
    expect(exampleNames.filter((name) => !names.has(name))).toEqual([]);
  });

  it('say their rule in sentences', () => {
    const ruleOf = (table: string, name: string) =>
      columns.find((each) => each.table === table && each.field.name === name)!.field.rule;
    expect(ruleOf('memberSnapshots', 'asAt')).toBe(
      'A value on every line. yyyy-MM-dd or dd/MM/yyyy. The last day of a month. Not in the future. From 1970 to 2148.',
    );
    expect(ruleOf('members', 'gender')).toBe('May be blank or left out. One of: Male, Female, Other.');
    expect(ruleOf('memberSnapshots', 'growthExposure')).toContain('From 0 to 100.');
    expect(ruleOf('memberEvents', 'amount')).toContain('Not negative.');
  });

  it('are a CSV file of one line each', () => {
    const lines = dynamicFieldsCsv().trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFtable,field,type,unit,required,key,rule,example');
    expect(lines).toHaveLength(1 + columns.length);
    expect(lines).toContain('plans,superScoreClient,flag,,No,No,May be blank or left out. Yes or No.,Yes');
    expect(lines.find((line) => line.startsWith('members,gender,'))).toMatch(
      /,"May be blank.*Male, Female, Other\.",Male$/,
    );
  });
});
