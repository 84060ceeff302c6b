import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cell } from './cell.js';
import {
  average,
  category,
  cumulative,
  flag,
  halfUp,
  hasTwin,
  headcount,
  publicFigure,
  type Condition,
} from './publish.js';
import { isFigure, type Published } from './published.js';
import { testSecret } from './test-secret.fixture.js';
import { type Elders } from './twins.js';

const key = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const sizes = fc.integer({ min: 0, max: 160 });
const cells = fc
  .record({ key, n: sizes, more: fc.integer({ min: 0, max: 50 }), edition: fc.integer({ min: 1, max: 9 }) })
  .map(
    ({ key, n, more, edition }) =>
      new Cell(testSecret, { key, n, plan: n + more, month: '2026-09', edition, whole: more === 0, rules: 2 }),
  );
const part = (n: number) => fc.integer({ min: 0, max: n });
const numbers = (...published: Published[]) => published.filter(isFigure).map(({ value }) => value);

describe('for any set of members', () => {
  it('a headcount of 1 to 10 is never shown, true or published', () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const shown = headcount(cell);
        if (cell.n === 0) expect(shown.value).toBe(0);
        else if (cell.n < 11) expect(shown.because).toBe('<11');
        else for (const n of numbers(shown)) expect(n).toBeGreaterThanOrEqual(11);
        for (const n of numbers(shown)) expect(n).toBeLessThanOrEqual(cell.plan);
      }),
    );
  });

  it('a fact is counted only where at least 11 have it and 11 do not, true and published', () => {
    const asked = cells.chain((cell) => fc.tuple(fc.constant(cell), part(cell.n)));
    fc.assert(
      fc.property(asked, ([cell, k]) => {
        const members = headcount(cell);
        const { count, share } = flag(cell, members, 'insured', k);
        if (!isFigure(members) || members.value === 0) return;
        if (isFigure(count) || isFigure(share)) {
          expect(k).toBeGreaterThanOrEqual(11);
          expect(cell.n - k).toBeGreaterThanOrEqual(11);
        }
        for (const n of numbers(count)) {
          expect(n).toBeGreaterThanOrEqual(11);
          expect(members.value - n).toBeGreaterThanOrEqual(11);
          expect(members.value).toBeGreaterThanOrEqual(50);
        }
        if (k === 0) expect(['<11', 'np']).toContain(count.because);
      }),
    );
  });

  it('each value of a category, and several together, keep the same limits, also under a condition', () => {
    const asked = cells.chain((cell) =>
      fc.tuple(
        fc.constant(cell),
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 6 }),
        part(cell.n),
      ),
    );
    fc.assert(
      fc.property(asked, fc.boolean(), ([cell, weights, engaged], isConditional) => {
        const members = headcount(cell);
        const condition: Condition | null = isConditional
          ? { label: 'engaged', n: engaged, base: flag(cell, members, 'engaged', engaged).count }
          : null;
        const n = condition ? engaged : cell.n;
        const counts = spread(n, weights);
        const sets = [[0], [1], [0, 1], [counts.length - 1]];
        const labels = counts.slice(1).map((_, i) => `nomination<=${i + 1}`);
        const published = category(
          cell,
          members,
          { noise: cumulative(labels), hasUnknown: true },
          counts,
          condition,
          sets,
        );
        for (const [i, { count }] of published.entries()) {
          const k = sets[i]!.reduce((sum, place) => sum + counts[place]!, 0);
          if (n === 0) continue;
          for (const shown of numbers(count)) {
            expect(Math.min(k, n - k)).toBeGreaterThanOrEqual(11);
            expect(shown).toBeGreaterThanOrEqual(11);
          }
        }
      }),
    );
  });

  it('an average is of at least 11 members, and dollars that few members have are never published', () => {
    const asked = cells.chain((cell) =>
      fc.tuple(fc.constant(cell), part(cell.n), part(cell.n), fc.constantFrom('size', 'presence', 'score')),
    );
    fc.assert(
      fc.property(asked, ([cell, have, some, kind]) => {
        const amounts = { have, nonzero: Math.min(have, some), total: have * 5000, lowest: 0, highest: 90_000 };
        const labels = { average: 'avg:x', known: 'known:x', some: 'some:x' };
        const got = average(cell, headcount(cell), { kind, top: 5_000_000, ...labels }, amounts);
        if (!isFigure(got)) return;
        expect(have).toBeGreaterThanOrEqual(11);
        if (kind === 'presence') expect(amounts.nonzero).toBeGreaterThanOrEqual(11);
        if (kind === 'presence' && !cell.whole) expect(cell.n).toBeGreaterThanOrEqual(100);
      }),
    );
  });
});

const spread = (n: number, weights: readonly number[]): number[] => {
  const all = weights.reduce((a, b) => a + b, 0) || 1;
  const counts = weights.map((weight) => Math.floor((n * weight) / all));
  counts[0] = counts[0]! + n - counts.reduce((a, b) => a + b, 0);
  return counts;
};

const cell = (over: object = {}) =>
  new Cell(testSecret, { key: 77n, n: 90, plan: 200, month: '2026-09', edition: 1, whole: false, rules: 2, ...over });

describe('the same set of members', () => {
  it('gives the same number for every query, and keeps the first layer when the edition changes', () => {
    const again = (over: object = {}) => flag(cell(over), headcount(cell(over)), 'insured', 40).count.value;
    expect(again()).toBe(again());
    const layers = Array.from({ length: 60 }, (_, i) => again({ edition: i + 1 })! - 40);
    expect(new Set(layers).size).toBeGreaterThan(3);
    // Each layer has variance 8. The first layer is kept, so the numbers spread by the second alone.
    expect(Math.max(...layers) - Math.min(...layers)).toBeLessThanOrEqual(20);
  });

  it('gives one number for two facts together, whichever is the condition', () => {
    const both = cell({ n: 400, plan: 500 });
    const members = headcount(both);
    const insured = flag(both, members, 'insured', 200).count;
    const engaged = flag(both, members, 'engaged', 200).count;
    const one = flag(both, members, 'engaged', 100, { label: 'insured', n: 200, base: insured }).count;
    const other = flag(both, members, 'insured', 100, { label: 'engaged', n: 200, base: engaged }).count;
    expect(one.value).toBeGreaterThan(0);
    expect(one.value).toBe(other.value);
  });

  it("gives a fact's own number where the fact is also the condition", () => {
    const all = cell({ n: 400, plan: 500 });
    const engaged = flag(all, headcount(all), 'engaged', 200).count;
    const condition = { label: 'engaged', n: 300, base: headcount(all) };
    expect(engaged.value).toBeGreaterThan(0);
    expect(flag(all, headcount(all), 'engaged', 200, condition).count.value).toBe(engaged.value);
  });

  it('gives a fact that implies the condition the number that it has without it, in the whole plan and in groups', () => {
    for (const over of [
      { n: 500, plan: 500, whole: true },
      { n: 400, plan: 500 },
    ])
      for (let edition = 1; edition <= 20; edition += 1) {
        const set = cell({ ...over, edition });
        const members = headcount(set);
        const engaged = flag(set, members, 'engaged', 300).count;
        const condition = { label: 'engaged', n: 300, base: engaged, impliedBy: new Set(['signedIn', 'signedIn<=1']) };
        const alone = flag(set, members, 'signedIn', 200);
        const under = flag(set, members, 'signedIn', 200, condition);
        expect(alone.count.value).toBeGreaterThan(0);
        expect(under.count.value).toBe(alone.count.value);
        expect(under.share.value).toBe(Math.round((1000 * under.count.value!) / engaged.value!) / 10);
        const boundaries = { noise: cumulative(['signedIn<=1', 'other']), hasUnknown: false };
        const value = (under: Condition | null) => category(set, members, boundaries, [100, 100, 100], under)[0]!;
        expect(value(condition).count.value).toBe(value(null).count.value);
      }
  });

  it('keeps the limits of the condition for a fact that implies it', () => {
    const set = cell({ n: 500, plan: 500, whole: true });
    const members = headcount(set);
    const condition = { label: 'engaged', n: 205, base: flag(set, members, 'engaged', 205).count };
    const signedIn = flag(set, members, 'signedIn', 200, { ...condition, impliedBy: new Set(['signedIn']) });
    expect(signedIn.count.because).toBe('np');
    expect(signedIn.share.because).toBe('least');
  });

  it("publishes shares of the known values where the last value is 'not known'", () => {
    const labels = ['flag', 'known:flag'];
    const [yes, no, unknown] = category(
      cell({ n: 190, whole: false }),
      headcount(cell({ n: 190 })),
      { noise: cumulative(labels), hasUnknown: true },
      [80, 60, 50],
    );
    const known = headcount(cell({ n: 190 })).value! - unknown!.count.value!;
    expect(yes!.share.value).toBe(Math.round((1000 * yes!.count.value!) / known) / 10);
    expect(no!.share.value).toBe(Math.round((1000 * no!.count.value!) / known) / 10);
  });

  it("counts members of the value 'not known' in the base where a row combines it with others", () => {
    const members = headcount(cell({ n: 190 }));
    const boundaries = { noise: cumulative(['flag', 'known:flag']), hasUnknown: true };
    const rows = (sets: number[][]) => category(cell({ n: 190 }), members, boundaries, [80, 60, 50], null, sets);
    const [withUnknown, without] = rows([[0, 2], [1]]);
    expect(withUnknown!.count.value).toBe(members.value! - without!.count.value!);
    expect(withUnknown!.share.value).toBe(Math.round((1000 * withUnknown!.count.value!) / members.value!) / 10);
    expect(rows([[0, 1, 2]])[0]!.share).toMatchObject({ because: 'least' });
  });

  it('withholds public figures under a secret condition', () => {
    const members = headcount(cell());
    const condition = { label: 'engaged', n: 60, base: members };
    expect(publicFigure(members, 42.5).value).toBe(42.5);
    expect(publicFigure(members, 42.5, condition).because).toBe('np');
  });
});

describe('a younger twin', () => {
  const elders: Elders = new Map([
    ['younger', { label: 'elder', sign: 1 }],
    ['opposite', { label: 'elder', sign: -1 }],
    ['signedIn', { label: 'engaged', sign: 1 }],
  ]);
  const set = (over: object = {}) =>
    new Cell(
      testSecret,
      { key: 77n, n: 900, plan: 2_000, month: '2026-09', edition: 1, whole: false, rules: 2, ...over },
      { drawn: 0 },
      elders,
    );
  const noiseIn = (of: Cell, fact: string, condition: Condition | null = null): number =>
    flag(of, headcount(of), fact, 400, condition).count.value! - 400;
  const sets = Array.from({ length: 2_000 }, (_, i) => set({ key: BigInt(i + 1) }));
  const variance = (values: readonly number[]): number => {
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  };

  it('has its own noise and that of its elder, so that their difference has the noise of one fact', () => {
    const [elder, younger, opposite] = ['elder', 'younger', 'opposite'].map((fact) =>
      sets.map((of) => noiseIn(of, fact)),
    ) as [number[], number[], number[]];
    expect(variance(elder)).toBeCloseTo(16, -1);
    expect(variance(younger)).toBeGreaterThan(28);
    expect(variance(younger)).toBeLessThan(36);
    for (const difference of [
      younger.map((each, i) => each - elder[i]!),
      opposite.map((each, i) => each + elder[i]!),
    ]) {
      expect(variance(difference)).toBeGreaterThan(14);
      expect(variance(difference)).toBeLessThan(18);
    }
  });

  it('never draws its old label again, which an earlier edition published', () => {
    for (const of of sets.slice(0, 50))
      expect(noiseIn(of, 'younger')).toBe(of.noise('group', 'younger~2') + of.noise('group', 'elder'));
  });

  it('has no elder in an edition of the first rules', () => {
    const fact = 'growthAdequate';
    const by = (rules: 1 | 2) => cell({ n: 900, plan: 2_000, rules });
    expect(noiseIn(by(1), fact)).toBe(by(1).noise('group', fact));
    expect(noiseIn(by(2), fact)).toBe(by(2).noise('group', `${fact}~2`) + by(2).noise('group', 'investmentSuitable'));
  });

  it('has the noise of both under a condition too', () => {
    const whole = set({ n: 900, plan: 900, whole: true });
    const condition = { label: 'engaged', n: 700, base: flag(whole, headcount(whole), 'engaged', 700).count };
    expect(noiseIn(whole, 'opposite', condition)).toBe(
      whole.noise('group', 'engaged&opposite~2') - whole.noise('group', 'elder&engaged'),
    );
    // The elder is the condition itself, which has one number wherever it is published.
    expect(noiseIn(whole, 'signedIn', condition)).toBe(
      whole.noise('group', 'engaged&signedIn~2') + whole.noise('plan', 'engaged'),
    );
    // The fact implies the condition, so it keeps the number that it has without it.
    expect(noiseIn(whole, 'signedIn', { ...condition, impliedBy: new Set(['signedIn']) })).toBe(
      noiseIn(whole, 'signedIn'),
    );
  });

  it('is part of a value if it is a boundary that does not cancel out', () => {
    const noise = cumulative(['first', 'younger', 'third']);
    const has = (...places: number[]) => hasTwin(set(), noise, places);
    expect([has(0), has(1), has(2), has(3)]).toEqual([false, true, true, false]);
    expect([has(0, 1), has(1, 2), has(2, 3), has(0, 1, 2, 3)]).toEqual([true, false, true, false]);
  });
});

it('rounds halves up, below zero too', () => {
  expect([15_000, 14_999.999, -15_000, -15_000.001].map((value) => halfUp(value, 10_000))).toEqual([
    20_000, 10_000, -10_000, -20_000,
  ]);
});
