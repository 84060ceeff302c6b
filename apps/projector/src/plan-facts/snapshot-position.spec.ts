import { shiftMonth } from '@superscope/domain/calendar-dates';
import { describe, expect, it } from 'vitest';
import { SnapshotWindow, type StoredSnapshot } from './snapshot-position.js';

const row = (month: string) => ({ month, memberId: 'm1' }) as StoredSnapshot;
const monthsAfter = (months: readonly string[]): string[] => {
  const window = new SnapshotWindow();
  for (const month of months) window.add(row(month));
  return window.of('m1').map(({ month }) => month);
};

describe("the snapshots of a member's year", () => {
  it('are those of the twelve months up to the newest', () => {
    const months = Array.from({ length: 15 }, (_, i) => shiftMonth('2024-01', i));
    expect(monthsAfter(months)).toEqual(months.slice(3));
  });

  it('leave out snapshots before a year of absence, wherever reading began', () => {
    expect(monthsAfter(['2023-01', '2024-06', '2024-07'])).toEqual(['2024-06', '2024-07']);
    expect(monthsAfter(['2023-08', '2024-07'])).toEqual(['2023-08', '2024-07']);
  });
});
