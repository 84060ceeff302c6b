import type { RefusedCell } from '@superscope/contracts/import-repair';
import { holdsTaxFileNumber, noTaxFileNumbers } from '@superscope/contracts/import-repair-rules';
import { Sparkles } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../../ui/class-names';
import { KeyCap } from '../../ui/key-cap';
import { number } from '../../ui/format';

interface Props {
  cell: RefusedCell & { column: string };
  /** What was typed before; empty for nothing, and where the cell is to be left blank. */
  typed: string;
  isLeftBlank: boolean;
  /** Takes a value; a blank one takes back what was typed. */
  onTake: (value: string) => void;
  onLeaveBlank: () => void;
  onSkip: () => void;
  /** Takes the last step back; false if there is none. */
  onUndo: () => boolean;
  /** Goes to the next open cell. `isGone`: this one is not drawn any more. */
  onNext: (from: HTMLInputElement, isGone: boolean) => void;
}

/** The right value of a refused cell. Nothing that names a tax file number leaves the field, or stays in it. */
export function CellField({ cell, typed, isLeftBlank, onTake, onLeaveBlank, onSkip, onUndo, onNext }: Props) {
  const { line, column, suggestion, state } = cell;
  const [text, setText] = useState(typed);
  const [before, setBefore] = useState(typed);
  const [isRefused, setRefused] = useState(false);
  const noteId = useId();
  /** Whether a key has said what becomes of the text, so that leaving the field says nothing more. */
  const isSettled = useRef(false);
  // A suggestion was taken with others, or a step was taken back.
  if (before !== typed) {
    setBefore(typed);
    setText(typed);
  }
  const take = (value: string): boolean => {
    const holdsNumber = holdsTaxFileNumber(value);
    setRefused(holdsNumber);
    if (holdsNumber) setText('');
    else if (value.trim() !== typed) onTake(value.trim());
    return !holdsNumber;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (event.key === 'Enter') {
      event.preventDefault();
      const value = event.altKey ? suggestion?.value : text;
      if (value === undefined || !take(value)) return;
      isSettled.current = true;
      onNext(field, false);
    } else if (event.altKey && event.code === 'KeyS') {
      event.preventDefault();
      isSettled.current = true;
      onSkip();
      onNext(field, true);
    } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && text === typed) {
      if (onUndo()) event.preventDefault();
    } else if (event.key === 'Escape') setText(typed);
  };
  const note = isRefused ? noTaxFileNumbers : null;
  // A line of a member who was erased has no values to put in its place.
  const mayBeBlank = text === '' && (isLeftBlank || cell.isWithheld || (cell.value ?? '') !== '');
  return (
    <div className="min-w-44">
      <input
        aria-label={`Right value of ${column}, line ${number(line)}`}
        aria-invalid={isRefused || undefined}
        aria-describedby={note !== null || suggestion ? noteId : undefined}
        aria-keyshortcuts={suggestion ? 'Alt+Enter Alt+S' : 'Alt+S'}
        data-cell={state}
        autoComplete="off"
        spellCheck={false}
        placeholder={isLeftBlank ? 'Left blank' : 'Type it'}
        value={text}
        onFocus={() => (isSettled.current = false)}
        onChange={({ target }) => {
          isSettled.current = false;
          setText(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => isSettled.current || take(text)}
        className={cx(
          'h-9 w-full rounded-md border bg-surface px-3 text-base pointer-coarse:h-11 pointer-coarse:text-[16px]',
          isRefused ? 'border-danger' : 'border-line-strong',
        )}
      />
      {(note !== null || suggestion || mayBeBlank) && (
        <div id={noteId} className="mt-1 text-sm">
          {note !== null && (
            <p role="alert" className="font-medium text-danger">
              {note}
            </p>
          )}
          {suggestion && (
            <button
              type="button"
              onClick={() => take(suggestion.value)}
              className="inline-flex min-h-6 flex-wrap items-center gap-1.5 rounded-sm text-left font-semibold text-brand hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              <Sparkles size={14} aria-hidden className="shrink-0" />
              <span className="sr-only">Take </span>
              <span className="wrap-anywhere">{suggestion.value}</span>
              {suggestion.isGuess && <span className="font-normal text-ink-2">a guess</span>}
              <KeyCap>Alt ↵</KeyCap>
            </button>
          )}
          {mayBeBlank && (
            <button
              type="button"
              aria-label={`${isLeftBlank ? 'Take back the blank' : 'Leave blank'}: ${column}, line ${number(line)}`}
              onClick={isLeftBlank ? () => onTake('') : onLeaveBlank}
              className="block min-h-6 rounded-sm font-semibold text-brand hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              {isLeftBlank ? 'Take back the blank' : 'Leave blank'}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
