import { describe, expect, it } from 'vitest';
import type { assetFields, PublishedRow } from './published-rows.js';
import { optionChanges } from './option-changes.js';

type Option = PublishedRow<typeof assetFields>;
const option = (
  assetCode: string,
  growthPercent: string | null,
  name = `Option ${assetCode}`,
  more: Partial<Option> = {},
): Option => ({
  assetCode,
  name,
  description: null,
  growthPercent,
  isLifecycle: null,
  isChoice: null,
  return1yr: '8.25',
  return3yr: null,
  return5yr: '6',
  return10yr: undefined,
  riskLabel: undefined,
  performanceTest: undefined,
  performanceTestYear: undefined,
  ...more,
});

describe('A list of investment options, compared with the one before it', () => {
  it('removes options that it lacks, changes growth exposures, and adds options', () => {
    const before = [option('BAL', '70'), option('CASH', '0'), option('PROP', '92')];
    const after = [option('CASH', '0'), option('BAL', '71.5'), option('INFRA', '80')];
    expect(optionChanges(before, after)).toEqual({
      changes: [
        { kind: 'removed', assetCode: 'PROP', name: 'Option PROP', growthBefore: '92', growthAfter: null, columns: [] },
        {
          kind: 'changed',
          assetCode: 'BAL',
          name: 'Option BAL',
          growthBefore: '70',
          growthAfter: '71.5',
          columns: ['growthPercent'],
        },
        { kind: 'added', assetCode: 'INFRA', name: 'Option INFRA', growthBefore: null, growthAfter: '80', columns: [] },
      ],
      unchanged: 1,
    });
  });

  it('changes an option whose growth exposure was unknown or becomes unknown', () => {
    const { changes, unchanged } = optionChanges(
      [option('A', null), option('B', '50'), option('C', null)],
      [option('A', '0'), option('B', null), option('C', null)],
    );
    expect(changes.map(({ assetCode, growthBefore, growthAfter }) => [assetCode, growthBefore, growthAfter])).toEqual([
      ['A', null, '0'],
      ['B', '50', null],
    ]);
    expect(unchanged).toBe(1);
  });

  it('changes an option in every column: its name, its description, and a return that becomes blank', () => {
    const columnsOf = (more: Partial<Option>) =>
      optionChanges([option('A', '70')], [option('A', '70', undefined, more)]).changes.map(({ columns }) => columns);
    expect(columnsOf({ name: 'Balanced Growth' })).toEqual([['name']]);
    expect(columnsOf({ description: 'Shares', return1yr: null })).toEqual([['description', 'return1yr']]);
    expect(columnsOf({ isLifecycle: true, isChoice: false, return3yr: '5', return5yr: '6.1' })).toEqual([
      ['isLifecycle', 'isChoice', 'return3yr', 'return5yr'],
    ]);
  });

  it('does not change an option whose numbers are written otherwise', () => {
    const written = option('A', '70.0', undefined, { return1yr: '8.250', return5yr: '6.00' });
    expect(optionChanges([option('A', '70')], [written])).toEqual({ changes: [], unchanged: 1 });
  });

  const full: Partial<Option> = {
    return10yr: '7.1',
    riskLabel: 'Medium to high',
    performanceTest: 'Passed',
    performanceTestYear: 2026,
  };

  it('takes a column that one of the lists lacks for a blank one', () => {
    const blank = { return10yr: null, riskLabel: null, performanceTest: null, performanceTestYear: null };
    const [lacking, blanks] = [option('A', '70'), option('A', '70', undefined, blank)];
    const same = { changes: [], unchanged: 1 };
    expect([optionChanges([lacking], [blanks]), optionChanges([blanks], [lacking])]).toEqual([same, same]);
  });

  it('changes risk label, performance test and 10-year return, also where the later list lacks them', () => {
    const columns = Object.keys(full);
    const [lacking, known] = [option('A', '70'), option('A', '70', undefined, full)];
    for (const [before, after] of [
      [lacking, known],
      [known, lacking],
    ] as const)
      expect(optionChanges([before], [after])).toMatchObject({ changes: [{ kind: 'changed', columns }], unchanged: 0 });
    expect(optionChanges([known], [{ ...known, return10yr: '7.10' }])).toMatchObject({ changes: [], unchanged: 1 });
    expect(optionChanges([known], [{ ...known, performanceTest: 'Failed' }]).changes[0]!.columns).toEqual([
      'performanceTest',
    ]);
  });

  it('names a changed option as the later list does', () => {
    const { changes } = optionChanges([option('A', '70', 'Balanced')], [option('A', '65', 'Balanced Growth')]);
    expect(changes[0]!.name).toBe('Balanced Growth');
  });

  it('adds every option where there was no list', () => {
    const { changes, unchanged } = optionChanges([], [option('A', '70'), option('B', null)]);
    expect(changes.map(({ kind }) => kind)).toEqual(['added', 'added']);
    expect(unchanged).toBe(0);
  });
});
