import { describe, expect, it } from 'vitest';
import { csvText } from './save-csv';

describe('A table as CSV', () => {
  it('quotes cells that would break a row, and leaves missing values empty', () => {
    expect(csvText([['State, or none', 'a "b"', null, 1.5]])).toBe('"State, or none","a ""b""",,1.5\r\n');
  });

  it('has no formulas for spreadsheets, and leaves numbers unchanged', () => {
    expect(csvText([['=1+1', '@x', '-y', -3, '<11']])).toBe("'=1+1,'@x,'-y,-3,<11\r\n");
  });
});
