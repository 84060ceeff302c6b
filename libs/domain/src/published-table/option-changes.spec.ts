import { describe, expect, it } from 'vitest';
import { optionChanges } from './option-changes.js';

const option = (assetCode: string, growthPercent: string | null, name = `Option ${assetCode}`) => ({
  assetCode,
  name,
  growthPercent,
});

describe('A list of investment options, compared with the one before it', () => {
  it('removes options that it lacks, changes growth exposures, and adds options', () => {
    const before = [option('BAL', '70'), option('CASH', '0'), option('PROP', '92')];
    const after = [option('CASH', '0'), option('BAL', '71.5'), option('INFRA', '80')];
    expect(optionChanges(before, after)).toEqual({
      changes: [
        { kind: 'removed', assetCode: 'PROP', name: 'Option PROP', growthBefore: '92', growthAfter: null },
        { kind: 'changed', assetCode: 'BAL', name: 'Option BAL', growthBefore: '70', growthAfter: '71.5' },
        { kind: 'added', assetCode: 'INFRA', name: 'Option INFRA', growthBefore: null, growthAfter: '80' },
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

  it('does not change an option that is renamed, or whose percentage is written otherwise', () => {
    expect(optionChanges([option('A', '70', 'Balanced')], [option('A', '70.0', 'Balanced Growth')])).toEqual({
      changes: [],
      unchanged: 1,
    });
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
