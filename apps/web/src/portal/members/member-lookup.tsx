import type { MemberOption } from '@superscope/contracts/member-events';
import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { FoundLookup } from '../lookups/found-lookup';
import { useTyped } from '../lookups/use-typed';
import { ChosenPerson } from './chosen-person';
import { LeftThePlan } from './left-the-plan';
import { isNearMember, listedName, memberChoices } from './member-text';
import { useFindMembersQuery } from './members.api';

interface Props {
  label?: string;
  required?: boolean;
  autoFocus?: boolean;
  disabled?: boolean;
  member: MemberOption | null;
  onChange: (member: MemberOption | null) => void;
  /** Only members of this plan, or of this employer. */
  planId?: string | undefined;
  companyId?: string | undefined;
  clears?: boolean;
}

/** Finds a member by a name, number, birth date or login, or by the employer. */
export function MemberLookup({ label = 'Member', required = false, member, planId, companyId, ...props }: Props) {
  const typed = useTyped(member !== null, shortestSearch);
  const answer = useFindMembersQuery({ name: typed.ask ?? '', planId, companyId }, { skip: typed.ask === null });
  return (
    <div>
      <FoundLookup
        {...props}
        label={label}
        {...(required && { mark: '(required)' })}
        placeholder="Name, number, birth date, login or employer"
        value={member}
        typed={typed}
        answer={answer}
        nameOf={listedName}
        choicesOf={memberChoices}
        isNear={isNearMember}
        counts
      />
      <ChosenPerson member={member} />
      <LeftThePlan member={member} />
    </div>
  );
}
