import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  effectOf,
  isClear,
  othersOf,
  publishedEffect,
  shareOf,
  type Acted,
  type Effect,
  type TwinCounts,
} from './campaign-effect.js';
import { figure, withheld, type Published } from './published.js';

const group = (concerned: number, acted: number): Acted<number> => ({ concerned, acted });
const published = (concerned: number, acted: Published | number): Acted<Published> => ({
  concerned: figure(concerned),
  acted: typeof acted === 'number' ? figure(acted) : acted,
});
const width = ({ low, high }: Effect) => high - low;

describe('the effect of a campaign', () => {
  it('is the share of recipients who acted less that of the others', () => {
    const effect = effectOf(group(500, 100), group(500, 20))!;
    expect(effect.points).toBe(16);
    // The difference of two shares with 504 members each has a margin of 1.96 x 2.0 points.
    expect(effect.low).toBeCloseTo(12, 0);
    expect(effect.high).toBeCloseTo(20, 0);
    expect(isClear(effect)).toBe(true);
  });

  it('is not clear if it may be due to chance', () => {
    expect(isClear(effectOf(group(60, 6), group(60, 2))!)).toBe(false);
    expect(isClear(effectOf(group(60, 0), group(60, 0))!)).toBe(false);
  });

  it('lies within its interval, which is narrower the more members there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 11, max: 500 }), fc.integer({ min: 11, max: 500 }), fc.nat(11), (r, o, acted) => {
        const effect = effectOf(group(r, acted), group(o, acted))!;
        expect(effect.low).toBeLessThanOrEqual(effect.points);
        expect(effect.high).toBeGreaterThanOrEqual(effect.points);
        const more = effectOf(group(10 * r, 10 * acted), group(10 * o, 10 * acted))!;
        expect(width(more)).toBeLessThanOrEqual(width(effect));
      }),
    );
  });

  it('does not exist if nobody or everybody was contacted', () => {
    expect(effectOf(group(0, 0), group(60, 3))).toBeNull();
    expect(effectOf(group(60, 3), group(0, 0))).toBeNull();
  });
});

describe('an employer reads', () => {
  it('the others as all members less the recipients, and an interval that includes the noise', () => {
    const [all, recipients] = [published(1000, 120), published(500, 100)];
    const others = othersOf(all, recipients);
    expect([others.concerned.value, others.acted.value]).toEqual([500, 20]);
    const { points, effect } = publishedEffect(all, recipients);
    expect(points).toEqual(figure(16));
    expect(width(effect!)).toBeGreaterThan(width(effectOf(group(500, 100), group(500, 20))!));
  });

  it('a wider interval if counts have the noise of two draws', () => {
    const [all, recipients] = [published(1000, 120), published(500, 100)];
    const none = { concerned: false, acted: false };
    const widthOf = (twins?: TwinCounts) => width(publishedEffect(all, recipients, twins).effect!);
    expect(widthOf({ all: none, recipients: none })).toBe(widthOf());
    expect(widthOf({ all: { ...none, acted: true }, recipients: none })).toBeGreaterThan(widthOf());
    expect(widthOf({ all: none, recipients: { ...none, acted: true } })).toBeGreaterThan(widthOf());
  });

  it('a rounded effect if fewer than about 11 acted, which may be 0 to 10', () => {
    const { points, effect } = publishedEffect(published(1000, 60), published(500, withheld('<11')));
    // The others are 50 to 60 of 500.
    expect(points).toEqual(figure(-10, { rounded: true }));
    expect(effect!.low).toBeLessThan(-12);
    expect(effect!.high).toBeGreaterThan(-8);
  });

  it('no effect if a group is not published, or fewer than 11 are left', () => {
    const none = { points: withheld('np'), effect: null };
    expect(publishedEffect(published(505, 60), published(500, 50))).toEqual(none);
    expect(publishedEffect(published(500, 60), { concerned: withheld('np'), acted: withheld('np') })).toEqual(none);
    expect(publishedEffect(published(500, 60), published(200, withheld('np')))).toEqual(none);
  });

  it('shares of published counts', () => {
    expect(shareOf(published(500, 100)).value).toBe(20);
    expect(shareOf(published(500, withheld('<11'))).because).toBe('<11');
    expect(shareOf({ concerned: withheld('np'), acted: figure(20) }).because).toBe('np');
  });
});
