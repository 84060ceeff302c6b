import { placeInName } from '@superscope/contracts/name-search';
import { Check, Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { cx } from './class-names';
import type { Opened } from './opener';
import { PopUp } from './pop-up';
import type { SearchChoiceProps, SearchItem } from './search-choice';

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[-\s]+/g, ' ')
    .trim();

/** Items whose label, group or everyday words contain each of the typed words. */
function foundIn(groups: SearchChoiceProps['groups'], text: string) {
  const typed = plain(text).split(' ').filter(Boolean);
  return groups.flatMap(({ label, items }) => {
    const found = items.filter((item) => {
      const all = plain(`${label} ${item.label} ${item.words}`);
      return typed.every((word) => all.includes(word));
    });
    return found.length === 0 ? [] : [{ label, items: found }];
  });
}

/** Where an arrow key leads, round the ends of the list and past what cannot be chosen. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** The list that a `SearchChoice` opens. On phones it fills the screen. */
export const SearchList = (props: SearchChoiceProps & Opened) => (
  <PopUp
    label={props.label}
    trigger={props.trigger}
    onClose={props.onClose}
    placement="bottom start"
    offset={6}
    className="flex w-[680px] flex-col !overflow-hidden max-sm:fixed max-sm:!inset-0 max-sm:!max-h-none max-sm:w-screen max-sm:!max-w-none max-sm:rounded-none"
  >
    <Searched {...props} />
  </PopUp>
);

/**
 * The search field names the highlighted option (`aria-activedescendant`), so that arrows, Enter and typing work together. The list takes
 * the focus only to be scrolled by keyboard: an arrow there leads back to the field, and Enter chooses as it does in the field.
 */
function Searched({ label, groups, chosen, onChoose, hint, counted, onClose }: SearchChoiceProps & Opened) {
  const id = useId();
  const [text, setText] = useState('');
  /** The option that an arrow or the pointer highlighted; null before, and after typing. */
  const [marked, setMarked] = useState<string | null>(null);
  const found = foundIn(groups, text);
  const items = found.flatMap((group) => group.items);
  const all = groups.reduce((sum, group) => sum + group.items.length, 0);
  const open = items.filter(({ refused }) => refused === null).map(({ key }) => key);
  const first = text === '' && open.includes(chosen) ? chosen : open[0];
  const active = marked !== null && open.includes(marked) ? marked : first;
  const optionId = (key: string) => `${id}-${key}`;
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Opened by an arrow key, the pop-up takes the focus itself after its content has drawn.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    // By keyboard only: a list that moves under the pointer would highlight something else.
    if (marked !== null) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const choose = (key: string) => {
    onClose();
    if (key !== chosen) onChoose(key);
  };
  const type = (typed: string) => {
    setText(typed);
    setMarked(null);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      field.current?.focus();
      const at = active === undefined ? -1 : open.indexOf(active);
      const next = open.at((at + step + open.length) % Math.max(1, open.length));
      if (next !== undefined) setMarked(next);
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      if (active !== undefined) choose(active);
    } else if (event.key === 'Escape') {
      // Clears what was typed, then closes the list.
      event.preventDefault();
      event.stopPropagation();
      if (text === '') onClose();
      else type('');
    }
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col" onKeyDownCapture={pressed}>
      <SearchField
        aria-label={`Search: ${label}`}
        value={text}
        onChange={type}
        className="m-2 flex h-10 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 focus-within:border-focus focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus pointer-coarse:h-11"
      >
        <Search size={16} className="shrink-0 text-ink-3" aria-hidden />
        <Input
          ref={field}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          placeholder={hint}
          spellCheck={false}
          autoComplete="off"
          autoCorrect="off"
          enterKeyHint="go"
          className="h-full min-w-0 flex-1 bg-transparent text-base text-ink outline-none [&::-webkit-search-cancel-button]:hidden pointer-coarse:text-[16px]"
        />
        <span role="status" className="shrink-0 text-sm text-ink-3">
          {text === '' ? `${all} ${counted}` : `${items.length} of ${all}`}
        </span>
        <button
          type="button"
          aria-label="Close the list"
          onClick={onClose}
          className="-mr-1.5 grid size-9 place-items-center text-ink-2 sm:hidden"
        >
          <X size={18} aria-hidden />
        </button>
      </SearchField>
      <div
        role="group"
        aria-label={counted}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-2 pb-2 sm:max-h-[440px]"
      >
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          className={cx(text === '' && 'sm:columns-2 lg:columns-3')}
        >
          {found.map((group) => (
            <div key={group.label} role="group" aria-label={group.label} className="break-inside-avoid pb-1.5">
              <p aria-hidden className="px-2.5 py-1 text-sm font-semibold text-ink-3">
                {group.label}
              </p>
              {group.items.map((item) => (
                <Option
                  key={item.key}
                  id={optionId(item.key)}
                  item={item}
                  text={text.trim()}
                  isChosen={item.key === chosen}
                  isActive={item.key === active}
                  onChoose={() => choose(item.key)}
                />
              ))}
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <p className="px-3.5 py-3 text-base text-ink-3">Nothing is called that. Try another word.</p>
        )}
      </div>
    </div>
  );
}

interface OptionProps {
  id: string;
  item: SearchItem;
  text: string;
  isChosen: boolean;
  isActive: boolean;
  onChoose: () => void;
}
const Option = ({ id, item: { label, refused }, text, isChosen, isActive, onChoose }: OptionProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isChosen}
    aria-disabled={refused !== null || undefined}
    data-active={isActive || undefined}
    onClick={refused === null ? onChoose : undefined}
    className={cx(
      'flex items-center gap-2 rounded-md px-2.5 py-1.5 text-base pointer-coarse:min-h-11',
      refused === null ? 'cursor-pointer text-ink hover:bg-hover' : 'text-ink-3',
      isChosen ? 'bg-brand-soft font-semibold text-brand' : isActive && 'bg-hover',
      isActive && 'outline-2 -outline-offset-2 outline-focus',
    )}
  >
    <span className="min-w-0 flex-1">
      <Matched label={label} part={text} />
      {refused !== null && <span className="block text-sm font-normal text-ink-3">{refused}</span>}
    </span>
    {isChosen && <Check size={16} className="shrink-0 text-brand" aria-hidden />}
  </div>
);

/** The label with the typed text in bold. */
function Matched({ label, part }: { label: string; part: string }) {
  const place = placeInName(label, part);
  if (place === null || part === '') return label;
  const [from, to] = place;
  return (
    <>
      {label.slice(0, from)}
      <b className="font-[650] text-brand">{label.slice(from, to)}</b>
      {label.slice(to)}
    </>
  );
}
