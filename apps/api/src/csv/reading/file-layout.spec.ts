import { csvTable, csvTableNames } from '@superscope/contracts/csv-tables';
import { describe, expect, it } from 'vitest';
import { HeaderProblem, layoutOf, letterOf } from './file-layout.js';

const nothing = new Set<string>();

describe('the layout of a file', () => {
  it.each(csvTableNames)('is found by the header alone: %s', (table) => {
    const { columns } = csvTable(table);
    const names = Object.keys(columns);
    expect(layoutOf(names, null, nothing).table).toBe(table);
    const least = names.filter((name) => columns[name]!.required);
    expect(layoutOf(least, table, nothing).columns.filter((c) => c.index !== -1)).toHaveLength(least.length);
  });

  it('does not depend on the order of columns, spaces or upper and lower case', () => {
    const layout = layoutOf([' ASAT', 'memberid', 'Balance', 'planId ', 'assetCode'], null, nothing);
    expect(layout.table).toBe('assetsOwned');
    expect(Object.fromEntries(layout.columns.map((c) => [c.name, c.index]))).toEqual({
      planId: 3,
      memberId: 1,
      assetCode: 4,
      asAt: 0,
      balance: 2,
    });
  });

  it('accepts a platformId column if rows belong to a platform', () => {
    expect(layoutOf(['platformId', 'memberId', 'at', 'reason'], null, nothing)).toMatchObject({
      table: 'contactRequests',
      platformIndex: 0,
    });
    expect(() => layoutOf(['platformId', 'name', 'value', 'validFrom'], null, nothing)).toThrow(HeaderProblem);
  });

  it('counts columns as present that the query gives for all lines', () => {
    const header = ['memberId', 'asAt', 'salary'];
    expect(() => layoutOf(header, null, nothing)).toThrow(/fits no table/);
    expect(layoutOf(header, null, new Set(['planId'])).table).toBe('memberSnapshots');
  });

  it('asks for the table if several match', () => {
    expect(layoutOf(['providerId', 'name'], null, nothing).table).toBe('providers');
    expect(() => layoutOf(['providerId', 'name'], null, new Set(['platformId']))).toThrow(/providers, platforms/);
  });

  it('names missing and unknown columns of the chosen table', () => {
    expect(() => layoutOf(['planId', 'memberId'], 'memberSnapshots', nothing)).toThrow(/asAt/);
    expect(() => layoutOf(['providerId', 'name', 'colour'], 'providers', nothing)).toThrow(/no column colour/);
    expect(() => layoutOf(['providerId', 'name', 'Name'], 'providers', nothing)).toThrow(/more than once/);
  });

  it('quotes nothing of a first line that is not a header, because it is about a person', () => {
    for (const table of ['members', null] as const)
      for (const row of [
        ['10023456', 'P1', 'Smith'],
        ['Smith', 'Smith', 'P1'],
      ])
        expect(() => layoutOf(row, table, nothing)).toThrow(
          'The first line is not a header: none of its cells is the name of a column.',
        );
  });

  it('quotes only a short part of a header with many or long names', () => {
    const problem = (header: string[]) => {
      try {
        layoutOf(header, 'providers', nothing);
      } catch (error) {
        return error as HeaderProblem;
      }
      throw new Error('It fits.');
    };
    const long = 'h'.repeat(200_000);
    for (const header of [[long], [long, long], [`${'-'.repeat(9_000)}tfn`]]) {
      const { message, column } = problem(header);
      expect(message.length + (column ?? '').length).toBeLessThan(300);
    }
    const many = ['providerId', ...Array.from({ length: 200_000 }, (_, i) => `c${i}`)];
    expect(problem([...many, 'c7']).column).toBe('c7');
  });

  it.each([
    ...['taxFileNumber', 'TFN', 'Tax File No.', 'tax_file_number', 'TFN Number', 'Member TFN', 'T.F.N.'],
    ...['Tax-File Number of member', 'ＴＦＮ', 'tfnProvided'],
  ])('never takes a tax file number: %s', (name) => {
    expect(() => layoutOf(['memberId', 'planId', 'companyId', name], 'members', nothing)).toThrow(/never accepted/);
  });

  it('takes whether a tax file number was provided', () => {
    for (const name of ['taxFileNumberProvided', ' TAXFILENUMBERPROVIDED '])
      expect(layoutOf(['memberId', 'planId', 'companyId', name], 'members', nothing).table).toBe('members');
  });

  it('ignores columns without a name, which spreadsheets leave at the end', () => {
    const layout = layoutOf(['providerId', ' ', 'name', '', ''], 'providers', nothing);
    expect(layout).toMatchObject({ table: 'providers', width: 3, nameless: [1, 3, 4], headerWidth: 5 });
    expect(layoutOf(['abn', 'providerId', 'name', ''], null, nothing).table).toBe('providers');
  });

  it('names a column by its letters, as spreadsheets show it', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
