import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import { erased, registered } from './jo.fixture.js';
import type { MemberActivity, MemberEvent, RecordableType } from './member.events.js';
import { memberStream, recordActivity } from './member.js';
import { AlreadyRecorded, isProcessed, recordEvents, withdrawEvent, type RecordedFields } from './recorded-events.js';

/** 21 November 2026, 10:42 am in Sydney. */
const at = '2026-11-20T23:42:00.000Z';
const day = '2026-11-21';

const activity = (eventId: string, of: Partial<MemberActivity> = {}): MemberActivity => ({
  memberId: 'm1',
  effectiveDate: day,
  consultant: 'helen',
  valid: null,
  outcome: null,
  amountCents: null,
  recorded: { eventId, at },
  personal: { notes: null, fundName: null },
  ...of,
});
const consulted = (eventId: string, of: Partial<MemberActivity> = {}): MemberEvent => ({
  type: 'ConsultationPerformed',
  data: activity(eventId, of),
});
const withdrawn = (eventId: string): MemberEvent => ({
  type: 'MemberEventWithdrawn',
  data: { memberId: 'm1', eventId, eventType: 'ConsultationPerformed', effectiveDate: day },
});

const submit = (
  events: RecordedFields[],
  of: { effectiveDate?: string; consultant?: string; id?: string; again?: boolean } = {},
) => {
  const { effectiveDate = day, consultant = 'helen', id = 'a', again = false } = of;
  const idOf = (type: RecordableType) => (events.length === 1 ? `m1_${id}` : `m1_${id}-${type}`);
  return recordEvents({ effectiveDate, consultant, events, again }, at, idOf);
};

describe('events that a consultant records', () => {
  it('are recorded together, each with its own fields', () =>
    given(memberStream, registered)
      .when(
        submit([
          { type: 'BeneficiaryNominationValidated', valid: false, notes: 'Not witnessed' },
          { type: 'ConsolidationImplemented', amountCents: 1_842_000, fundName: 'Redgum Industry Super' },
          { type: 'PotentialConsolidationVerified', outcome: 'RECOMMENDED_PROCEEDING' },
        ]),
      )
      .then(
        {
          type: 'BeneficiaryNominationValidated',
          data: activity('m1_a-BeneficiaryNominationValidated', {
            valid: false,
            personal: { notes: 'Not witnessed', fundName: null },
          }),
        },
        {
          type: 'ConsolidationImplemented',
          data: activity('m1_a-ConsolidationImplemented', {
            amountCents: 1_842_000,
            personal: { notes: null, fundName: 'Redgum Industry Super' },
          }),
        },
        {
          type: 'PotentialConsolidationVerified',
          data: activity('m1_a-PotentialConsolidationVerified', { outcome: 'RECOMMENDED_PROCEEDING' }),
        },
      ));

  it('say that a nomination is valid unless it is not', () =>
    given(memberStream, registered)
      .when(submit([{ type: 'BeneficiaryNominationValidated' }]))
      .then({ type: 'BeneficiaryNominationValidated', data: activity('m1_a', { valid: true }) }));

  describe('that equal an earlier one', () => {
    const refusal = (...past: MemberEvent[]) => {
      const both: RecordedFields[] = [{ type: 'InsuranceAdviceImplemented' }, { type: 'ConsultationPerformed' }];
      try {
        submit(both, { id: 'b' })(past.reduce(memberStream.evolve, memberStream.initial));
      } catch (error) {
        return error;
      }
      return null;
    };

    it('are refused together with all others of the request, and the newest earlier one is named', () => {
      const newest = { type: 'ConsultationPerformed', activity: activity('m1_z') };
      const error = refusal(registered, consulted('m1_a'), consulted('m1_z'));
      expect(error).toBeInstanceOf(AlreadyRecorded);
      expect(error).toMatchObject({ code: 'conflict', earlier: [newest] });
    });

    it('are refused if a file recorded the earlier one', () => {
      const imported = { ...activity('m1_a'), recorded: null };
      const error = refusal(registered, { type: 'ConsultationPerformed', data: imported });
      expect(error).toMatchObject({ earlier: [{ type: 'ConsultationPerformed', activity: imported }] });
    });

    it('are recorded when they happened again', () =>
      given(memberStream, registered, consulted('m1_a'))
        .when(submit([{ type: 'ConsultationPerformed' }], { id: 'b', again: true }))
        .then(consulted('m1_b')));
  });

  it('are recorded beside those of another consultant or another day', () => {
    const past = [registered, consulted('m1_a')];
    given(memberStream, ...past)
      .when(submit([{ type: 'ConsultationPerformed' }], { consultant: 'joon', id: 'b' }))
      .then(consulted('m1_b', { consultant: 'joon' }));
    given(memberStream, ...past)
      .when(submit([{ type: 'ConsultationPerformed' }], { effectiveDate: '2026-11-20', id: 'b' }))
      .then(consulted('m1_b', { effectiveDate: '2026-11-20' }));
  });

  it('may be recorded again once they were withdrawn', () =>
    given(memberStream, registered, consulted('m1_a'), withdrawn('m1_a'))
      .when(submit([{ type: 'ConsultationPerformed' }], { id: 'b' }))
      .then(consulted('m1_b')));

  it.each<[string, RecordedFields[], string?]>([
    ['Please choose at least one event.', []],
    ['Outcome is required', [{ type: 'ConsultationPerformed' }, { type: 'PotentialConsolidationVerified' }]],
    ['Cannot be negative', [{ type: 'ConsolidationImplemented', amountCents: -1 }]],
    ['The date cannot be in the future', [{ type: 'ConsultationPerformed' }], '2026-11-22'],
  ])('are refused as a whole: %s', (message, events, effectiveDate = day) =>
    given(memberStream, registered).when(submit(events, { effectiveDate })).thenRefuses('invalid', message),
  );

  it('are refused for a member who is not known, or was erased', () => {
    const submission = submit([{ type: 'ConsultationPerformed' }]);
    given(memberStream).when(submission).thenRefuses('not-found', 'There is no such member.');
    given(memberStream, registered, erased).when(submission).thenRefuses('conflict', 'This member was erased.');
  });

  it('neither hide events of a file nor are repeated by it', () => {
    const patch = { effectiveDate: day, consultant: 'helen', personal: {} };
    const row = (more: object) => recordActivity('ConsultationPerformed', { ...patch, ...more }, day);
    const past = [registered, consulted('m1_a')];
    given(memberStream, ...past)
      .when(row({}))
      .then();
    const named = { consultant: null, personal: { consultantName: 'Joon-ho Baek' } };
    const personal = { notes: null, fundName: null, consultantName: 'Joon-ho Baek' };
    const imported: MemberEvent = {
      type: 'ConsultationPerformed',
      data: { ...activity('m1_a'), consultant: null, recorded: null, personal },
    };
    given(memberStream, ...past)
      .when(row(named))
      .then(imported);
    given(memberStream, ...past, imported)
      .when(row(named))
      .then();
    // As in a file, which cannot distinguish a user's id from a name.
    given(memberStream, ...past)
      .when(row({ consultant: null, personal: { consultantName: 'helen' } }))
      .then();
    // A name that an earlier release stored unencrypted does not make the same event differ.
    const before: MemberEvent = {
      type: 'ConsultationPerformed',
      data: { ...activity('m1_a'), consultant: 'Joon-ho Baek', recorded: null },
    };
    given(memberStream, ...past, before)
      .when(row(named))
      .then();
    given(memberStream, ...past, withdrawn('m1_a'))
      .when(row({}))
      .then({ type: 'ConsultationPerformed', data: { ...activity('m1_a'), recorded: null } });
  });
});

describe('a recorded event', () => {
  const past = [registered, consulted('m1_a')];

  it('is processed by the first run of a later day in Sydney', () => {
    expect(isProcessed(at, null)).toBe(false);
    expect(isProcessed(at, '2026-11-21')).toBe(false);
    expect(isProcessed(at, '2026-11-22')).toBe(true);
    // 00:30 am on the 21st in Sydney is the 20th in UTC.
    expect(isProcessed('2026-11-20T13:30:00.000Z', '2026-11-21')).toBe(false);
  });

  it('is withdrawn, not erased, while it is not processed', () => {
    given(memberStream, ...past)
      .when(withdrawEvent('m1_a', null))
      .then(withdrawn('m1_a'));
    given(memberStream, ...past)
      .when(withdrawEvent('m1_a', '2026-11-21'))
      .then(withdrawn('m1_a'));
  });

  it('is withdrawn once', () =>
    given(memberStream, ...past, withdrawn('m1_a'))
      .when(withdrawEvent('m1_a', '2026-11-22'))
      .then());

  it('stays once it is processed', () =>
    given(memberStream, ...past)
      .when(withdrawEvent('m1_a', '2026-11-22'))
      .thenRefuses('conflict', 'This event has been processed and can no longer be withdrawn.'));

  it('that does not exist, or came with a file, cannot be withdrawn', () => {
    const imported: MemberEvent = { type: 'ConsultationPerformed', data: { ...activity('m1_b'), recorded: null } };
    given(memberStream, ...past, imported)
      .when(withdrawEvent('m1_b', null))
      .thenRefuses('not-found', 'There is no such event.');
  });

  it('of the first schema came from a file', () => {
    const [upcast] = memberStream.upcasters?.ConsultationPerformed ?? [];
    const { recorded: _, ...stored } = activity('m1_a');
    expect(upcast?.(stored)).toEqual({ ...stored, recorded: null });
  });
});
