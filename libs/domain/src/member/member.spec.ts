import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import type { MemberActivity, MemberDetails, MemberEvent } from './member.events.js';
import { eraseMember, memberStream, moveMember, recordActivity, recordMember, requestContact } from './member.js';

const jo: MemberDetails = {
  memberId: 'm1',
  platformId: 'NULL',
  planId: 'NULL.ACME',
  companyId: 'NULL.C1',
  categoryId: 'MGR',
  birthMonth: '1980-02',
  gender: 'Female',
  addressState: 'NSW',
  accountType: 'Employer sponsored',
  occupationalRating: null,
  joinDate: '2016-03-01',
  exitDate: null,
  emailAddressProvided: true,
  mobileNumberProvided: false,
  taxFileNumberProvided: true,
  personal: {
    memberNumber: '1001',
    login: null,
    surname: 'Citizen',
    givenName: 'Jo',
    dateOfBirth: '1980-02-29',
    emailAddress: 'jo@example.com',
    mobileNumber: null,
  },
};
const registered: MemberEvent = { type: 'MemberRegistered', data: jo };
const erased: MemberEvent = { type: 'MemberErased', data: { memberId: 'm1' } };
const left: MemberEvent = { type: 'MemberLeft', data: { memberId: 'm1', on: '2024-05-31' } };
const moved = (planId: string, companyId: string, categoryId: string | null, on: string): MemberEvent => ({
  type: 'MemberMoved',
  data: { memberId: 'm1', planId, companyId, categoryId, on },
});

describe("a member of a fund's file", () => {
  const asOf = '2024-06-01';

  it('is registered by the first row and not written again by an equal one', () => {
    given(memberStream).when(recordMember(jo, asOf)).then(registered);
    given(memberStream, registered).when(recordMember(jo, asOf)).then();
  });

  it('is revised when a field differs, personal ones included', () => {
    const married = { ...jo, personal: { ...jo.personal, surname: 'Nguyen' } };
    const revised: MemberEvent = { type: 'MemberDetailsRevised', data: married };
    given(memberStream, registered).when(recordMember(married, asOf)).then(revised);
    given(memberStream, registered, revised).when(recordMember(married, asOf)).then();
    given(memberStream, registered, revised)
      .when(recordMember(jo, asOf))
      .then({ type: 'MemberDetailsRevised', data: jo });
  });

  it('is moved from the day of the file when only the plan, employer or category differs', () => {
    const elsewhere = { ...jo, planId: 'NULL.BETA', companyId: 'NULL.C2', categoryId: null };
    given(memberStream, registered)
      .when(recordMember(elsewhere, asOf))
      .then(moved('NULL.BETA', 'NULL.C2', null, asOf));
    given(memberStream, registered, moved('NULL.BETA', 'NULL.C2', null, asOf))
      .when(recordMember(elsewhere, '2024-07-01'))
      .then();
  });

  it.each([
    ['plan', { planId: 'NULL.BETA' }],
    ['employer', { companyId: 'NULL.C2' }],
    ['category', { categoryId: 'STAFF' }],
  ])('is moved when it is the %s alone that differs', (_, there) => {
    const { planId, companyId, categoryId } = { ...jo, ...there };
    given(memberStream, registered)
      .when(recordMember({ ...jo, ...there }, asOf))
      .then(moved(planId, companyId, categoryId, asOf));
  });

  it('leaves on the exit date, noted once', () => {
    const gone = { ...jo, exitDate: '2024-05-31' };
    given(memberStream, registered).when(recordMember(gone, asOf)).then(left);
    given(memberStream, registered, left).when(recordMember(gone, asOf)).then();
  });

  it('moves, leaves and is revised by one row that says all three', () => {
    const changed = { ...jo, companyId: 'NULL.C2', exitDate: '2024-05-31', addressState: 'QLD' };
    given(memberStream, registered)
      .when(recordMember(changed, asOf))
      .then(moved('NULL.ACME', 'NULL.C2', 'MGR', asOf), left, { type: 'MemberDetailsRevised', data: changed });
  });

  it('comes back when the file no longer gives an exit date', () =>
    given(memberStream, registered, left)
      .when(recordMember(jo, asOf))
      .then({ type: 'MemberDetailsRevised', data: jo }));

  it('can leave on the day of joining but not before', () => {
    given(memberStream)
      .when(recordMember({ ...jo, exitDate: '2016-02-29' }, asOf))
      .thenRefuses('invalid', 'A member can not leave before joining.');
    const sameDay = { ...jo, exitDate: '2016-03-01' };
    given(memberStream).when(recordMember(sameDay, asOf)).then({ type: 'MemberRegistered', data: sameDay });
  });
});

describe("what a fund's file leaves out", () => {
  const { memberId, platformId, planId, companyId } = jo;
  const bare = { memberId, platformId, planId, companyId, personal: { memberNumber: '1001' } };

  it('stays as it stands, an exit included; what is blank is taken away', () => {
    given(memberStream, registered, left).when(recordMember(bare, '2024-06-01')).then();
    given(memberStream, registered)
      .when(recordMember({ ...bare, gender: null, personal: { ...bare.personal, surname: null } }, '2024-06-01'))
      .then({
        type: 'MemberDetailsRevised',
        data: { ...jo, gender: null, personal: { ...jo.personal, surname: null } },
      });
  });

  it('is unknown of a new member', () => {
    const unknown = { categoryId: null, birthMonth: null, gender: null, addressState: null, accountType: null };
    const provided = { emailAddressProvided: false, mobileNumberProvided: false, taxFileNumberProvided: false };
    const personal = { ...jo.personal, surname: null, givenName: null, dateOfBirth: null, emailAddress: null };
    given(memberStream)
      .when(recordMember(bare, '2024-06-01'))
      .then({
        type: 'MemberRegistered',
        data: {
          ...{ ...unknown, occupationalRating: null, joinDate: null, exitDate: null, ...provided },
          ...{ memberId, platformId, planId, companyId, personal },
        },
      });
  });

  it('takes no category into another plan', () =>
    given(memberStream, registered)
      .when(recordMember({ ...bare, planId: 'NULL.BETA', companyId: 'NULL.C2' }, '2024-06-01'))
      .then(moved('NULL.BETA', 'NULL.C2', null, '2024-06-01')));

  it('makes no row where it says nothing new', () => {
    const activity: MemberEvent = {
      type: 'InsuranceAdviceImplemented',
      data: {
        ...{ memberId: 'm1', effectiveDate: '2024-06-01', consultant: 'Alex', valid: null, outcome: null },
        ...{ amountCents: null, personal: { notes: 'Private', fundName: null } },
      },
    };
    given(memberStream, registered, activity)
      .when(recordActivity('InsuranceAdviceImplemented', { effectiveDate: '2024-06-01' }, '2024-06-01'))
      .then();
  });
});

describe('moving a member', () => {
  const beta = { planId: 'NULL.BETA', companyId: 'NULL.C2', categoryId: null };

  it('names the day it counts from, and does nothing where they are since that day', () => {
    given(memberStream, registered)
      .when(moveMember(beta, '2024-06-15'))
      .then(moved('NULL.BETA', 'NULL.C2', null, '2024-06-15'));
    given(memberStream, registered, moved('NULL.BETA', 'NULL.C2', null, '2024-06-15'))
      .when(moveMember(beta, '2024-06-15'))
      .then();
  });

  it('to where they moved already corrects the day; where they were registered there is none', () => {
    const onTheDayOfTheFile = moved('NULL.BETA', 'NULL.C2', null, '2024-06-15');
    given(memberStream, registered, onTheDayOfTheFile)
      .when(moveMember(beta, '2024-04-01'))
      .then(moved('NULL.BETA', 'NULL.C2', null, '2024-04-01'));
    const { planId, companyId, categoryId } = jo;
    given(memberStream, registered).when(moveMember({ planId, companyId, categoryId }, '2024-04-01')).then();
  });

  it('stays on the platform, whose name is part of their id', () =>
    given(memberStream, registered)
      .when(moveMember({ ...beta, planId: 'WEST.BETA', companyId: 'WEST.C2' }, '2024-06-15'))
      .thenRefuses('invalid', 'A member can not move to a plan of another platform.'));

  it('needs a member', () =>
    given(memberStream).when(moveMember(beta, '2024-06-15')).thenRefuses('not-found', 'There is no such member.'));
});

describe('erasing a member', () => {
  it('is noted once', () => {
    given(memberStream, registered).when(eraseMember).then(erased);
    given(memberStream, registered, erased).when(eraseMember).then();
    given(memberStream).when(eraseMember).thenRefuses('not-found', 'There is no such member.');
  });

  it('ends what can be written about them', () => {
    for (const decision of [
      recordMember(jo, '2024-06-01'),
      moveMember({ planId: 'NULL.BETA', companyId: 'NULL.C2', categoryId: null }, '2024-06-01'),
      requestContact('2024-06-01T00:00:00.000Z', 'insurance', null),
    ])
      given(memberStream, registered, erased).when(decision).thenRefuses('conflict', 'This member was erased.');
  });
});

describe('a request for contact', () => {
  const at = '2024-06-01T01:30:00.000Z';
  const requested: MemberEvent = {
    type: 'ContactRequested',
    data: { memberId: 'm1', planId: 'NULL.ACME', at, reason: 'insurance', status: null },
  };

  it('is recorded once for an instant and a reason, and again where its status became another', () => {
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
      .then({ ...requested, data: { ...requested.data, reason: 'investment' } } as MemberEvent);
  });

  it('belongs to the plan where the member was on that day, whenever the file came', () => {
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
      .then({ ...requested, data: { ...requested.data, at: lateInMay, planId: 'NULL.BETA' } } as MemberEvent);
  });

  it('belongs to the plan between two moves, also once the day of the later one was corrected', () => {
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

  it('belongs to the plan the member is in by then', () =>
    given(memberStream, registered, moved('NULL.BETA', 'NULL.C2', null, '2024-05-01'))
      .when(requestContact(at, 'insurance', null))
      .then({ ...requested, data: { ...requested.data, planId: 'NULL.BETA' } } as MemberEvent));
});

describe('an activity of a member', () => {
  const today = '2024-06-01';
  const activity: Omit<MemberActivity, 'memberId'> = {
    effectiveDate: '2024-06-01',
    consultant: null,
    valid: null,
    outcome: null,
    amountCents: null,
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

  it('that validates a nomination is recorded again when it finds something else on the same day', () => {
    const validated = (valid: boolean) =>
      ({ type: 'BeneficiaryNominationValidated', data: { memberId: 'm1', ...activity, valid } }) as const;
    const again = (valid: boolean) => recordActivity('BeneficiaryNominationValidated', { ...activity, valid }, today);
    given(memberStream, registered, validated(true)).when(again(true)).then();
    given(memberStream, registered, validated(true)).when(again(false)).then(validated(false));
    given(memberStream, registered, validated(true), validated(false)).when(again(true)).then(validated(true));
  });

  it('is recorded again where anything else is said of it', () => {
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

  it('lies not in the future', () =>
    given(memberStream, registered)
      .when(recordActivity('SignedIn', { ...activity, effectiveDate: '2024-06-02' }, today))
      .thenRefuses('invalid', 'The date can not be in the future'));

  it('has no negative amount, though it may be nothing', () => {
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

  it('names the person whose key seals its notes', () => {
    const personOf = memberStream.personOf ?? {};
    expect(personOf.ConsultationPerformed?.({ memberId: 'm1', ...activity })).toBe('m1');
    expect(personOf.MemberRegistered?.(jo)).toBe('m1');
  });
});
