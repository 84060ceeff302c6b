import type { PlanMembers } from '@superscope/contracts/corrections';
import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { FoundLookup } from '../../portal/lookups/found-lookup';
import { useTyped } from '../../portal/lookups/use-typed';
import { ChosenPerson } from '../../portal/members/chosen-person';
import { LeftThePlan } from '../../portal/members/left-the-plan';
import { isNearMember, memberChoices } from '../../portal/members/member-text';
import { usePlanMembersQuery } from './corrections.api';

export type FoundMember = PlanMembers[number];

interface Props {
  planId: string;
  value: FoundMember | null;
  onChange: (member: FoundMember | null) => void;
}

/** Finds a member of a plan by name, number or birth date, from three characters on. */
export function PlanMemberLookup({ planId, value, onChange }: Props) {
  const typed = useTyped(value !== null, shortestSearch);
  const answer = usePlanMembersQuery({ planId, name: typed.ask ?? '' }, { skip: typed.ask === null });
  return (
    <div>
      <FoundLookup
        label="Member"
        placeholder="Name, number or birth date"
        value={value}
        onChange={onChange}
        typed={typed}
        answer={answer}
        nameOf={({ name }) => name}
        choicesOf={memberChoices}
        isNear={isNearMember}
      />
      <ChosenPerson member={value} />
      <LeftThePlan member={value} />
    </div>
  );
}
