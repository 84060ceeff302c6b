import { useId } from 'react';
import { Lookup, type Choice, type Found } from '../../ui/lookup';
import { isAskedFor, lookupHint } from './lookup-text';
import type { Typed } from './use-typed';

/** The server lists at most this many. */
const MOST = 50;

interface Answer<T> {
  currentData?: readonly T[] | undefined;
  isError: boolean;
}

interface Props<T extends { id: string }> {
  label: string;
  /** In small print after the label, such as '(required)'. */
  mark?: string;
  placeholder: string;
  value: T | null;
  onChange: (chosen: T | null) => void;
  typed: Typed;
  /** The server's answer for what is asked. */
  answer: Answer<T>;
  nameOf: (of: T) => string;
  /** In small print below the name. */
  underOf?: (of: T) => string | undefined;
  /** In small print after the name. */
  noteOf?: (of: T) => string | undefined;
  /** In columns after the name. */
  detailsOf?: (of: T) => readonly string[];
  /** Says how many were found. */
  counts?: boolean;
  /** Shows a button that chooses nothing. */
  clears?: boolean;
  autoFocus?: boolean;
  disabled?: boolean;
}

/** A field that finds on the server what a name is typed of. Changing the text of what is chosen chooses nothing. */
export function FoundLookup<T extends { id: string }>({ value, onChange, typed, answer, nameOf, ...props }: Props<T>) {
  const {
    label,
    mark,
    placeholder,
    underOf = () => undefined,
    noteOf = () => undefined,
    detailsOf,
    counts = false,
    clears = false,
    autoFocus = false,
    disabled = false,
  } = props;
  const labelId = useId();
  const { text, setText, wanted, asked, atLeast } = typed;
  const listed = answer.currentData?.map((one): Choice => {
    const under = underOf(one);
    const note = noteOf(one);
    return {
      id: one.id,
      name: nameOf(one),
      ...(under !== undefined && { under }),
      ...(note !== undefined && { note }),
      ...(detailsOf && { details: detailsOf(one) }),
    };
  });
  const choices: Found = answer.isError ? 'failed' : (listed ?? 'searching');
  const found: Found =
    value !== null || !isAskedFor(wanted, atLeast) ? 'idle' : asked === wanted ? choices : 'searching';
  const count = typeof found === 'string' ? undefined : `${found.length === MOST ? 'First 50' : found.length} found`;
  const shown = value === null ? text : nameOf(value);
  const clear = () => {
    setText('');
    onChange(null);
  };
  return (
    <div className="min-w-0">
      <span id={labelId} className="mb-1 block text-base font-semibold">
        {label}
        {mark !== undefined && <span className="font-normal text-ink-3"> {mark}</span>}
      </span>
      <Lookup
        label={label}
        labelledBy={labelId}
        placeholder={placeholder}
        autoFocus={autoFocus}
        disabled={disabled}
        hint={value === null ? lookupHint(wanted, atLeast) : undefined}
        count={counts ? count : undefined}
        text={shown}
        onText={(given) => {
          // React Aria also reports the text that the choice itself put there.
          if (given === shown) return;
          setText(value === null ? given : '');
          if (value !== null) onChange(null);
        }}
        found={found}
        chosen={value?.id ?? null}
        onChoose={({ id }) => {
          const one = answer.currentData?.find((each) => each.id === id);
          if (one === undefined) return;
          setText('');
          onChange(one);
        }}
        {...(clears && value !== null && !disabled && { onClear: clear })}
      />
    </div>
  );
}
