import type { MemberOption } from '@superscope/contracts/member-events';
import { date } from '../../ui/format';

/** Says below a lookup who was chosen, because others may have the same name. */
export function ChosenPerson({ member }: { member: MemberOption | null }) {
  if (member === null) return null;
  const { memberNumber, birthDate, companyName } = member;
  const said = [memberNumber, birthDate && `born ${date(birthDate)}`, companyName].filter(Boolean);
  if (said.length === 0) return null;
  return <p className="mt-1 text-sm text-ink-2 wrap-anywhere">{said.join(' · ')}</p>;
}
