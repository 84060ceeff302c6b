import { isInNames } from '@superscope/contracts/name-search';
import type { ContextOption } from '@superscope/contracts/users';
import { useState } from 'react';
import { toldApart } from '../lookups/told-apart';
import { Lookup, type Found } from '../../ui/lookup';

interface Props {
  label: string;
  /** Undefined while they load. */
  options: readonly ContextOption[] | undefined;
  failed: boolean;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string | undefined;
}

const KINDS = { company: 'Employer', provider: 'Provider', platform: 'Platform' } as const;
const MOST_SHOWN = 50;

/** Chooses an employer, provider or platform, found by part of its name or id. Callers remount it (by its key) for other options. */
export function ContextField({ label, options, failed, value, onChange, error }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const name = options?.find(({ id }) => id === value)?.name ?? value ?? '';
  const found = toldApart(
    (options ?? [])
      .filter(({ id, name }) => isInNames([name, id], typed ?? ''))
      .slice(0, MOST_SHOWN)
      .map((option) => ({ id: option.id, name: option.name, note: KINDS[option.kind] })),
  );
  const state: Found = value !== null ? 'idle' : failed ? 'failed' : options === undefined ? 'searching' : found;
  return (
    <div data-wrong={error !== undefined || undefined}>
      <p className="mb-1 text-base font-semibold" aria-hidden>
        {label}
      </p>
      <Lookup
        label={label}
        placeholder="Type part of a name"
        text={typed ?? name}
        onText={(text) => {
          // React Aria also reports the text that the choice itself put there.
          if (text === name && value !== null) return;
          setTyped(text);
          if (value !== null) onChange(null);
        }}
        found={state}
        chosen={value}
        onChoose={({ id }) => {
          setTyped(null);
          onChange(id);
        }}
      />
      {error !== undefined && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
