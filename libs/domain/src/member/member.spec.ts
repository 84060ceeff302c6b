import { describe, it } from 'vitest';
import { given } from '../given.js';
import { erased, jo, left, moved, registered } from './jo.fixture.js';
import type { MemberEvent } from './member.events.js';
import { eraseMember, memberStream, moveMember, recordActivity, recordMember, requestContact } from './member.js';

describe("a member of a fund's file", () => {
  const asOf = '2024-06-01';

  it('is registered by the first row and not written again by an unchanged one', () => {
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

  it('leaves on the exit date, recorded once', () => {
    const gone = { ...jo, exitDate: '2024-05-31' };
    given(memberStream, registered).when(recordMember(gone, asOf)).then(left);
    given(memberStream, registered, left).when(recordMember(gone, asOf)).then();
  });

  it('moves, leaves and is revised by one row with all three changes', () => {
    const changed = { ...jo, companyId: 'NULL.C2', exitDate: '2024-05-31', addressState: 'QLD' };
    given(memberStream, registered)
      .when(recordMember(changed, asOf))
      .then(moved('NULL.ACME', 'NULL.C2', 'MGR', asOf), left, { type: 'MemberDetailsRevised', data: changed });
  });

  it('returns when the file no longer gives an exit date', () =>
    given(memberStream, registered, left)
      .when(recordMember(jo, asOf))
      .then({ type: 'MemberDetailsRevised', data: jo }));

  it('can leave on the day of joining but not before', () => {
    given(memberStream)
      .when(recordMember({ ...jo, exitDate: '2016-02-29' }, asOf))
      .thenRefuses('invalid', 'A member cannot leave before joining.');
    const sameDay = { ...jo, exitDate: '2016-03-01' };
    given(memberStream).when(recordMember(sameDay, asOf)).then({ type: 'MemberRegistered', data: sameDay });
  });
});

describe("a field that a fund's file leaves out", () => {
  const { memberId, platformId, planId, companyId } = jo;
  const bare = { memberId, platformId, planId, companyId, personal: { memberNumber: '1001' } };

  it('keeps its value, an exit date included; a blank field is cleared', () => {
    given(memberStream, registered, left).when(recordMember(bare, '2024-06-01')).then();
    given(memberStream, registered)
      .when(recordMember({ ...bare, gender: null, personal: { ...bare.personal, surname: null } }, '2024-06-01'))
      .then({
        type: 'MemberDetailsRevised',
        data: { ...jo, gender: null, personal: { ...jo.personal, surname: null } },
      });
  });

  it('is unknown for a new member', () => {
    const unknown = { categoryId: null, birthMonth: null, gender: null, addressState: null, accountType: null };
    const provided = { emailAddressProvided: false, mobileNumberProvided: false, taxFileNumberProvided: false };
    const personal = { ...jo.personal, surname: null, givenName: null, dateOfBirth: null, emailAddress: null };
    given(memberStream)
      .when(recordMember(bare, '2024-06-01'))
      .then({
        type: 'MemberRegistered',
        data: {
          ...unknown,
          occupationalRating: null,
          joinDate: null,
          exitDate: null,
          ...provided,
          memberId,
          platformId,
          planId,
          companyId,
          personal,
        },
      });
  });

  it('clears the category of a member who moves to another plan', () =>
    given(memberStream, registered)
      .when(recordMember({ ...bare, planId: 'NULL.BETA', companyId: 'NULL.C2' }, '2024-06-01'))
      .then(moved('NULL.BETA', 'NULL.C2', null, '2024-06-01')));

  it('is no change of an activity', () => {
    const activity: MemberEvent = {
      type: 'InsuranceAdviceImplemented',
      data: {
        memberId: 'm1',
        effectiveDate: '2024-06-01',
        consultant: 'Alex',
        valid: null,
        outcome: null,
        amountCents: null,
        recorded: null,
        personal: { notes: 'Private', fundName: null },
      },
    };
    given(memberStream, registered, activity)
      .when(recordActivity('InsuranceAdviceImplemented', { effectiveDate: '2024-06-01' }, '2024-06-01'))
      .then();
  });
});

describe('moving a member', () => {
  const beta = { planId: 'NULL.BETA', companyId: 'NULL.C2', categoryId: null };

  it('records the day of the move, once', () => {
    given(memberStream, registered)
      .when(moveMember(beta, '2024-06-15'))
      .then(moved('NULL.BETA', 'NULL.C2', null, '2024-06-15'));
    given(memberStream, registered, moved('NULL.BETA', 'NULL.C2', null, '2024-06-15'))
      .when(moveMember(beta, '2024-06-15'))
      .then();
  });

  it('to their current plan corrects the day of the move, and writes nothing when they were registered there', () => {
    const onTheDayOfTheFile = moved('NULL.BETA', 'NULL.C2', null, '2024-06-15');
    given(memberStream, registered, onTheDayOfTheFile)
      .when(moveMember(beta, '2024-04-01'))
      .then(moved('NULL.BETA', 'NULL.C2', null, '2024-04-01'));
    const { planId, companyId, categoryId } = jo;
    given(memberStream, registered).when(moveMember({ planId, companyId, categoryId }, '2024-04-01')).then();
  });

  it('to another platform is refused, because the platform is part of their id', () =>
    given(memberStream, registered)
      .when(moveMember({ ...beta, planId: 'WEST.BETA', companyId: 'WEST.C2' }, '2024-06-15'))
      .thenRefuses('invalid', 'A member cannot move to a plan of another platform.'));

  it('needs a member', () =>
    given(memberStream).when(moveMember(beta, '2024-06-15')).thenRefuses('not-found', 'There is no such member.'));
});

describe('erasing a member', () => {
  it('is recorded once', () => {
    given(memberStream, registered).when(eraseMember('Asked to be forgotten')).then(erased);
    given(memberStream, registered, erased).when(eraseMember('Asked to be forgotten')).then();
    given(memberStream).when(eraseMember('Asked to be forgotten')).thenRefuses('not-found', 'There is no such member.');
    given(memberStream, registered).when(eraseMember(' ')).thenRefuses('invalid', 'Reason is required');
  });

  it('keeps numbers from reading like that of an erased member', () => {
    for (const memberNumber of ['Erased', ' ERASED ']) {
      const called = { ...jo, personal: { ...jo.personal, memberNumber } };
      given(memberStream)
        .when(recordMember(called, '2024-06-01'))
        .thenRefuses('invalid', '‘Erased’ stands for members who were erased. No member can have it as a number.');
    }
  });

  it('prevents all further writes about them', () => {
    for (const decision of [
      recordMember(jo, '2024-06-01'),
      moveMember({ planId: 'NULL.BETA', companyId: 'NULL.C2', categoryId: null }, '2024-06-01'),
      requestContact('2024-06-01T00:00:00.000Z', 'insurance', null),
    ])
      given(memberStream, registered, erased).when(decision).thenRefuses('conflict', 'This member was erased.');
  });
});
