import { Check, Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from './class-names';

export interface Choice {
  id: string;
  name: string;
}

interface Props {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** What was found for the text; undefined while it is looked for, null when there is nothing to look for. */
  found: Choice[] | undefined | null;
  /** Ticked. */
  chosen: string | null;
  onChoose: (choice: Choice) => void;
  /** Escape in an empty field, or the focus went elsewhere. */
  onLeave?: () => void;
  autoFocus?: boolean;
  disabled?: boolean;
  className?: string | undefined;
}

/** A field that finds by typing: arrows walk the list, Enter takes, Escape closes, the focus never leaves the field. */
export function TypeAhead({ found, onChoose, onLeave, text, onText, chosen, ...rest }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const choices = found ?? [];
  const shown = open && found !== null;
  const active = shown ? choices[Math.min(at, choices.length - 1)] : undefined;

  useEffect(() => {
    if (rest.autoFocus) input.current?.focus();
  }, [rest.autoFocus]);
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, active]);

  const take = (choice: Choice) => {
    setOpen(false);
    onChoose(choice);
  };
  const walk = (by: number) => {
    setOpen(true);
    if (choices.length > 0)
      setAt(shown ? (Math.min(at, choices.length - 1) + by + choices.length) % choices.length : 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') walk(1);
    else if (event.key === 'ArrowUp') walk(-1);
    else if (event.key === 'Enter' && active) take(active);
    else if (event.key === 'Escape' && shown) setOpen(false);
    else if (event.key === 'Escape' && text !== '') onText('');
    else if (event.key === 'Escape') onLeave?.();
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={box}
      className={cx('relative', rest.className)}
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget)) return;
        setOpen(false);
        onLeave?.();
      }}
    >
      <div className="settle flex h-10 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 focus-within:border-focus focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus pointer-coarse:h-11">
        <Search size={16} className="shrink-0 text-ink-3" aria-hidden />
        <input
          ref={input}
          role="combobox"
          aria-label={rest.label}
          aria-autocomplete="list"
          aria-expanded={shown && choices.length > 0}
          aria-controls={shown && choices.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={rest.placeholder}
          readOnly={rest.disabled}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setOpen(true);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-md font-normal text-ink outline-none pointer-coarse:text-[16px]"
        />
      </div>
      {shown && (
        <div className="absolute inset-x-0 top-full z-30 mt-1.5 min-w-64 overflow-hidden rounded-lg border bg-raised font-normal shadow-pop">
          {choices.length > 0 && (
            <ul id={`${id}-list`} role="listbox" aria-label={rest.label} className="max-h-80 overflow-auto py-1">
              {choices.map((choice) => (
                <li
                  key={choice.id}
                  id={`${id}-${choice.id}`}
                  role="option"
                  aria-selected={choice === active}
                  // Pressing must not take the focus from the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(choice)}
                  className={cx(
                    'flex cursor-pointer items-center gap-3 px-3.5 py-2 text-base text-ink hover:bg-hover pointer-coarse:py-3',
                    choice === active && 'bg-brand-soft',
                  )}
                >
                  <span className="min-w-0 flex-1">
                    <Matched name={choice.name} part={text.trim()} />
                  </span>
                  {choice.id === chosen && <Check size={16} className="text-brand" role="img" aria-label="Chosen" />}
                </li>
              ))}
            </ul>
          )}
          {choices.length === 0 && (
            <p className="px-3.5 py-2.5 text-base text-ink-3">{found === undefined ? 'Searching…' : 'No results'}</p>
          )}
        </div>
      )}
      <span role="status" className="sr-only">
        {!shown || found === undefined
          ? ''
          : choices.length === 0
            ? 'No results'
            : `${choices.length} ${choices.length === 1 ? 'result' : 'results'}`}
      </span>
    </div>
  );
}

/** The name with what was typed in bold. */
function Matched({ name, part }: { name: string; part: string }) {
  const at = part === '' ? -1 : name.toLowerCase().indexOf(part.toLowerCase());
  if (at < 0) return name;
  return (
    <>
      {name.slice(0, at)}
      <b className="font-[650]">{name.slice(at, at + part.length)}</b>
      {name.slice(at + part.length)}
    </>
  );
}
