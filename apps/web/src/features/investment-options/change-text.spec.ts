import type { FileChanges } from '@superscope/contracts/investment-options';
import { describe, expect, it } from 'vitest';
import { comparedText, othersText, scoresText, warningOf } from './change-text';

const file = (more: Partial<FileChanges>): FileChanges => ({
  asOf: 7,
  rows: 1,
  comparedWith: '2026-09-30',
  changes: [],
  unchanged: 1,
  membersOfRemoved: 0,
  membersOfChanged: 0,
  plans: 12,
  isFirst: false,
  nextDate: null,
  ...more,
});

describe('What is said of a file of investment options', () => {
  it('names the days whose scores are derived again', () => {
    const said = (more: Partial<FileChanges>) => scoresText(file(more), '2026-10-31');
    expect(said({})).toBe('Scores of 12 plans are derived again from 31/10/2026.');
    expect(said({ nextDate: '2026-11-30' })).toBe(
      'Scores of 12 plans are derived again from 31/10/2026 until 30/11/2026, the next data date.',
    );
    expect(said({ isFirst: true, plans: 1 })).toBe('Scores of 1 plan are derived again for all months.');
    expect(said({ isFirst: true, nextDate: '2026-11-30' })).toBe(
      'Scores of 12 plans are derived again until 30/11/2026, the next data date.',
    );
  });

  it('names what the file is compared with', () => {
    expect(comparedText(file({}), '2026-10-31')).toBe('Compared with the options of 30/09/2026.');
    expect(comparedText(file({}), '2026-09-30')).toBe('The file replaces the options of 30/09/2026.');
    expect(comparedText(file({ comparedWith: null }), '2026-09-30')).toBe('The platform has no options yet.');
  });

  it('names what changes beside the growth exposure', () => {
    const of = { kind: 'changed', assetCode: 'A', name: 'A', growthBefore: '70', growthAfter: '70' } as const;
    const text = (columns: string[]) => othersText({ ...of, columns, members: 0, plans: 0 });
    expect(text(['growthPercent'])).toBeNull();
    expect(text(['name', 'growthPercent', 'return1yr'])).toBe('Changes: name, 1-year return.');
    expect(text(['return10yr', 'riskLabel', 'performanceTest', 'performanceTestYear'])).toBe(
      'Changes: 10-year return, risk label, performance test, year of the performance test.',
    );
  });

  it('warns of a removed option that is held, a large change, and a growth exposure that is not named', () => {
    const of = { assetCode: 'A', name: 'A', columns: [], members: 0, plans: 0 };
    const warning = (kind: 'removed' | 'changed' | 'added', growthBefore: string | null, growthAfter: string | null) =>
      warningOf({ kind, growthBefore, growthAfter, ...of });
    expect(warning('removed', '70', null)).toBeNull();
    expect(warningOf({ kind: 'removed', growthBefore: '70', growthAfter: null, ...of, members: 1, plans: 1 })).toBe(
      'Held by 1 member in 1 plan. Their money stays; the option can no longer be chosen.',
    );
    expect(warning('changed', '70', '55.5')).toBeNull();
    expect(warning('changed', '70', '55')).toBe('A change of 15 points: is it meant?');
    expect(warning('changed', '70', '54.5')).toBe('A change of 15.5 points: is it meant?');
    expect(warning('changed', null, '54.5')).toBeNull();
    expect(warning('changed', '70', null)).toBe('The file no longer names its growth exposure.');
    expect(warning('changed', null, null)).toBeNull();
    expect(warning('added', null, '95')).toBeNull();
    expect(warning('added', null, null)).toBe('The file names no growth exposure.');
  });
});
