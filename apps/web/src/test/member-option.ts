import type { MemberOption } from '@superscope/contracts/member-events';

/** A member of the plan as lookups list them, who has only a surname. */
export const memberOption: MemberOption = {
  id: 'm',
  surname: 'Okafor',
  givenName: null,
  memberNumber: null,
  birthDate: null,
  login: null,
  companyName: null,
  joinDate: null,
  leftOn: null,
};
