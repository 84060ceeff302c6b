import { describe, expect, it } from 'vitest';
import { cell, withheldCell } from '../../../portal/analytics/result';
import { headcountOf, tiedText } from './tied-parts';

describe('parts of a whole beside the published headcount', () => {
  it('are tied to it where they add up to another number', () => {
    expect(tiedText([cell(640), cell(651)], cell(1288))).toBe(
      'Together 1,291, beside a headcount of 1,288: each figure is adjusted by itself.',
    );
  });

  it('need no words where they agree', () => {
    expect(tiedText([cell(640), cell(648)], cell(1288))).toBeNull();
  });

  it('are not added up where one of them is not published', () => {
    expect(tiedText([cell(640), withheldCell('<11')], cell(1288))).toBeNull();
    expect(tiedText([cell(640), cell(648)], withheldCell('np'))).toBeNull();
  });

  it('stand beside the headcount of their own month', () => {
    const trend = { cells: [cell(1280), cell(1288)], months: ['2026-06', '2026-09'] };
    expect(headcountOf(trend, '2026-06').value).toBe(1280);
    expect(headcountOf(trend, '2026-07').value).toBeNull();
    expect(headcountOf(trend, null).value).toBeNull();
  });
});
