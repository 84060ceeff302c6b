import { describe, expect, it } from 'vitest';
import { planMonthFigures } from './plan-month-figures.js';

const months = (...of: [month: string, members: number, balances: number][]) =>
  new Map(of.map(([month, members, balances]) => [month, { members, balances }]));
const told = (figures: ReturnType<typeof planMonthFigures>) =>
  figures.map(({ name, last, now, isOutside }) => [name, last, now, isOutside]);

describe('the figures of a file of months', () => {
  const stored = months(['2026-01', 10, 1000], ['2026-02', 11, 1100], ['2026-03', 11, 1120], ['2026-04', 12, 1200]);

  it('stand beside those of the plan’s last month, and say what is outside the usual change', () => {
    const may = (members: number, balances: number) =>
      told(planMonthFigures(new Map([['P', months(['2026-05', members, balances])]]), new Map([['P', stored]])));
    expect(may(12, 1210)).toEqual([
      ['Members', 12, 12, false],
      ['Balances together', 1200, 1210, false],
      ['Average balance', 100, 1210 / 12, false],
    ]);
    expect(may(120, 12_000).map(([name, , , isOutside]) => [name, isOutside])).toEqual([
      ['Members', true],
      ['Balances together', true],
      ['Average balance', false],
    ]);
  });

  it('say nothing of what is usual where a month is replaced, or too few months are known', () => {
    const usual = (month: string, of = stored) =>
      planMonthFigures(new Map([['P', months([month, 1, 1])]]), new Map([['P', of]])).map((figure) => figure.usual);
    expect(usual('2026-04')).toEqual([null, null, null]);
    expect(usual('2026-05', months(['2026-03', 1, 1], ['2026-04', 1, 1]))).toEqual([null, null, null]);
  });

  it('count plans that have a month before, unless none has', () => {
    const file = new Map([
      ['P', months(['2026-05', 12, 1200])],
      ['New', months(['2026-05', 900, 90_000])],
    ]);
    expect(told(planMonthFigures(file, new Map([['P', stored]])))[0]).toEqual(['Members', 12, 12, false]);
    expect(told(planMonthFigures(file, new Map()))[0]).toEqual(['Members', null, 912, false]);
  });
});
