import type { PlanMembers } from '@superscope/contracts/corrections';
import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { FoundLookup } from '../../portal/lookups/found-lookup';
import { useTyped } from '../../portal/lookups/use-typed';
import { LeftThePlan, leftNote } from '../../portal/members/left-the-plan';
import { usePlanMembersQuery } from './corrections.api';

export type FoundMember = PlanMembers[number];

interface Props {
  planId: string;
  value: FoundMember | null;
  onChange: (member: FoundMember | null) => void;
}

/** Finds a member of a plan by name or number, from three characters on. */
export function PlanMemberLookup({ planId, value, onChange }: Props) {
  const typed = useTyped(value !== null, shortestSearch);
  const answer = usePlanMembersQuery({ planId, name: typed.ask ?? '' }, { skip: typed.ask === null });
  return (
    <div>
      <FoundLookup
        label="Member"
        placeholder="Name or number"
        value={value}
        onChange={onChange}
        typed={typed}
        answer={answer}
        nameOf={({ name }) => name}
        noteOf={({ memberNumber, leftOn }) => [memberNumber, leftNote(leftOn)].filter(Boolean).join(', ')}
      />
      <LeftThePlan member={value} />
    </div>
  );
}
