import type { MemberOption } from '@superscope/contracts/member-events';
import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { useState } from 'react';
import { isAskedFor, lookupHint } from '../../portal/lookups/lookup-text';
import { Lookup, type Found } from '../../ui/lookup';
import { useSettled } from '../../ui/use-settled';
import { useHistoryMembersQuery } from './event-history.api';

const ASK_AFTER_MS = 250;

const nameOf = ({ surname, givenName, login }: MemberOption) =>
  [surname, givenName].filter(Boolean).join(', ') || (login ?? 'No name');

export interface ChosenMember {
  id: string;
  name: string;
}

interface Props {
  member: ChosenMember | null;
  onChange: (member: ChosenMember | null) => void;
}

/** Finds a member by the beginning of a name, number or login, or by the employer. Each lookup is recorded. */
export function MemberField({ member, onChange }: Props) {
  const [text, setText] = useState(member?.name ?? '');
  const wanted = text.trim();
  const asked = useSettled(wanted, ASK_AFTER_MS);
  const isAsked = (typed: string) => isAskedFor(typed, shortestSearch);
  const { currentData, isError } = useHistoryMembersQuery(asked, { skip: member !== null || !isAsked(asked) });
  const answer: Found = isError
    ? 'failed'
    : (currentData?.map((one) => ({
        id: one.id,
        name: nameOf(one),
        details: [one.login ?? '', one.companyName ?? ''],
      })) ?? 'searching');
  const found: Found = member !== null || !isAsked(wanted) ? 'idle' : asked === wanted ? answer : 'searching';
  return (
    <div className="min-w-0">
      <span className="mb-1 block text-base font-semibold" aria-hidden>
        Member
      </span>
      <Lookup
        label="Member"
        placeholder="Name, number, login or employer"
        hint={member === null ? lookupHint(wanted, shortestSearch) : undefined}
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
