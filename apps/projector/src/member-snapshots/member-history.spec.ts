import { describe, expect, it } from 'vitest';
import { applyMemberFact, emptyHistory, membershipAt, stillIn, type MemberFactRow } from './member-history.js';

const fact = (event_type: string, plan_id: string, company_id: string, on_day: string | null = null) =>
  ({ event_type, plan_id, company_id, category_id: '', on_day, exited_on: null }) as MemberFactRow;

describe('the employer in a row of a plan', () => {
  const history = emptyHistory();
  applyMemberFact(history, fact('MemberRegistered', 'F.OLD', 'F.OLD-1'));
  applyMemberFact(history, fact('MemberMoved', 'F.OLD', 'F.OLD-2', '2025-03-10'));
  applyMemberFact(history, fact('MemberMoved', 'F.NEW', 'F.NEW-1', '2025-06-15'));
  const employer = (plan: string, asAt: string) => membershipAt(history, plan, asAt).companyId;

  it('is the one of that month', () => {
    expect(employer('F.OLD', '2025-02-28')).toBe('F.OLD-1');
    expect(employer('F.OLD', '2025-03-31')).toBe('F.OLD-2');
    expect(employer('F.NEW', '2025-06-30')).toBe('F.NEW-1');
  });

  it('is never one of another plan, before the move or after it', () => {
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

  it('is still in the old one in the month of the move, unless that was its first day', () => {
    expect(stillIn(movedOn('2025-06-15'), 'F.OLD', '2025-06-01')).toBe(true);
    expect(stillIn(movedOn('2025-06-01'), 'F.OLD', '2025-06-01')).toBe(false);
    expect(stillIn(movedOn('2025-06-01'), 'F.NEW', '2025-06-01')).toBe(true);
  });

  it('moved on the corrected day, be it earlier or later', () => {
    expect(stillIn(movedOn('2025-06-15', '2025-04-01'), 'F.OLD', '2025-05-01')).toBe(false);
    expect(stillIn(movedOn('2025-04-01', '2025-06-15'), 'F.OLD', '2025-05-01')).toBe(true);
    expect(membershipAt(movedOn('2025-06-15', '2025-04-01'), 'F.NEW', '2025-04-30').companyId).toBe('F.NEW-1');
  });
});
