import { describe, expect, it } from 'vitest';
import { csvText } from './save-csv';

describe('A table as CSV', () => {
  it('quotes what would break a row, and leaves out what there is not', () => {
    expect(csvText([['State, or none', 'a "b"', null, 1.5]])).toBe('"State, or none","a ""b""",,1.5\r\n');
  });

  it('has no text that a sheet takes for a formula, and leaves numbers as they are', () => {
    expect(csvText([['=1+1', '@x', '-y', -3, '<11']])).toBe("'=1+1,'@x,'-y,-3,<11\r\n");
  });
});
