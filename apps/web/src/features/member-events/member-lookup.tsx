import type { MemberOption } from '@superscope/contracts/member-events';
import { shortestSearch, tooLongSearch } from '@superscope/contracts/member-event-rules';
import { useId, useState } from 'react';
import { Lookup, type Found } from '../../ui/lookup';
import { useSettled } from '../../ui/use-settled';
import { useFindMembersQuery } from './member-events.api';

const ASK_AFTER_MS = 200;
/** The server lists at most so many. */
const MOST = 50;

const nameOf = ({ surname, givenName, login }: MemberOption) =>
  [surname, givenName].filter(Boolean).join(', ') || (login ?? 'No name');

interface Props {
  member: MemberOption | null;
  onChange: (member: MemberOption | null) => void;
}

/** Finds a member by the beginning of a surname or login, or by the employer. */
export function MemberLookup({ member, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState(member === null ? '' : nameOf(member));
  const wanted = text.trim();
  const asked = useSettled(wanted, ASK_AFTER_MS);
  const isAsked = (typed: string) => typed.length >= shortestSearch && typed.length < tooLongSearch;
  const { currentData, isError } = useFindMembersQuery(asked, { skip: member !== null || !isAsked(asked) });
  const answer: Found = isError
    ? 'failed'
    : (currentData?.map((one) => ({
        id: one.id,
        name: nameOf(one),
        details: [one.login ?? '', one.companyName ?? ''],
      })) ?? 'searching');
  const found: Found = member !== null || !isAsked(wanted) ? 'idle' : asked === wanted ? answer : 'searching';
  const count = typeof found === 'string' ? undefined : `${found.length === MOST ? 'First 50' : found.length} found`;
  return (
    <div>
      <span id={id} className="mb-1 block text-base font-semibold">
        Member<span className="font-normal text-ink-3"> (required)</span>
      </span>
      <Lookup
        label="Member"
        labelledBy={id}
        placeholder="Surname, login or employer"
        hint={member === null ? hintOf(wanted) : undefined}
        count={count}
        text={text}
        onText={(typed) => {
          setText(typed);
          if (member !== null && typed !== nameOf(member)) onChange(null);
        }}
        found={found}
        chosen={member?.id ?? null}
        onChoose={({ id: chosen }) => {
          const one = currentData?.find((option) => option.id === chosen);
          if (one === undefined) return;
          setText(nameOf(one));
          onChange(one);
        }}
      />
    </div>
  );
}

function hintOf(wanted: string): string | undefined {
  if (wanted === '') return undefined;
  if (wanted.length < shortestSearch) return `Type at least ${shortestSearch} characters.`;
  return wanted.length >= tooLongSearch ? `Type fewer than ${tooLongSearch} characters.` : undefined;
}
