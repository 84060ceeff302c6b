import type { PlatformOption } from '@superscope/contracts/corrections';
import { isInNames } from '@superscope/contracts/name-search';
import { useId, useState } from 'react';
import { toldApart } from '../lookups/told-apart';
import { Lookup, type Found } from '../../ui/lookup';
import { usePlatformsQuery } from './platforms.api';

interface Props {
  value: PlatformOption | null;
  onChange: (platform: PlatformOption | null) => void;
  disabled?: boolean;
  /** It need not be chosen, and a button chooses none. */
  optional?: boolean;
}

/** A platform, found by typing; emptying the field chooses none. */
export function PlatformLookup({ value, onChange, disabled = false, optional = false }: Props) {
  const [text, setText] = useState('');
  const id = useId();
  const { data, isError } = usePlatformsQuery();
  const found: Found =
    value !== null
      ? 'idle'
      : isError
        ? 'failed'
        : data
          ? toldApart(data.filter(({ name }) => isInNames([name], text.trim())))
          : 'searching';
  return (
    <div className="min-w-0">
      <span id={id} className="mb-1 block text-base font-semibold">
        Platform
        {!optional && <span className="font-normal text-ink-3"> (required)</span>}
      </span>
      <Lookup
        label="Platform"
        labelledBy={id}
        placeholder="Enter platform - start typing"
        disabled={disabled}
        text={value?.name ?? text}
        onText={(typed) => {
          // React Aria also reports the text that the choice itself put there.
          if (typed === value?.name) return;
          if (value !== null) onChange(null);
          setText(value === null ? typed : '');
        }}
        found={found}
        chosen={value?.id ?? null}
        onChoose={({ id: chosen, name }) => {
          setText('');
          onChange({ id: chosen, name });
        }}
        {...(optional && value !== null && !disabled && { onClear: () => onChange(null) })}
      />
    </div>
  );
}
