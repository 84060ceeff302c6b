import { describe, expect, it } from 'vitest';
import { cell, withheldCell, type Cell } from '../../../portal/analytics/result';
import {
  balanceSentence,
  engagedSentence,
  largestFall,
  overviewSentence,
  periodsSentence,
  trendsSentence,
} from './fund-sentences';
import { TOO_FEW } from './words';

const cells = (...values: number[]) => values.map(cell);
const within = (value: number, margin: number): Cell => ({ ...cell(value), margin });
const np = withheldCell('np');
const months = ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04'];

describe('The sentence about the size of a plan', () => {
  it('says in how many quarters it grew', () => {
    expect(overviewSentence(cells(1238, 1249, 1300), cells(134_700_000, 1, 150_200_000))).toBe(
      'Members grew in every quarter: from 1,238 members and $134.7 million to 1,300 members and $150.2 million.',
    );
    expect(overviewSentence(cells(1238, 1220, 1300), cells(1, 1, 1))).toMatch(/^Members grew in one of two quarters: /);
    expect(overviewSentence(cells(300, 310, 290), cells(1, 1, 1))).toMatch(/^Members became fewer: from 300 members/);
  });

  it('counts whole quarters only', () => {
    const [members, assets] = [cells(1238, 1249, 1240, 1300, 1310), cells(1, 1, 1, 1, 1)];
    expect(overviewSentence(members, assets, [4])).toMatch(
      /^Members grew in two of three quarters: from 1,238 .* to 1,310/,
    );
    expect(overviewSentence(members, assets, [1, 4])).toMatch(/^Members grew in one of two quarters: /);
    expect(overviewSentence(cells(1238, 1240), assets, [1])).toMatch(/^Members grew: from 1,238 members/);
    expect(overviewSentence(cells(1238, 1238, 1230, 1240), assets, [3])).toMatch(/^Members grew: /);
  });

  it('names no assets that are not published', () => {
    expect(overviewSentence(cells(28, 30), [np, np])).toBe(
      'Members grew in every quarter: from 28 members to 30 members.',
    );
    expect(overviewSentence(cells(25, 25), [np, np])).toBe('The plan has kept its 25 members.');
    expect(overviewSentence([np, np], [np, np])).toBe(TOO_FEW);
  });
});

describe('The sentence about engaged members', () => {
  it('says how many they are, how that moved, and what they own', () => {
    const assets = cells(44_000_000, 51_000_000);
    expect(engagedSentence([cell(380), within(410, 12)], assets, '2025-12')).toBe(
      '410 members are engaged, 30 more than in December 2025; they own $51.0 million.',
    );
    expect(engagedSentence([cell(404), within(410, 12)], [np, np], '2025-12')).toBe(
      '410 members are engaged, not clearly more or fewer than in December 2025.',
    );
    expect(engagedSentence([cell(404), np], assets, '2025-12')).toBe(TOO_FEW);
  });
});

describe('The sentence about what moved the balance', () => {
  it('says where it came from', () => {
    const balance = {
      opening: cell(134_700_000),
      closing: within(150_200_000, 1_000_000),
      contributions: 23_800_000,
      rest: -6_200_000,
    };
    expect(balanceSentence(balance)).toBe(
      'Assets grew by $15.5 million to $150.2 million: $23.8 million came in as contributions, and more was paid out than earned.',
    );
  });

  it('claims no change and no earnings within the margin', () => {
    expect(
      balanceSentence({
        opening: cell(2_900_000),
        closing: within(2_600_000, 700_000),
        contributions: 343_000,
        rest: -618_000,
      }),
    ).toBe('Assets of $2.6 million did not clearly change: $343 thousand came in as contributions.');
  });
});

describe('The sentence about two periods', () => {
  const assets = (first: number, second: number, third: number): [Cell, Cell, Cell] => [
    cell(first),
    cell(second),
    cell(third),
  ];

  it('sets this one beside the one before', () => {
    expect(periodsSentence({ assets: assets(119.3, 134.7, 150.2), own: [cell(100), cell(130)] })).toBe(
      'Assets grew by 11.5% in this period, after 12.9% in the one before; members put in 30% more of their own money.',
    );
    expect(periodsSentence({ assets: assets(100, 90, 99), own: [np, cell(130)] })).toBe(
      'Assets grew by 10.0% in this period, after they fell by 10.0% in the one before.',
    );
  });

  it('ends early where the plan has no figures of it', () => {
    expect(periodsSentence({ assets: [cell(null), cell(100), cell(110)], own: [cell(null), cell(1)] })).toBe(
      'Assets grew by 10.0% in this period.',
    );
  });

  it('gives no figure of what is not clear', () => {
    expect(periodsSentence({ assets: [cell(100), cell(100), within(101, 5)], own: [cell(100), within(98, 9)] })).toBe(
      'Assets did not clearly change in this period.',
    );
  });
});

describe('The sentence about trends', () => {
  it('finds the largest fall and whether it was made good', () => {
    expect(largestFall({ months, cells: cells(10, 12, 9, 11, 13) })).toEqual({
      from: '2026-01',
      to: '2026-02',
      recovered: true,
    });
    expect(largestFall({ months, cells: cells(10, 12, 9, 11, 11) })?.recovered).toBe(false);
    expect(largestFall({ months, cells: [cell(10), within(9.5, 1), cell(12), cell(13), cell(14)] })).toBeNull();
  });

  it('says what rose, and where it turned', () => {
    expect(
      trendsSentence([
        { name: 'members', months, cells: cells(1, 2, 3, 4, 5) },
        { name: 'average balances', months, cells: cells(10, 12, 9, 11, 13) },
      ]),
    ).toBe(
      'Members and average balances rose over the period; average balances fell from January 2026 to February 2026 and have recovered.',
    );
  });

  it('says that nothing clearly changed', () => {
    expect(trendsSentence([{ name: 'assets', months, cells: [...cells(10, 10, 10, 10), within(10.2, 1)] }])).toBe(
      'Assets did not clearly change.',
    );
    expect(trendsSentence([{ name: 'assets', months, cells: months.map(() => np) }])).toBe(TOO_FEW);
  });
});
