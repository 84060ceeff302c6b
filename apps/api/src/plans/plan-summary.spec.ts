import { changeBetween } from '@superscope/contracts/change-between';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summaryOf } from './plan-summary.js';
import type { PublishedRow } from './published-rows.js';

const plan = { id: 'T.K1', name: 'Kestrel', platform: 'Tallowood', closedOn: null, payroll: null };
const months = { base: '2025-10', newest: '2026-10' };
const row = (value: number | null, margin: number | null = null): PublishedRow => ({
  text: () => null,
  figure: () => ({ value, because: value === null ? 'np' : null, least: null, margin }),
});

describe('The change of a plan’s score in the table of plans', () => {
  it('is the one that the plan’s own cards tell of the same two scores', () => {
    const stars = fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(stars, stars, fc.option(stars), (from, to, margin) => {
        const { change } = summaryOf(plan, { months, base: row(from), newest: row(to, margin), shares: [] });
        expect(change).toEqual({ ...changeBetween(from, to, margin), since: '2025-10' });
      }),
    );
  });

  it('is none where a score is not published, or there is no month to compare with', () => {
    const of = (from: number | null, to: number | null, base = months.base) =>
      summaryOf(plan, { months: { ...months, base }, base: row(from), newest: row(to), shares: [] }).change;
    expect(of(null, 3)).toBeNull();
    expect(of(3, null)).toBeNull();
    expect(of(3, 3, months.newest)).toBeNull();
  });
});
