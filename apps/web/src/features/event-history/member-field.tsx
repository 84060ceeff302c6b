import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { useState } from 'react';
import { isAskedFor, lookupHint } from '../../portal/lookups/lookup-text';
import { NearNotice } from '../../portal/lookups/near-notice';
import { isNearMember, memberChoices } from '../../portal/members/member-text';
import { Lookup, type Found } from '../../ui/lookup';
import { useSettled } from '../../ui/use-settled';
import { useHistoryMembersQuery } from './event-history.api';

const ASK_AFTER_MS = 250;

export interface ChosenMember {
  id: string;
  name: string;
}

interface Props {
  member: ChosenMember | null;
  onChange: (member: ChosenMember | null) => void;
}

/** Finds a member by a name, number, birth date or login, or by the employer. Each lookup is recorded. */
export function MemberField({ member, onChange }: Props) {
  const [text, setText] = useState(member?.name ?? '');
  const wanted = text.trim();
  const asked = useSettled(wanted, ASK_AFTER_MS);
  const isAsked = (typed: string) => isAskedFor(typed, shortestSearch);
  const { currentData, isError } = useHistoryMembersQuery(asked, { skip: member !== null || !isAsked(asked) });
  const answer: Found = isError ? 'failed' : currentData === undefined ? 'searching' : memberChoices(currentData);
  const found: Found = member !== null || !isAsked(wanted) ? 'idle' : asked === wanted ? answer : 'searching';
  return (
    <div className="min-w-0">
      <span className="mb-1 block text-base font-semibold" aria-hidden>
        Member
      </span>
      <Lookup
        label="Member"
        placeholder="Name, number, birth date, login or employer"
        hint={member === null ? lookupHint(wanted, shortestSearch) : undefined}
        notice={currentData?.some(isNearMember) && <NearNotice text={asked} />}
        text={text}
        onText={(typed) => {
          setText(typed);
          if (member !== null && typed !== member.name) onChange(null);
        }}
        found={found}
        chosen={member?.id ?? null}
        onChoose={({ id, name }) => {
          setText(name);
          onChange({ id, name });
        }}
      />
    </div>
  );
}
