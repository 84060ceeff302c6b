import { describe, expect, it } from 'vitest';
import { editionOf } from './edition.js';

const plan = { publishedAt: [], secondRulesSince: '', said: [], companiesAt: [] };
const none = { ...plan, closedAt: null, importedAt: [] };
const published = { rules: 2, payroll: 'one company' };
const closedAt = '2024-07-08';

describe('an edition of a plan-month', () => {
  it('is not made while the month is open, or for a month without its own import', () => {
    expect(editionOf({ ...none, importedAt: ['2024-07-02'] })).toBeNull();
    expect(editionOf({ ...none, closedAt, publishedAt: ['2024-07-09'] })).toBeNull();
  });

  it('counts imports and publications before the closing', () =>
    expect(
      editionOf({ ...plan, closedAt, importedAt: ['2024-07-02', '2024-07-05'], publishedAt: ['2024-07-06'] }),
    ).toEqual({
      edition: 1,
      recordedBy: closedAt,
      closedAt,
      ...published,
    }));

  it('is made when the snapshots are complete, if that is later', () =>
    expect(editionOf({ ...none, closedAt, importedAt: ['2024-08-02'] })).toEqual({
      edition: 1,
      recordedBy: '2024-08-02',
      closedAt: '2024-08-02',
      ...published,
    }));

  it('is replaced after each later import and publication, and counts everything recorded by the newest of them', () =>
    expect(
      editionOf({
        ...plan,
        closedAt,
        importedAt: ['2024-07-20', '2024-07-02'],
        publishedAt: ['2024-09-01', '2024-07-01'],
      }),
    ).toEqual({ edition: 3, recordedBy: '2024-09-01', closedAt, ...published }));

  it('is not replaced after an import or a publication of the same instant', () =>
    expect(editionOf({ ...plan, closedAt, importedAt: [closedAt], publishedAt: [closedAt] })).toEqual({
      edition: 1,
      recordedBy: closedAt,
      closedAt,
      ...published,
    }));
});
