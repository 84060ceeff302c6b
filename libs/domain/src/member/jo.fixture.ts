import type { MemberDetails, MemberEvent } from './member.events.js';

/** A sample member shared by the specs. */
export const jo: MemberDetails = {
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
export const registered: MemberEvent = { type: 'MemberRegistered', data: jo };
export const erased: MemberEvent = { type: 'MemberErased', data: { memberId: 'm1', reason: 'Asked to be forgotten' } };
export const left: MemberEvent = { type: 'MemberLeft', data: { memberId: 'm1', on: '2024-05-31' } };
export const moved = (planId: string, companyId: string, categoryId: string | null, on: string): MemberEvent => ({
  type: 'MemberMoved',
  data: { memberId: 'm1', planId, companyId, categoryId, on },
});
