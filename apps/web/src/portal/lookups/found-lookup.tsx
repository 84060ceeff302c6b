import { useId } from 'react';
import type { Choice } from '../../ui/choice-text';
import { Lookup, type Found } from '../../ui/lookup';
import { isAskedFor, lookupHint } from './lookup-text';
import { NearNotice } from './near-notice';
import { toldApart } from './told-apart';
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
  /** The choices instead of a name and what is below it. */
  choicesOf?: (of: readonly T[]) => readonly Choice[];
  /** Whether what was found only looks or sounds like the text. */
  isNear?: (of: T) => boolean;
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
    isNear = () => false,
    counts = false,
    clears = false,
    autoFocus = false,
    disabled = false,
  } = props;
  const labelId = useId();
  const { text, setText, wanted, asked, atLeast } = typed;
  const choiceOf = (one: T): Choice => {
    const under = underOf(one);
    return { id: one.id, name: nameOf(one), ...(under !== undefined && { under }) };
  };
  const { choicesOf = (of) => toldApart(of.map(choiceOf)) } = props;
  const listed = answer.currentData && choicesOf(answer.currentData);
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
        notice={answer.currentData?.some(isNear) && <NearNotice text={asked} />}
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
