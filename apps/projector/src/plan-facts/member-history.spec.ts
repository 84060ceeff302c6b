import { describe, expect, it } from 'vitest';
import {
  applyActivity,
  applyMemberFact,
  emptyHistory,
  hasMoved,
  latestOn,
  membershipAt,
  type ActivityRow,
  type MemberFactRow,
} from './member-history.js';

const fact = (event_type: string, plan_id: string, company_id: string, on_day: string | null = null) =>
  ({ event_type, plan_id, company_id, category_id: '', on_day, exited_on: null }) as MemberFactRow;

describe('the employer in a row of a plan', () => {
  const history = emptyHistory();
  applyMemberFact(history, fact('MemberRegistered', 'F.OLD', 'F.OLD-1'));
  applyMemberFact(history, fact('MemberMoved', 'F.OLD', 'F.OLD-2', '2025-03-10'));
  applyMemberFact(history, fact('MemberMoved', 'F.NEW', 'F.NEW-1', '2025-06-15'));
  const employer = (plan: string, asAt: string) => membershipAt(history, plan, asAt).companyId;

  it('is that of the month', () => {
    expect(employer('F.OLD', '2025-02-28')).toBe('F.OLD-1');
    expect(employer('F.OLD', '2025-03-31')).toBe('F.OLD-2');
    expect(employer('F.NEW', '2025-06-30')).toBe('F.NEW-1');
  });

  it('is never an employer of another plan, before or after a move', () => {
    expect(employer('F.NEW', '2025-05-31')).toBe('F.NEW-1');
    expect(employer('F.OLD', '2025-07-31')).toBe('F.OLD-2');
    expect(employer('F.OTHER', '2025-07-31')).toBe('');
  });
});

describe('a member who moved to another plan', () => {
  const movedOn = (...days: string[]) => {
    const history = emptyHistory();
    applyMemberFact(history, fact('MemberRegistered', 'F.OLD', 'F.OLD-1'));
    for (const day of days) applyMemberFact(history, fact('MemberMoved', 'F.NEW', 'F.NEW-1', day));
    return history;
  };

  it('has moved from the day of the move on, and only away from the old plan', () => {
    expect(hasMoved(movedOn('2025-06-15'), 'F.OLD', '2025-06-01')).toBe(false);
    expect(hasMoved(movedOn('2025-06-01'), 'F.OLD', '2025-06-01')).toBe(true);
    expect(hasMoved(movedOn('2025-06-01'), 'F.NEW', '2025-06-01')).toBe(false);
  });

  it('moved on the corrected day, be it earlier or later', () => {
    expect(hasMoved(movedOn('2025-06-15', '2025-04-01'), 'F.OLD', '2025-05-01')).toBe(true);
    expect(hasMoved(movedOn('2025-04-01', '2025-06-15'), 'F.OLD', '2025-05-01')).toBe(false);
    expect(membershipAt(movedOn('2025-06-15', '2025-04-01'), 'F.NEW', '2025-04-30').companyId).toBe('F.NEW-1');
  });
});

describe('an activity that was recorded by hand', () => {
  const day = '2025-06-15';
  const row = (event_type: string, revision: number, event_id: string, valid: ActivityRow['valid'] = 2) =>
    ({ member_id: 'm', event_type, effective_date: day, revision, valid, reason: '', event_id }) as ActivityRow;
  const folded = (...rows: ActivityRow[]) => {
    const history = emptyHistory();
    for (const each of rows) applyActivity(history, each);
    return history;
  };
  const consulted = (...rows: ActivityRow[]) => latestOn(folded(...rows), ['ConsultationPerformed'], '2025-06-30');

  it('counts until it is withdrawn', () => {
    const recorded = row('ConsultationPerformed', 1, 'm_a');
    expect(consulted(recorded)).toBe(day);
    expect(consulted(recorded, row('MemberEventWithdrawn', 2, 'm_a'))).toBeNull();
    expect(consulted(recorded, row('MemberEventWithdrawn', 2, 'm_b'))).toBe(day);
  });

  it('does not affect an imported activity of the same day when it is withdrawn', () => {
    const [imported, recorded] = [row('ConsultationPerformed', 1, ''), row('ConsultationPerformed', 2, 'm_a')];
    expect(consulted(imported, recorded, row('MemberEventWithdrawn', 3, 'm_a'))).toBe(day);
  });

  it('removes only its own validation when it is withdrawn', () => {
    const validated = (revision: number, eventId: string, valid: 0 | 1) =>
      row('BeneficiaryNominationValidated', revision, eventId, valid);
    const rows = [validated(1, 'm_a', 1), validated(2, 'm_b', 0), row('MemberEventWithdrawn', 3, 'm_b')];
    expect(folded(...rows).validations).toEqual([{ on: day, revision: 1, valid: true }]);
  });
});
