import type { MemberOption } from '@superscope/contracts/member-events';
import { nameKey } from '@superscope/contracts/name-search';
import type { Choice } from '../../ui/choice-text';
import { date } from '../../ui/format';
import { leftNote } from './left-the-plan';

type Named = Pick<MemberOption, 'surname' | 'givenName' | 'login'>;
type Person = Named & Pick<MemberOption, 'memberNumber' | 'birthDate'>;

/** 'Marchetti, Ananya Lucia': as lists in the order of surnames name a member. */
export const listedName = ({ surname, givenName, login }: Named): string =>
  [surname, givenName].filter(Boolean).join(', ') || (login ?? 'No name');

/** 'Ananya Lucia Marchetti' */
export const fullName = ({ surname, givenName, login }: Named): string =>
  [givenName, surname].filter(Boolean).join(' ') || (login ?? 'No name');

/** What tells a member from every other: 'Ananya Lucia Marchetti, 770401822217, born 14/03/1984'. */
export const personText = (member: Person): string =>
  [fullName(member), member.memberNumber, member.birthDate && `born ${date(member.birthDate)}`]
    .filter(Boolean)
    .join(', ');

const longestLogin = 16;
/** A long login without its middle: logins of people of one name differ at the end. */
const cutLogin = (login: string): string =>
  login.length <= longestLogin ? login : `${login.slice(0, 8)}…${login.slice(-4)}`;

/** The end of a number, in which members of one employer differ. */
const numberEnd = 4;

/** Only a lookup's answer says it. */
export const isNearMember = (member: MemberOption & { near?: boolean }): boolean => member.near === true;

/** Members as a list to choose from. What tells people of one name apart is bold. */
export function memberChoices(members: readonly MemberOption[]): Choice[] {
  const counts = new Map<string, number>();
  const keyOf = (member: MemberOption) => nameKey(fullName(member));
  for (const member of members) counts.set(keyOf(member), (counts.get(keyOf(member)) ?? 0) + 1);
  return members.map((member): Choice => {
    const { id, memberNumber, birthDate, companyName, login, leftOn } = member;
    const isShared = counts.get(keyOf(member))! > 1;
    const note = leftNote(leftOn);
    const born = birthDate ? date(birthDate) : '';
    return {
      id,
      name: listedName(member),
      ...(login !== null && { under: cutLogin(login) }),
      ...(note !== undefined && { note }),
      details: [
        { text: memberNumber ?? '', ...(isShared && { strong: memberNumber?.slice(-numberEnd) ?? '' }) },
        { text: born, ...(isShared && { strong: born }) },
        { text: companyName ?? '' },
      ],
    };
  });
}
