import type { PlanOption } from '@superscope/contracts/plan';
import { useEffect, useState } from 'react';
import { Lookup, type Found } from '../../ui/lookup';
import { isAskedFor, lookupHint } from '../lookups/lookup-text';
import { usePlansOfPlatformQuery } from './plan.api';

const ASK_AFTER_MS = 200;

export type ChosenPlan = Pick<PlanOption, 'id' | 'name'>;

interface Props {
  label: string;
  value: ChosenPlan | null;
  onChange: (plan: ChosenPlan | null) => void;
  /** Only plans of this platform. */
  platformId?: string | undefined;
  placeholder?: string;
}

/** A plan for one field of a form, found by typing; emptying the field chooses none. The plan of the page stays as it is. */
export function PlanLookup({ label, value, onChange, platformId, placeholder = 'Enter plan - start typing' }: Props) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { currentData, isError } = usePlansOfPlatformQuery({ name: asked, platformId }, { skip: !isAskedFor(asked) });
  const answer: Found = isError ? 'failed' : (currentData?.map(({ id, name }) => ({ id, name })) ?? 'searching');
  const found: Found = value !== null || !isAskedFor(wanted) ? 'idle' : asked === wanted ? answer : 'searching';
  return (
    <div className="min-w-0">
      <span className="mb-1 block text-base font-semibold" aria-hidden>
        {label}
      </span>
      <Lookup
        label={label}
        placeholder={placeholder}
        hint={value === null ? lookupHint(wanted) : undefined}
        text={value?.name ?? text}
        onText={(typed) => {
          // React Aria also reports the text that the choice itself put there.
          if (typed === value?.name) return;
          if (value !== null) onChange(null);
          setText(value === null ? typed : '');
        }}
        found={found}
        chosen={value?.id ?? null}
        onChoose={(choice) => {
          setText('');
          onChange({ id: choice.id, name: choice.name });
        }}
      />
    </div>
  );
}
