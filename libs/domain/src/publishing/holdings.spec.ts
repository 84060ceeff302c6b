import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldBalances, type HeldBalance, type HeldOption } from './holdings.js';
import { figure, isFigure, nothing, withheld, type Published } from './published.js';

const counted = (count: number) => ({ count: figure(count), share: nothing });
const option = (code: string, dollars: number, holders: number): HeldOption => ({
  code,
  holders: counted(holders),
  balance: figure(dollars),
});
/** Code, dollars, and margin to the cent. */
const shown = (all: ReadonlyMap<string, HeldBalance>): [string, number, number][] =>
  [...all].flatMap(([code, { value, margin }]) =>
    isFigure(value) ? [[code, value.value, Math.round(100 * margin!) / 100]] : [],
  );
const sumOf = (all: ReadonlyMap<string, HeldBalance>) => shown(all).reduce((sum, [, dollars]) => sum + dollars, 0);

describe('what members hold of each option', () => {
  it('is published with its margin', () => {
    const all = heldBalances([option('A', 6_000, 100), option('B', 3_000, 60)], figure(200), figure(10_000));
    expect(shown(all)).toEqual([
      ['A', 6_000, 900],
      ['B', 3_000, 750],
    ]);
  });

  it('is not published where its margin is more than a quarter of it', () => {
    const all = heldBalances([option('A', 6_000, 100), option('B', 9_000, 59)], figure(200), figure(10_000));
    expect(shown(all)).toEqual([['A', 6_000, 900]]);
    expect(all.get('B')).toEqual({ value: withheld('np'), margin: null });
  });

  it('is scaled down to the plan’s total, to the dollar', () => {
    const all = heldBalances(
      [option('A', 8_000, 100), option('B', 8_000, 100), option('C', 8_000, 150)],
      figure(200),
      figure(10_000),
    );
    expect(shown(all)).toEqual([
      ['A', 3_334, 500.1],
      ['B', 3_333, 499.95],
      ['C', 3_333, 333.3],
    ]);
  });

  it('does not count what is not published when it is scaled', () => {
    const all = heldBalances([option('A', 9_000, 100), option('B', 9_000, 14)], figure(200), figure(10_000));
    expect(shown(all)).toEqual([['A', 9_000, 1_350]]);
  });

  it('of an option that nearly all hold has the margin of the fewest holders that there can be', () => {
    const nearlyAll = {
      code: 'A',
      holders: { count: withheld('np'), share: withheld('least', 90) },
      balance: figure(700),
    };
    expect(shown(heldBalances([nearlyAll], figure(110), figure(1_000)))).toEqual([['A', 700, 105]]);
    expect(shown(heldBalances([nearlyAll], figure(69), figure(1_000)))).toEqual([]);
  });

  it('keeps the reason of an option that few hold', () => {
    const few = { code: 'A', holders: counted(0), balance: withheld('<11') };
    expect(heldBalances([few], figure(200), figure(1_000)).get('A')!.value).toEqual(withheld('<11'));
  });

  it('is not published where the plan’s total is not, or is nothing', () => {
    const options = [option('A', 6_000, 100)];
    for (const total of [withheld('np'), withheld('<11'), nothing, figure(0), figure(-5)])
      expect(shown(heldBalances(options, figure(200), total))).toEqual([]);
  });
});

describe('for any options and total', () => {
  const dollars = fc.oneof(fc.integer({ min: -1_000, max: 100_000 }), fc.integer({ min: 0, max: 400_000_000_000 }));
  const balances: fc.Arbitrary<Published> = fc.oneof(
    { arbitrary: dollars.map((value) => figure(value)), weight: 6 },
    { arbitrary: fc.constantFrom(withheld('<11'), withheld('np')), weight: 1 },
  );
  const holders = fc.oneof(
    { arbitrary: fc.integer({ min: 11, max: 3_000 }).map(counted), weight: 6 },
    fc.constant({ count: withheld('np'), share: withheld('least', 96) }),
    fc.constant({ count: withheld('<11'), share: withheld('<11') }),
  );
  const options = fc
    .array(fc.record({ holders, balance: balances }), { maxLength: 12 })
    .map((all): HeldOption[] => all.map((each, i) => ({ ...each, code: `O${i}` })));
  const asked = fc.tuple(
    options,
    fc.integer({ min: 11, max: 5_000 }).map((n) => figure(n)),
    dollars.map((n) => figure(n)),
  );

  it('the shown are never negative, never more than the total, and the total itself where they are scaled', () => {
    fc.assert(
      fc.property(asked, ([of, members, total]) => {
        const all = heldBalances(of, members, total);
        for (const [, value] of shown(all)) expect(value).toBeGreaterThanOrEqual(0);
        expect(sumOf(all)).toBeLessThanOrEqual(Math.max(0, total.value));
        const before = of.reduce(
          (sum, { code, balance }) => sum + (isFigure(all.get(code)!.value) ? balance.value! : 0),
          0,
        );
        expect(sumOf(all)).toBe(Math.min(before, Math.max(0, total.value)));
      }),
    );
  });

  it('none has a margin of more than a quarter', () => {
    fc.assert(
      fc.property(asked, ([of, members, total]) => {
        for (const [, value, margin] of shown(heldBalances(of, members, total)))
          expect(margin).toBeLessThanOrEqual(value / 4 + 0.005);
      }),
    );
  });

  it('scaling keeps proportions to the dollar, whatever the order of the options', () => {
    fc.assert(
      fc.property(asked, ([of, members, total]) => {
        const all = heldBalances(of, members, total);
        const kept = of.filter(({ code }) => isFigure(all.get(code)!.value));
        const before = kept.reduce((sum, { balance }) => sum + balance.value!, 0);
        const part = Math.min(1, total.value / before);
        for (const { code, balance } of kept)
          expect(Math.abs(all.get(code)!.value.value! - part * balance.value!)).toBeLessThanOrEqual(1.001);
        const reversed = heldBalances(of.toReversed(), members, total);
        for (const { code } of of) expect(reversed.get(code)).toEqual(all.get(code));
      }),
    );
  });

  it('nothing withheld becomes a figure, and without a total nothing is published', () => {
    fc.assert(
      fc.property(asked, ([of, members, total]) => {
        const all = heldBalances(of, members, total);
        for (const { code, balance } of of) if (!isFigure(balance)) expect(all.get(code)!.value).toEqual(balance);
        expect(shown(heldBalances(of, members, withheld('np')))).toEqual([]);
      }),
    );
  });
});
