import type { MemberOption } from '@superscope/contracts/member-events';
import { Link } from 'react-router';
import { date } from '../../ui/format';
import { useStoreState } from '../state';
import { may } from '../user/user';
import { memberPath } from './member-path';

/** Says below a lookup who was chosen, because others may have the same name, and leads to all about them. */
export function ChosenPerson({ member }: { member: MemberOption | null }) {
  const hasPage = useStoreState(({ session }) => may(session.user, 'members.read'));
  if (member === null) return null;
  const { id, memberNumber, birthDate, companyName } = member;
  const said = [memberNumber, birthDate && `born ${date(birthDate)}`, companyName].filter(Boolean);
  if (said.length === 0 && !hasPage) return null;
  return (
    <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
      {said.join(' · ')}{' '}
      {hasPage && (
        <Link to={memberPath(id)} className="inline-block font-semibold text-brand">
          All about this member
        </Link>
      )}
    </p>
  );
}
