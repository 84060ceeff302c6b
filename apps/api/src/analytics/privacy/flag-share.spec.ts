import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSmall, shown, small, withheld } from './count-table.js';
import { flagShare, type FlagCounts } from './flag-share.js';

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
      share: { kind: 'about', percent: 53 },
    });
  });

  const below = { kind: 'below' };
  const atLeast = (percent: number) => ({ kind: 'atLeast', percent });
  const about = (percent: number) => ({ kind: 'about', percent });

  it.each<[string, [number, number, number], [string, string, string], object | null]>([
    ['everybody has it', [30, 0, 0], ['', '', ''], null],
    ['nobody has it', [0, 30, 0], ['', '', ''], null],
    ['it is known of nobody', [0, 0, 30], ['', '', ''], null],
    ['eleven have it, and that is everybody', [11, 0, 0], ['', '', ''], null],
    ['twelve lack it, and that is everybody', [0, 12, 0], ['', '', ''], null],
    ['it is not known of eleven, and that is everybody', [0, 0, 11], ['', '', ''], null],
    ['there are ten members at most', [3, 7, 0], ['<11', '<11', ''], null],
    ['twelve could only be one and eleven', [1, 11, 0], ['np', 'np', ''], null],
    ['thirteen leave two possibilities', [2, 11, 0], ['<11', 'np', ''], below],
    ['it is known of twelve, who could only be one and eleven', [1, 11, 40], ['np', 'np', ''], null],
    ['each is nobody or more than ten', [20, 30, 40], ['', '', ''], null],
    ['all of whom it is known have it', [30, 0, 12], ['', '', ''], null],
    ['all of whom it is known lack it, though they are twelve', [0, 12, 40], ['', '', ''], null],
    ['all of whom it is known have it, though they are twelve', [12, 0, 40], ['', '', ''], null],
    ['few have it, and it is not known of many', [5, 30, 40], ['<11', 'np', ''], below],
    ['few lack it, and it is not known of many', [30, 5, 40], ['np', '<11', ''], atLeast(71)],
    ['few have it, and it is not known of few', [5, 40, 3], ['<11', 'np', '<11'], below],
    ['few lack it, and it is not known of few', [40, 5, 3], ['np', '<11', '<11'], atLeast(73)],
    ['none has it, and it is not known of few', [0, 40, 3], ['', 'np', '<11'], about(0)],
    ['none has it of 23, and it is not known of few', [0, 20, 3], ['', 'np', '<11'], about(0)],
    ['none lacks it of 23, and it is not known of few', [20, 0, 3], ['np', '', '<11'], about(100)],
    ['none lacks it, and it is not known of few', [40, 0, 3], ['np', '', '<11'], about(100)],
    ['23 could only be eleven, eleven and one', [11, 11, 1], ['np', 'np', '<11'], null],
    ['the rest could only be eleven or twelve, and few', [11, 12, 1], ['np', 'np', '<11'], null],
    ['the rest leaves more possibilities', [11, 13, 1], ['', 'np', '<11'], about(48)],
    ['a rounded figure might be wrong by six points', [39, 20, 1], ['', 'np', '<11'], null],
  ])('where %s', (_, [yes, no, unknown], labels, share) => {
    const answer = flagShare({ yes, no, unknown });
    const told = [answer.yes, answer.no, answer.unknown].map((state) => ['', '<11', 'np'][state]);
    expect([told, answer.share]).toEqual([labels, share]);
  });

  it('never tells a count of one to ten members, whoever knows the headcount and every rule', () => {
    const keys = ['yes', 'no', 'unknown'] as const;
    const most = 70;
    const sameAnswers = new Map<string, FlagCounts[]>();
    for (let yes = 0; yes <= most; yes += 1)
      for (let no = 0; yes + no <= most; no += 1)
        for (let unknown = 0; yes + no + unknown <= most; unknown += 1) {
          const truth: FlagCounts = { yes, no, unknown };
          const all = yes + no + unknown;
          const answer = flagShare(truth);
          for (const key of keys) if (isSmall(truth[key])) expect(answer[key]).not.toBe(shown);
          if (isSmall(all)) continue;
          const told = keys.map((key) => (answer[key] === shown ? `= ${truth[key]}` : answer[key]));
          const said = JSON.stringify([all, told, answer.share]);
          sameAnswers.set(said, [...(sameAnswers.get(said) ?? []), truth]);
        }
    const given = [...sameAnswers].flatMap(([said, truths]) =>
      keys
        .filter((key) => truths.some((truth) => isSmall(truth[key])) && new Set(truths.map((t) => t[key])).size === 1)
        .map((key) => `${said} tells ${key}`),
    );
    expect(given).toEqual([]);
  });

  it('says of the share only what is true of it', () => {
    const count = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 1_000 }));
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
