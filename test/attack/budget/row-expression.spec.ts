import { describe, expect, it } from 'vitest';
import { rowExpression } from './row-expression.js';

const row = { month: '2026-09-01', on: '2026-03-31', cents: null, score: 2_500_000, name: 'None' };
const valueOf = (sql: string) => rowExpression(sql)(row);

describe('the catalogue’s SQL about one row', () => {
  it.each([
    ['name', 'None'],
    ['(on >= addMonths(month, -5))', 0],
    ['(on >= addMonths(month, -6))', 1],
    ["(on > toDate('1970-01-01'))", 1],
    ['if(cents IS NULL, 2, cents > 0)', 2],
    ['(ifNull(cents, 0) > 0 OR score IS NOT NULL)', 1],
    ["multiIf(score IS NULL, 'Unknown', score < 1000000, '0-1', score < 3000000, '2-3', '4-5')", '2-3'],
    ['greatest(on, month)', '2026-09-01'],
  ])('%s', (sql, value) => expect(valueOf(sql)).toBe(value));

  it('which the simulation does not know is refused', () => {
    expect(() => rowExpression('uniqExact(name)')).toThrow('cannot read');
    expect(() => rowExpression('name ? 1 : 2')).toThrow('cannot read');
    expect(() => valueOf('salary')).toThrow("no column 'salary'");
  });
});
