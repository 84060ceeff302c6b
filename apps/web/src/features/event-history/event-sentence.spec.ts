import { eventFilter, type EventDetail } from '@superscope/contracts/event-history';
import { describe, expect, it } from 'vitest';
import { event, memberId } from './event-history.fixtures';
import { eventSentence, sentences } from './event-sentence';

const users = [{ userId: 'u1', name: 'Helen Marchetti' }];
const plan = { id: 'T.K1', name: 'Kestrel Super Plan' };
const said = (type: string, data: object, more: Parameters<typeof event>[0] = {}) =>
  eventSentence({ event: event({ type, ...more }), plan, data }, users);

describe('an event in words', () => {
  it('says who recorded what, for whom and for which day', () => {
    expect(said('PotentialConsolidationVerified', { memberId, effectiveDate: '2026-11-25' })).toBe(
      'Helen Marchetti recorded a verified consolidation for member 0b8f6a3e, for 25/11/2026',
    );
  });

  it('names the member once personal fields are shown, and never while they are hidden', () => {
    const named = (surname: string) => said('MemberDetailsRevised', { personal: { surname } });
    expect(named('Lindgren')).toBe('Helen Marchetti revised the details of Lindgren');
    expect(named('Hidden')).toBe('Helen Marchetti revised the details of member 0b8f6a3e');
  });

  it('tells a nomination that is not valid from one that is', () => {
    const of = (valid: boolean) => said('BeneficiaryNominationValidated', { valid, effectiveDate: '2026-11-25' });
    expect(of(true)).toContain('a validated nomination');
    expect(of(false)).toContain('a nomination that is not valid');
  });

  it('says what the product itself did', () => {
    const own = { actor: 'system', role: 'System', memberId: null };
    expect(said('MonthClosed', { month: '2026-10' }, own)).toBe('Superscope itself closed Oct 2026');
  });

  it('counts the rows of an import, and names its month and plan', () => {
    expect(said('MemberSnapshotsCompleted', { month: '2026-07', rows: 1281 }, { memberId: null })).toBe(
      'Helen Marchetti completed the import of the snapshots of Jul 2026 of Kestrel Super Plan, 1,281 rows',
    );
  });

  it('says from which role to which a user was changed, as far as the stream says so', () => {
    const of = (fields: NonNullable<EventDetail['state']>['fields']) =>
      eventSentence(
        {
          event: event({ type: 'UserDetailsRevised' }),
          plan: null,
          data: { userId: 'dana', role: 'Auditor' },
          state: { fields, unchanged: 3, isCut: false },
        },
        users,
      );
    const role = { path: ['registration', 'role'], before: 'Staff', after: 'Auditor' };
    expect(of([role])).toBe('Helen Marchetti changed the role of dana from Staff to Auditor');
    expect(of([{ ...role, path: ['registration', 'oneCentral'] }])).toBe('Helen Marchetti revised the user dana');
    expect(said('UserDetailsRevised', { userId: 'dana', role: 'Auditor' })).toBe(
      'Helen Marchetti revised the user dana',
    );
  });

  it('falls back to the name of a kind without a sentence', () => {
    expect(said('PlanFlyerRemoved', {})).toBe('Helen Marchetti recorded: plan flyer removed');
  });

  it('has sentences for kinds that exist only', () => {
    const unknown = Object.keys(sentences).filter((type) => !eventFilter.safeParse({ type }).success);
    expect(unknown).toEqual([]);
  });
});
