import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder } from '../event.js';
import { given } from '../given.js';
import { jo, left, moved, registered } from './jo.fixture.js';
import type { MemberActivity, MemberEvent } from './member.events.js';
import { memberStream, recordActivity, requestContact } from './member.js';

describe('a request for contact', () => {
  const at = '2024-06-01T01:30:00.000Z';
  const requested: MemberEvent = {
    type: 'ContactRequested',
    data: { memberId: 'm1', planId: 'NULL.ACME', at, reason: 'insurance', status: null },
  };

  it('is recorded once for an instant and a reason, and again when its status changes', () => {
    given(memberStream, registered)
      .when(requestContact(at, 'insurance', null))
      .then(requested);
    given(memberStream, registered, requested)
      .when(requestContact(at, 'insurance', null))
      .then();
    given(memberStream, registered, requested).when(requestContact(at, 'insurance')).then();
    const closed = { ...requested, data: { ...requested.data, status: 'Closed' } } as MemberEvent;
    given(memberStream, registered, requested)
      .when(requestContact(at, 'insurance', 'Closed'))
      .then(closed);
    given(memberStream, registered, requested, moved('NULL.BETA', 'NULL.C2', null, '2024-01-01'))
      .when(requestContact(at, 'insurance', 'Closed'))
      .then(closed);
    given(memberStream, registered, requested)
      .when(requestContact(at, 'investment', null))
      .then({ ...requested, data: { ...requested.data, reason: 'investment' } });
  });

  it('belongs to the plan of the member on that day, whenever the file arrives', () => {
    const to = (planId: string) => ({ ...requested, data: { ...requested.data, planId } }) as MemberEvent;
    const asked = requestContact(at, 'insurance', null);
    const toBeta = (on: string) => moved('NULL.BETA', 'NULL.C2', null, on);
    given(memberStream, registered, toBeta('2024-07-01')).when(asked).then(to('NULL.ACME'));
    given(memberStream, registered, toBeta('2024-07-01'), toBeta('2024-06-01')).when(asked).then(to('NULL.BETA'));
    given(memberStream, registered, toBeta('2024-05-01'), toBeta('2024-07-01')).when(asked).then(to('NULL.ACME'));
    // 14:30 on 31 May in UTC is 1 June in Sydney.
    const lateInMay = '2024-05-31T14:30:00.000Z';
    given(memberStream, registered, toBeta('2024-06-01'))
      .when(requestContact(lateInMay, 'insurance', null))
      .then({ ...requested, data: { ...requested.data, at: lateInMay, planId: 'NULL.BETA' } });
  });

  it('belongs to the plan between two moves, even after the later move was corrected', () => {
    const moves = [
      moved('NULL.BETA', 'NULL.C2', null, '2024-05-01'),
      moved('NULL.GAMMA', 'NULL.C3', null, '2024-07-01'),
    ];
    const corrected = moved('NULL.GAMMA', 'NULL.C3', null, '2024-08-01');
    const inBeta = { ...requested, data: { ...requested.data, planId: 'NULL.BETA' } } as MemberEvent;
    const asked = requestContact(at, 'insurance', null);
    given(memberStream, registered, ...moves)
      .when(asked)
      .then(inBeta);
    given(memberStream, registered, ...moves, corrected)
      .when(asked)
      .then(inBeta);
  });

  it('stays recorded when the member is revised or leaves', () => {
    const revised: MemberEvent = { type: 'MemberDetailsRevised', data: { ...jo, addressState: 'QLD' } };
    for (const later of [revised, left])
      given(memberStream, registered, requested, later)
        .when(requestContact(at, 'insurance', null))
        .then();
  });

  it('belongs to the plan of the member at that time', () =>
    given(memberStream, registered, moved('NULL.BETA', 'NULL.C2', null, '2024-05-01'))
      .when(requestContact(at, 'insurance', null))
      .then({ ...requested, data: { ...requested.data, planId: 'NULL.BETA' } }));
});

describe('an activity of a member', () => {
  const today = '2024-06-01';
  const activity: Omit<MemberActivity, 'memberId'> = {
    effectiveDate: '2024-06-01',
    consultant: null,
    valid: null,
    outcome: null,
    amountCents: null,
    recorded: null,
    personal: { notes: null, fundName: null },
  };
  const signedIn: MemberEvent = { type: 'SignedIn', data: { memberId: 'm1', ...activity } };

  it('is recorded once for a kind and a day', () => {
    given(memberStream, registered)
      .when(recordActivity('SignedIn', activity, today))
      .then(signedIn);
    given(memberStream, registered, signedIn)
      .when(recordActivity('SignedIn', activity, today))
      .then();
    given(memberStream, registered, signedIn)
      .when(recordActivity('ConsultationPerformed', activity, today))
      .then({ type: 'ConsultationPerformed', data: { memberId: 'm1', ...activity } });
  });

  it('that validates a nomination is recorded again when the result differs on the same day', () => {
    const validated = (valid: boolean) =>
      ({ type: 'BeneficiaryNominationValidated', data: { memberId: 'm1', ...activity, valid } }) as const;
    const again = (valid: boolean) => recordActivity('BeneficiaryNominationValidated', { ...activity, valid }, today);
    given(memberStream, registered, validated(true)).when(again(true)).then();
    given(memberStream, registered, validated(true)).when(again(false)).then(validated(false));
    given(memberStream, registered, validated(true), validated(false)).when(again(true)).then(validated(true));
  });

  it('is recorded again when any field differs', () => {
    const consolidated = (amountCents: number, notes: string): MemberEvent => ({
      type: 'ConsolidationImplemented',
      data: { memberId: 'm1', ...activity, amountCents, personal: { notes, fundName: null } },
    });
    const said = { ...activity, amountCents: 2, personal: { notes: 'b', fundName: null } };
    const again = recordActivity('ConsolidationImplemented', said, today);
    given(memberStream, registered, consolidated(1, 'a')).when(again).then(consolidated(2, 'b'));
    given(memberStream, registered, consolidated(2, 'a')).when(again).then(consolidated(2, 'b'));
    given(memberStream, registered, consolidated(1, 'a'), consolidated(2, 'b')).when(again).then();
  });

  describe('of a file whose rows repeat', () => {
    const consulted = (consultant: string | null, occurrence?: number): MemberEvent => ({
      type: 'ConsultationPerformed',
      data: { memberId: 'm1', ...activity, consultant, ...(occurrence !== undefined && { occurrence }) },
    });
    const byHand = (consultant: string, eventId: string): MemberEvent => ({
      type: 'ConsultationPerformed',
      data: {
        memberId: 'm1',
        ...activity,
        consultant,
        recorded: { eventId, at: '2024-06-01T01:00:00.000Z' },
      },
    });
    /** A file with a consultation by each of some people on one day; null: by nobody. */
    const file = (...consultants: (string | null)[]) =>
      inOrder(
        memberStream,
        consultants.map((consultant, i) =>
          recordActivity('ConsultationPerformed', { ...activity, consultant }, today, {
            occurrence: i + 1,
            equal: consultants.slice(0, i + 1).filter((each) => each === consultant).length,
          }),
        ),
      );

    it('is recorded as often as the file has it, and the file changes nothing when it comes again', () => {
      const three = [consulted('helen'), consulted('helen', 2), consulted('helen', 3)];
      given(memberStream, registered)
        .when(file('helen', 'helen', 'helen'))
        .then(...three);
      given(memberStream, registered, ...three)
        .when(file('helen', 'helen', 'helen'))
        .then();
      // The first row may come with an earlier file.
      given(memberStream, registered, consulted('helen'))
        .when(file('helen', 'helen', 'helen'))
        .then(...three.slice(1));
    });

    it('corrects the activity of its own row', () => {
      const past = [registered, consulted('helen'), consulted('joon', 2)];
      given(memberStream, ...past)
        .when(file('helen', 'ana'))
        .then(consulted('ana', 2));
      given(memberStream, ...past)
        .when(file('ana', 'joon'))
        .then(consulted('ana'));
    });

    it('counts activities that were recorded by hand', () => {
      given(memberStream, registered, byHand('helen', 'm1_a'), byHand('helen', 'm1_b'))
        .when(file('helen', 'helen', 'helen'))
        .then(consulted('helen'));
      given(memberStream, registered, consulted('helen'), byHand('helen', 'm1_a'), byHand('helen', 'm1_b'))
        .when(file('helen', 'helen', 'helen'))
        .then();
    });

    it('leaves every row of the file, and nothing to do when the file comes again, whatever was recorded before', () => {
      const people = fc.constantFrom('helen', 'joon', 'ana');
      const files = fc.array(fc.array(people, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
      fc.assert(
        fc.property(fc.array(people, { maxLength: 4 }), files, (recorded, imported) => {
          const begun = [registered, ...recorded.map((by, i) => byHand(by, `m1_${i}`))];
          let state = begun.reduce(memberStream.evolve, memberStream.initial);
          for (const rows of imported) {
            const before = [...state.recorded.values()].length;
            state = file(...rows)(state).reduce(memberStream.evolve, state);
            const standing = [...state.activities.values(), ...[...state.recorded.values()].map((of) => of.activity)];
            const countOf = (person: string) => standing.filter(({ consultant }) => consultant === person).length;
            for (const person of rows)
              expect(countOf(person)).toBeGreaterThanOrEqual(rows.filter((each) => each === person).length);
            expect(state.recorded.size).toBe(before);
            expect(file(...rows)(state)).toEqual([]);
          }
        }),
      );
    });
  });

  it('cannot be in the future', () =>
    given(memberStream, registered)
      .when(recordActivity('SignedIn', { ...activity, effectiveDate: '2024-06-02' }, today))
      .thenRefuses('invalid', 'The date cannot be in the future'));

  it('has no negative amount, but may have an amount of zero', () => {
    const implemented = (amountCents: number) =>
      given(memberStream, registered).when(
        recordActivity('ConsolidationImplemented', { ...activity, amountCents }, today),
      );
    implemented(-1).thenRefuses('invalid', 'Cannot be negative');
    implemented(0).then({ type: 'ConsolidationImplemented', data: { memberId: 'm1', ...activity, amountCents: 0 } });
  });

  it('has an outcome when a consolidation was verified', () => {
    const verified = (outcome: MemberActivity['outcome']) =>
      given(memberStream, registered).when(
        recordActivity('PotentialConsolidationVerified', { ...activity, outcome }, today),
      );
    verified(null).thenRefuses('invalid', 'Outcome is required');
    verified('NO_OTHER_SUPER').then({
      type: 'PotentialConsolidationVerified',
      data: { memberId: 'm1', ...activity, outcome: 'NO_OTHER_SUPER' },
    });
  });

  it('names the person whose key encrypts its notes', () => {
    const personOf = memberStream.personOf ?? {};
    expect(personOf.ConsultationPerformed?.({ memberId: 'm1', ...activity })).toBe('m1');
    expect(personOf.MemberRegistered?.(jo)).toBe('m1');
  });
});
