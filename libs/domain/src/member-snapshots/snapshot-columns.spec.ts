import { expect, it } from 'vitest';
import { snapshotColumnNames, snapshotRow, storedColumn, storedSnapshotRow } from './snapshot-columns.js';

it('keeps the order in which rows are stored', () => {
  expect(snapshotColumnNames.map(storedColumn)).toEqual([
    'salary_cents',
    'total_assets_owned_cents',
    'employer_contributions_cents',
    'salary_sacrifice_cents',
    'personal_contributions_cents',
    'fees_cents',
    'insurance_premium_cents',
    'death_cover_cents',
    'tpd_cover_cents',
    'sci_cover_cents',
    'death_premium_cents',
    'tpd_premium_cents',
    'sci_premium_cents',
    'risk_profile_name',
    'growth_exposure_percent',
    'lifecycle_investment',
    'beneficiary_nomination_type',
    'nomination_date',
    'nomination_lapsing',
    'last_login',
  ]);
});

it('makes a row from named values, with null for missing ones', () => {
  const row = snapshotRow('m1', { lastLogin: '2026-01-10', salary: 8_000_000, nominationLapsing: false });
  expect(row.slice(0, 3)).toEqual(['m1', 8_000_000, null]);
  expect(row.slice(-2)).toEqual([false, '2026-01-10']);
  expect(storedSnapshotRow(row)).toBe(true);
});

it('accepts a stored row with additional columns, and refuses one that is too short or holds a wrong type', () => {
  const row: unknown[] = [...snapshotRow('m1', {})];
  expect(storedSnapshotRow([...row, 'a later column'])).toBe(true);
  for (const broken of [row.slice(0, -1), ['', ...row.slice(1)], ['m1', '80000', ...row.slice(2)], { ...row }])
    expect(storedSnapshotRow(broken), JSON.stringify(broken)).toBe(false);
});
