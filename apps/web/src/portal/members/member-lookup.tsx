import type { MemberOption } from '@superscope/contracts/member-events';
import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { useId, useState } from 'react';
import { Lookup, type Found } from '../../ui/lookup';
import { useSettled } from '../../ui/use-settled';
import { isAskedFor, lookupHint } from '../lookups/lookup-text';
import { useFindMembersQuery } from './members.api';

const ASK_AFTER_MS = 200;
/** The server lists at most this many. */
const MOST = 50;

const memberName = ({ surname, givenName, login }: MemberOption) =>
  [surname, givenName].filter(Boolean).join(', ') || (login ?? 'No name');

interface Props {
  label?: string;
  required?: boolean;
  autoFocus?: boolean;
  disabled?: boolean;
  member: MemberOption | null;
  onChange: (member: MemberOption | null) => void;
  /** Only members of this plan. */
  planId?: string | undefined;
}

/** Finds a member by the beginning of a name, number or login, or by the employer. */
export function MemberLookup({
  label = 'Member',
  required = false,
  autoFocus = false,
  disabled = false,
  member,
  onChange,
  planId,
}: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = member === null ? typed : memberName(member);
  const wanted = text.trim();
  const asked = useSettled(wanted, ASK_AFTER_MS);
  const isAsked = (typed: string) => isAskedFor(typed, shortestSearch);
  const { currentData, isError } = useFindMembersQuery(
    { name: asked, planId },
    { skip: member !== null || !isAsked(asked) },
  );
  const answer: Found = isError
    ? 'failed'
    : (currentData?.map((one) => ({
        id: one.id,
        name: memberName(one),
        details: [one.login ?? '', one.companyName ?? ''],
      })) ?? 'searching');
  const found: Found = member !== null || !isAsked(wanted) ? 'idle' : asked === wanted ? answer : 'searching';
  const count = typeof found === 'string' ? undefined : `${found.length === MOST ? 'First 50' : found.length} found`;
  return (
    <div>
      <span id={id} className="mb-1 block text-base font-semibold">
        {label}
        {required && <span className="font-normal text-ink-3"> (required)</span>}
      </span>
      <Lookup
        label={label}
        labelledBy={id}
        placeholder="Name, number, login or employer"
        autoFocus={autoFocus}
        disabled={disabled}
        hint={member === null ? lookupHint(wanted, shortestSearch) : undefined}
        count={count}
        text={text}
        onText={(given) => {
          // The field also reports the chosen member's name, which the user did not type.
          if (given === text) return;
          setTyped(given);
          if (member !== null) onChange(null);
        }}
        found={found}
        chosen={member?.id ?? null}
        onChoose={({ id: chosen }) => {
          const one = currentData?.find((option) => option.id === chosen);
          if (one === undefined) return;
          setTyped('');
          onChange(one);
        }}
      />
    </div>
  );
}
