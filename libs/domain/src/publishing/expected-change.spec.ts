import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cell } from './cell.js';
import { changeByShare, expectedChange, meanGain, sharesTogether } from './expected-change.js';
import { flag, headcount } from './publish.js';
import { figure, isFigure, withheld } from './published.js';
import { testSecret } from './test-secret.fixture.js';

const plan = (n: number, key = 77n) =>
  new Cell(testSecret, { key, n, plan: n, month: '2026-09', edition: 1, whole: true, rules: 2 });
const whole = (n: number, concerned: number, key?: bigint) => {
  const cell = plan(n, key);
  return {
    cell,
    members: headcount(cell),
    counted: { ...flag(cell, headcount(cell), 'none', concerned), n: concerned },
  };
};
const stars = (have: number, each: number) => ({
  have,
  nonzero: have,
  total: have * each * 1e6,
  lowest: each * 1e6,
  highest: each * 1e6,
});

describe('the expected change of a plan’s score', () => {
  it('is the mean gain of the members concerned times their share of the plan', () => {
    const { cell, members, counted } = whole(1000, 300);
    const gain = meanGain(cell, counted, 'gain:none', stars(300, 1));
    expect(gain.value).toBe(1);
    const change = expectedChange(gain, counted, members);
    expect(change.value).toBe(Math.round(counted.count.value! / 10) / 100);
    expect(Math.abs(change.value! - 0.3)).toBeLessThanOrEqual(0.02);
  });

  it('is never published if the number concerned is not', () => {
    const drawn = fc
      .integer({ min: 11, max: 400 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n })));
    fc.assert(
      fc.property(drawn, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), ([n, k], key) => {
        const { cell, members, counted } = whole(n, k, key);
        const gain = meanGain(cell, counted, 'gain:none', stars(k, 1));
        const change = expectedChange(gain, counted, members);
        expect(isFigure(gain)).toBe(isFigure(counted.share));
        expect(isFigure(change)).toBe(isFigure(counted.share));
        if (!isFigure(change)) return;
        expect(Math.min(k, n - k)).toBeGreaterThanOrEqual(11);
        if (n < 50) expect(change.rounded).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('does not reveal whether at least 11 of the members concerned have a score', () => {
    const isTold = (scored: number, key: bigint) => {
      const { cell, counted } = whole(1000, 300, key);
      return isFigure(meanGain(cell, counted, 'gain:none', stars(scored, 1)));
    };
    const keys = Array.from({ length: 60 }, (_, i) => BigInt(1000 + i));
    expect(keys.some((key) => isTold(10, key))).toBe(false);
    const told = keys.filter((key) => isTold(12, key)).length;
    expect(told).toBeGreaterThan(15);
    expect(told).toBeLessThan(55);
    expect(keys.every((key) => isTold(60, key))).toBe(true);
  });

  it('of a plan of 8 is withheld, like the number concerned', () => {
    const { cell, members, counted } = whole(8, 5);
    const gain = meanGain(cell, counted, 'gain:none', stars(5, 1));
    expect([counted.count.value, counted.share.value, expectedChange(gain, counted, members).value]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('of a plan of 25 is rounded, from a share in whole tens', () => {
    const { cell, members, counted } = whole(25, 13);
    const gain = meanGain(cell, counted, 'gain:none', stars(13, 1));
    const change = expectedChange(gain, counted, members);
    expect(change.rounded).toBe(true);
    expect((change.value! * 100) % 10).toBe(0);
  });

  it('hides the gain of a single member', () => {
    const gains = { have: 40, nonzero: 40, total: 40 * 300_000, lowest: 100_000, highest: 1_000_000 };
    const answers = Array.from({ length: 40 }, (_, i) => {
      const { cell, counted } = whole(200, 40, BigInt(i));
      return meanGain(cell, counted, 'gain:cover', gains).value!;
    });
    expect(Math.max(...answers) - Math.min(...answers)).toBeGreaterThan(0.1);
  });
});

describe('the change if as many act as after earlier campaigns', () => {
  it('is the expected change times the share who acted', () => {
    expect(changeByShare(figure(0.4), figure(25))).toEqual(figure(0.1));
    expect(changeByShare(figure(0.4), figure(30, { rounded: true })).rounded).toBe(true);
    expect(changeByShare(figure(0.4), withheld('<11')).because).toBe('<11');
    expect(changeByShare(withheld('np'), figure(25)).because).toBe('np');
  });

  it('weighs each campaign by the members whom it concerned', () => {
    expect(
      sharesTogether([
        { of: figure(100), share: figure(10) },
        { of: figure(300), share: figure(30) },
      ]),
    ).toEqual(figure(25));
  });

  it('counts fewer than about 11 as 5, so that unsuccessful campaigns lower it, and is then rounded', () => {
    expect(
      sharesTogether([
        { of: figure(100), share: figure(20) },
        { of: figure(100), share: withheld('<11') },
      ]),
    ).toEqual(figure(13, { rounded: true }));
  });

  it('is withheld if the share of every campaign is', () => {
    expect(sharesTogether([]).because).toBe('np');
    expect(sharesTogether([{ of: withheld('np'), share: figure(10) }]).because).toBe('np');
    expect(sharesTogether([{ of: figure(60), share: withheld('<11') }]).because).toBe('<11');
  });

  it('is rounded if few of very many acted', () => {
    const few = { of: figure(400), share: withheld('<11') };
    expect(sharesTogether([few, few])).toEqual(figure(1, { rounded: true }));
  });
});
