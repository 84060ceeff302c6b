import type { AnalyticsRow, LoadResult } from '@superscope/contracts/analytics/answer';
import { changeBetween } from '@superscope/contracts/change-between';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allWithheld,
  cell,
  changeOf,
  isChangeWithheld,
  readRows,
  series,
  withheldCell,
  type Cell,
  type Figures,
} from './result';

const COUNT = 'MemberSnapshot.countMembers';
const SHARE = 'MemberSnapshot.shareOfMembers';
const row = (month: string, count: number | null, share: number | null = null): AnalyticsRow => ({
  [COUNT]: count,
  [SHARE]: share,
  'MemberSnapshot.month.month': `${month}-01T00:00:00.000`,
});
const months = ['2026-08', '2026-09', '2026-10', '2026-11'];
const read = (data: AnalyticsRow[], rest: Partial<LoadResult> = {}): Figures => ({ data, ...rest });

describe('A published figure', () => {
  const figures = read([row('2026-09', 100, 40), row('2026-10', null, null), row('2026-11', null, null)], {
    suppressed: [
      { row: 1, members: [COUNT, SHARE], because: '<11' },
      { row: 2, members: [COUNT], because: 'np' },
      { row: 2, members: [SHARE], because: 'least', least: 83 },
    ],
    rounded: [{ row: 0, members: [SHARE] }],
    margins: { [SHARE]: [9.9, null, null] },
  });

  it('is distinguished from a missing one, from few members, and from a withheld one', () => {
    expect(series(readRows(figures), months, COUNT)).toEqual([
      cell(null),
      cell(100),
      withheldCell('<11'),
      withheldCell('np'),
    ]);
  });

  it('may be a rounded share, or a lower bound', () => {
    expect(series(readRows(figures), months, SHARE)).toEqual([
      cell(null),
      { ...cell(40), about: 'tens', margin: 9.9 },
      withheldCell('<11'),
      { ...cell(83), about: 'least' },
    ]);
  });

  it('is text if it is too large for an exact number', () => {
    expect(readRows(read([{ [COUNT]: '12345' }]))[0]?.cell(COUNT)).toEqual(cell(12345));
  });

  it('is missing from a series if every month is withheld, but not from one without members', () => {
    expect(allWithheld([withheldCell('np'), cell(null), withheldCell('<11')])).toBe(true);
    expect(allWithheld([withheldCell('np'), cell(12)])).toBe(false);
    expect(allWithheld([cell(null), cell(null)])).toBe(false);
    expect(allWithheld([])).toBe(false);
  });
});

describe('A change between published figures', () => {
  const within = (margin: number | null, value: number): Cell => ({ ...cell(value), margin });

  it('is from the first figure to the last', () => {
    expect(changeOf([cell(null), cell(100), cell(300), cell(104.2)])).toMatchObject({ clear: true, rounded: false });
    expect(changeOf([cell(null), cell(100), cell(104.2)])?.percent).toBeCloseTo(4.2);
    expect(changeOf([cell(0), cell(5)])).toMatchObject({ by: 5, percent: null });
  });

  it('is clear from the last figure’s margin on, and always without a margin', () => {
    expect(changeOf([within(1, 40), within(3, 42.5)])?.clear).toBe(false);
    expect(changeOf([within(9, 40), within(3, 43)])?.clear).toBe(true);
    expect(changeOf([within(9, 40), within(3, 37)])?.clear).toBe(true);
    expect(changeOf([within(9, 40), within(null, 40.1)])?.clear).toBe(true);
  });

  it('is the same on a card as in the table of plans', () => {
    const stars = fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(stars, stars, fc.option(stars), (from, to, margin) => {
        expect(changeOf([cell(from), within(margin, to)])).toMatchObject(changeBetween(from, to, margin));
      }),
    );
  });

  it('is in whole points if a figure is rounded', () => {
    expect(changeOf([cell(30), { ...cell(60), about: 'tens', margin: 20 }])).toMatchObject({ by: 30, rounded: true });
  });

  it.each<[string, Cell[]]>([
    ['the last is withheld', [cell(10), withheldCell('np')]],
    ['the first is withheld', [withheldCell('<11'), cell(10), cell(12)]],
    ['one is only a lower bound', [cell(80), { ...cell(83), about: 'least' }]],
    ['there is one month only', [cell(null), cell(10)]],
    ['there is none', []],
  ])('is not known where %s', (_, cells) => expect(changeOf(cells)).toBeNull());
});

describe('A change that is not published', () => {
  it('has a withheld end, or one that is only a lower bound', () => {
    const least: Cell = { ...cell(90), about: 'least' };
    expect(isChangeWithheld([withheldCell('<11'), cell(12)])).toBe(true);
    expect(isChangeWithheld([cell(12), withheldCell('np')])).toBe(true);
    expect(isChangeWithheld([cell(50), least])).toBe(true);
    expect(isChangeWithheld([cell(50), withheldCell('np'), cell(51)])).toBe(false);
  });

  it('does not exist without two figures', () => {
    expect(isChangeWithheld([cell(null), withheldCell('np')])).toBe(false);
    expect(isChangeWithheld([])).toBe(false);
  });
});
