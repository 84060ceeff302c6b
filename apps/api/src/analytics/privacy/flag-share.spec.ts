import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSmall, shown, small, withheld } from './count-table.js';
import { flagShare, type FlagCounts } from './flag-share.js';
import { boundsOf } from './plane-audit.js';

describe("a flag's own share", () => {
  it('is told as it is with eleven and more on either side', () => {
    expect(flagShare({ yes: 11, no: 30, unknown: 0 })).toEqual({ yes: shown, no: shown, unknown: shown, share: null });
  });

  it('is "<11" for one to ten members with the flag', () => {
    expect(flagShare({ yes: 4, no: 30, unknown: 0 })).toMatchObject({
      yes: small,
      no: withheld,
      share: { kind: 'below' },
    });
  });

  it('is "at least x %" for one to ten without it, rounded down', () => {
    expect(flagShare({ yes: 95, no: 2, unknown: 0 })).toMatchObject({
      yes: withheld,
      no: small,
      share: { kind: 'atLeast', percent: 89 },
    });
  });

  it('says nothing where it is known of one to ten members', () => {
    expect(flagShare({ yes: 3, no: 5, unknown: 90 })).toMatchObject({
      yes: small,
      no: small,
      unknown: withheld,
      share: null,
    });
  });

  it('stays a rounded figure where it is not known of a few, whose number the exact one would tell', () => {
    expect(flagShare({ yes: 50, no: 47, unknown: 3 })).toEqual({
      yes: shown,
      no: withheld,
      unknown: small,
      share: { kind: 'about', percent: 52 },
    });
  });

  it('never tells any of its three counts of one to ten members', () => {
    const count = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 11, max: 60 }));
    fc.assert(
      fc.property(count, count, count, (yes, no, unknown) => {
        const truth: FlagCounts = { yes, no, unknown };
        const answer = flagShare(truth);
        const all = yes + no + unknown;
        const keys = ['yes', 'no', 'unknown'] as const;
        for (const key of keys) if (isSmall(truth[key])) expect(answer[key]).not.toBe(shown);
        if (isSmall(all)) return;
        // All triples that fit what is published: the headcount, the shown counts and the labels of the others.
        const range = (key: (typeof keys)[number]) => {
          if (answer[key] === shown) return [truth[key]];
          const [low, high] = boundsOf(answer[key], 11);
          // A withheld count may stand for a small one too, where its label would have told it.
          const from = answer[key] === withheld ? 1 : low;
          return Array.from({ length: Math.min(high, all) - from + 1 }, (_, i) => from + i);
        };
        const fits = { yes: new Set<number>(), no: new Set<number>(), unknown: new Set<number>() };
        for (const y of range('yes'))
          for (const n of range('no')) {
            const u = all - y - n;
            if (!range('unknown').includes(u)) continue;
            fits.yes.add(y);
            fits.no.add(n);
            fits.unknown.add(u);
          }
        for (const key of keys) if (isSmall(truth[key])) expect(fits[key].size).toBeGreaterThan(1);
      }),
    );
  });

  it('says of the share only what is true of it', () => {
    const count = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(count, count, count, (yes, no, unknown) => {
        const { share } = flagShare({ yes, no, unknown });
        const exact = (100 * yes) / (yes + no);
        if (share?.kind === 'below') expect(yes).toBeLessThan(11);
        if (share?.kind === 'atLeast') expect(exact).toBeGreaterThanOrEqual(share.percent);
        if (share?.kind === 'about') expect(Math.abs(exact - share.percent)).toBeLessThanOrEqual(5);
      }),
    );
  });
});
