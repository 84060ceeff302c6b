import { never } from '@superscope/contracts/read-models/member-snapshots';
import type { CountedBy } from '@superscope/domain/member/membership-dates';
import { referenceFigures } from '@superscope/domain/scoring/typical-member';
import { describe, expect, it } from 'vitest';
import { deriveMemberMonth } from './derive-member-month.js';
import {
  applyActivity,
  applyMemberFact,
  emptyHistory,
  type ActivityRow,
  type MemberFactRow,
} from '../plan-facts/member-history.js';
import {
  SnapshotWindow,
  snapshotFromValues,
  snapshotPositionColumns,
  type StoredSnapshot,
} from '../plan-facts/snapshot-position.js';

const snapshotOf = (month: string, of: Partial<StoredSnapshot> = {}): StoredSnapshot => ({
  ...snapshotFromValues(snapshotPositionColumns.map(() => null)),
  month,
  memberId: 'm1',
  ...of,
});

/** The row of the last of these snapshots' months. */
const rowOf = (
  snapshots: readonly StoredSnapshot[],
  history = emptyHistory(),
  month = snapshots.at(-1)!.month,
  countedBy: CountedBy = 'dates',
) => {
  const window = new SnapshotWindow();
  for (const snapshot of snapshots) window.add(snapshot);
  const year = window.of('m1');
  const of = { planId: 'F.P1', month, snapshot: snapshots.at(-1)!, history, year, holdingsGrowthPercent: null };
  return deriveMemberMonth({ ...of, countedBy }, referenceFigures, '1');
};

describe('the last sign-in of a month', () => {
  const april = snapshotOf('2021-04', { lastLogin: '2021-04-28' });

  it('is that of the month’s file', () => {
    expect(rowOf([april]).last_sign_in_on).toBe('2021-04-28');
    expect(rowOf([snapshotOf('2021-04')]).last_sign_in_on).toBe(never);
  });

  it('stays that of an earlier file if the month’s own has none, or one after the month’s end', () => {
    expect(rowOf([april, snapshotOf('2021-05')]).last_sign_in_on).toBe('2021-04-28');
    expect(rowOf([april, snapshotOf('2021-05', { lastLogin: '2021-06-02' })]).last_sign_in_on).toBe('2021-04-28');
  });

  it('counts from its own month on if an earlier month’s file had it', () => {
    const may = snapshotOf('2021-05', { lastLogin: '2021-06-02' });
    expect(rowOf([april, may, snapshotOf('2021-06')]).last_sign_in_on).toBe('2021-06-02');
    expect(rowOf([april, may], emptyHistory(), '2021-06').last_sign_in_on).toBe('2021-06-02');
  });

  it('may be one that was recorded separately', () => {
    const history = emptyHistory();
    const signedIn = { event_type: 'SignedIn', effective_date: '2021-04-30', revision: 1, valid: 2 };
    applyActivity(history, signedIn as ActivityRow);
    expect(rowOf([april], history).last_sign_in_on).toBe('2021-04-30');
  });
});

describe('an action', () => {
  const of = {
    totalAssetsOwnedCents: 100_000_00,
    salaryCents: 80_000_00,
    deathCoverCents: 0,
    growthExposurePercent: 80,
  };
  const born = (birth_month: string) => {
    const history = emptyHistory();
    applyMemberFact(history, { event_type: 'MemberRegistered', birth_month, gender: 'Female' } as MemberFactRow);
    return history;
  };

  it('that concerns a member is in their row with its gain', () => {
    const row = rowOf([snapshotOf('2021-06', { ...of, beneficiaryNominationType: 'None' })], born('1981-03'));
    expect(row).toMatchObject({
      gain_nominate_beneficiary: 1_000_000,
      gain_make_nomination_binding: null,
      gain_lift_life_cover: 1_000_000,
      gain_bring_super_together: null,
    });
  });

  it('has an unknown gain if the member has no score', () => {
    const row = rowOf([snapshotOf('2021-06', { beneficiaryNominationType: 'None' })]);
    expect(row).toMatchObject({ score: null, gain_nominate_beneficiary: null });
  });
});

describe('a date of birth after the month', () => {
  it('leaves the age unknown', () => {
    const history = emptyHistory();
    applyMemberFact(history, { event_type: 'MemberRegistered', birth_month: '2025-03' } as MemberFactRow);
    expect(rowOf([snapshotOf('2024-06')], history)).toMatchObject({
      age: null,
      age_group: 'Unknown',
      birth_group: 'Unknown',
    });
  });
});

describe('a day of joining or leaving before 1970', () => {
  const historyOf = (joined_on: string | null, exited_on: string | null = null) => {
    const history = emptyHistory();
    applyMemberFact(history, { event_type: 'MemberRegistered', joined_on, exited_on } as MemberFactRow);
    return history;
  };

  it('is that day, and the years since count', () => {
    expect(rowOf([snapshotOf('1974-06')], historyOf('1965-03-04', '1968-12-31'))).toMatchObject({
      joined_on: '1965-03-04',
      exited_on: '1968-12-31',
      time_in_plan: '6 - 10 years',
      joined: 0,
      exited: 0,
    });
  });

  it('is not mistaken for the first month of 1970, and a missing day stays missing', () => {
    const january = snapshotOf('1970-01');
    expect(rowOf([january], historyOf('1965-03-04', '1968-12-31'))).toMatchObject({ joined: 0, exited: 0 });
    expect(rowOf([january], historyOf('1970-01-01'))).toMatchObject({ joined: 1, joined_on: '1970-01-01' });
    expect(rowOf([january], historyOf(null))).toMatchObject({ joined: 0, joined_on: null, exited_on: null });
  });
});

describe('a day of leaving', () => {
  const history = emptyHistory();
  applyMemberFact(history, { event_type: 'MemberRegistered', exited_on: '2024-06-30' } as MemberFactRow);
  const exited = (month: string, countedBy?: CountedBy) => rowOf([snapshotOf(month)], history, month, countedBy).exited;

  it('that is a month’s last one belongs to the next month, in which the member no longer counts', () => {
    expect([exited('2024-06'), exited('2024-07')]).toEqual([0, 1]);
  });

  it('belongs to its own month where members count by the rows of files', () => {
    expect([exited('2024-06', 'files'), exited('2024-07', 'files')]).toEqual([1, 0]);
  });
});

describe('flows of a snapshot', () => {
  it('are not counted again in a month that it is carried into', () => {
    const june = snapshotOf('2024-06', { feesCents: 1_500, totalAssetsOwnedCents: 100_000 });
    expect(rowOf([june])).toMatchObject({ fees_cents: 1_500, total_assets_owned_cents: 100_000 });
    const july = rowOf([june], emptyHistory(), '2024-07');
    expect(july).toMatchObject({ month: '2024-07-01', balance_as_at: '2024-06-30' });
    expect(july).toMatchObject({ fees_cents: null, total_assets_owned_cents: 100_000 });
  });

  it('of the financial year keep their pace in a month without a file', () => {
    const months = ['2024-07', '2024-08', '2024-09'].map((month) =>
      snapshotOf(month, { employerContributionsCents: 2_250_00, salarySacrificeCents: 0 }),
    );
    // 90 % of the cap of $30,000 in a year, and 67.5 % of it if October counted as a month without contributions.
    expect(rowOf(months)).toMatchObject({ approaching_concessional_cap: 1 });
    expect(rowOf(months, emptyHistory(), '2024-10')).toMatchObject({ approaching_concessional_cap: 1 });
  });
});
