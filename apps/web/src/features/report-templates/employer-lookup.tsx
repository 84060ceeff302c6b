import { isInNames } from '@superscope/contracts/name-search';
import { useId, useState } from 'react';
import { usePlanGroupsQuery } from '../../portal/plan/plan.api';
import { Lookup, type Found } from '../../ui/lookup';

export interface Chosen {
  id: string;
  name: string;
}

interface Props {
  planId: string | null;
  value: Chosen | null;
  onChange: (employer: Chosen | null) => void;
}

/** An employer of one plan, found by typing; without a plan it says what to choose first. */
export function EmployerLookup({ planId, value, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const { currentData, isError } = usePlanGroupsQuery(planId ?? '', { skip: planId === null });
  const listed = currentData?.companies.filter(({ label }) => isInNames([label], text.trim()));
  const found: Found =
    value !== null
      ? 'idle'
      : isError
        ? 'failed'
        : (listed?.map((one) => ({ id: one.value, name: one.label })) ?? 'searching');
  return (
    <div className="min-w-0">
      <span id={id} className="mb-1 block text-base font-semibold">
        Employer
      </span>
      {planId === null ? (
        <p className="flex h-10 items-center rounded-md border bg-sunken px-3 text-base text-ink-3">
          Choose a plan first
        </p>
      ) : (
        <Lookup
          label="Employer"
          labelledBy={id}
          placeholder="Enter employer - start typing"
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
      )}
    </div>
  );
}
