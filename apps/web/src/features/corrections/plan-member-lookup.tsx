import type { PlanMembers } from '@superscope/contracts/corrections';
import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { useEffect, useState } from 'react';
import { isAskedFor, lookupHint } from '../../portal/lookups/lookup-text';
import { Lookup, type Found } from '../../ui/lookup';
import { usePlanMembersQuery } from './corrections.api';

const ASK_AFTER_MS = 250;

export type FoundMember = PlanMembers[number];

interface Props {
  planId: string;
  value: FoundMember | null;
  onChange: (member: FoundMember | null) => void;
}

/** Finds a member of a plan by name or number, from three characters on. */
export function PlanMemberLookup({ planId, value, onChange }: Props) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isAsked = (typed: string) => isAskedFor(typed, shortestSearch);
  const { currentData, isError } = usePlanMembersQuery({ planId, name: asked }, { skip: !isAsked(asked) });
  const choices = currentData?.map(({ id, name, memberNumber }) => ({ id, name, note: memberNumber }));
  const answer: Found = isError ? 'failed' : (choices ?? 'searching');
  const found: Found = value !== null || !isAsked(wanted) ? 'idle' : asked === wanted ? answer : 'searching';
  return (
    <div className="min-w-0">
      <span className="mb-1 block text-base font-semibold" aria-hidden>
        Member
      </span>
      <Lookup
        label="Member"
        placeholder="Name or number"
        hint={value === null ? lookupHint(wanted, shortestSearch) : undefined}
        text={value?.name ?? text}
        onText={(typed) => {
          if (typed === value?.name) return;
          if (value !== null) onChange(null);
          setText(value === null ? typed : '');
        }}
        found={found}
        chosen={value?.id ?? null}
        onChoose={(choice) => {
          setText('');
          onChange(currentData?.find(({ id }) => id === choice.id) ?? null);
        }}
      />
    </div>
  );
}
