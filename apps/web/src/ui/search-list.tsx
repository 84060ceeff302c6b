import { placeInName } from '@superscope/contracts/name-search';
import { Check, Search, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import {
  Autocomplete,
  Button,
  Collection,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SearchField,
} from 'react-aria-components';
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

/** The list that a `SearchChoice` opens. On phones it fills the screen. */
export function SearchList(props: SearchChoiceProps & Opened) {
  const { label, groups, chosen, onChoose, hint, counted, trigger, onClose } = props;
  const [text, setText] = useState('');
  const found = foundIn(groups, text);
  const all = groups.reduce((sum, { items }) => sum + items.length, 0);
  const left = found.reduce((sum, { items }) => sum + items.length, 0);
  const choose = (key: string) => {
    onClose();
    if (key !== chosen) onChoose(key);
  };
  /** Clears what was typed, then closes the list. The field's own handling would need a third press. */
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (text === '') onClose();
    else setText('');
  };
  return (
    <PopUp
      trigger={trigger}
      onClose={onClose}
      placement="bottom start"
      offset={6}
      className="flex w-[680px] flex-col !overflow-hidden max-sm:fixed max-sm:!inset-0 max-sm:!max-h-none max-sm:w-screen max-sm:!max-w-none max-sm:rounded-none"
    >
      <div className="flex min-h-0 flex-1 flex-col" onKeyDownCapture={escape}>
        <Autocomplete inputValue={text} onInputChange={setText}>
          <SearchField
            aria-label={`Search: ${label}`}
            autoFocus
            className="m-2 flex h-10 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 focus-within:border-focus focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus pointer-coarse:h-11"
          >
            <Search size={16} className="shrink-0 text-ink-3" aria-hidden />
            <Input
              placeholder={hint}
              spellCheck={false}
              className="h-full min-w-0 flex-1 bg-transparent text-base text-ink outline-none [&::-webkit-search-cancel-button]:hidden pointer-coarse:text-[16px]"
            />
            <span role="status" className="shrink-0 text-sm text-ink-3">
              {text === '' ? `${all} ${counted}` : `${left} of ${all}`}
            </span>
            <Button slot="clear" className="hidden" />
            <button
              type="button"
              aria-label="Close the list"
              onClick={onClose}
              className="-mr-1.5 grid size-9 place-items-center text-ink-2 sm:hidden"
            >
              <X size={18} aria-hidden />
            </button>
          </SearchField>
          <div className="min-h-0 flex-1 overflow-auto px-2 pb-2 sm:max-h-[440px]">
            <ListBox
              aria-label={label}
              items={found.map((group) => ({ ...group, id: group.label }))}
              dependencies={[text, chosen]}
              selectionMode="single"
              selectedKeys={[chosen]}
              onAction={(key) => choose(String(key))}
              onSelectionChange={(keys) => {
                const [key] = [...keys];
                if (key !== undefined) choose(String(key));
              }}
              disabledKeys={groups.flatMap(({ items }) =>
                items.flatMap(({ key, refused }) => (refused === null ? [] : key)),
              )}
              renderEmptyState={() => (
                <p className="px-3.5 py-3 text-base text-ink-3">Nothing is called that. Try another word.</p>
              )}
              className={cx('outline-none', text === '' && 'sm:columns-2 lg:columns-3')}
            >
              {(group) => (
                <ListBoxSection id={group.id} className="break-inside-avoid pb-1.5">
                  <Header className="px-2.5 py-1 text-sm font-semibold text-ink-3">{group.label}</Header>
                  <Collection items={group.items.map((item) => ({ ...item, id: item.key }))}>
                    {(item) => <Option item={item} text={text.trim()} />}
                  </Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </div>
        </Autocomplete>
      </div>
    </PopUp>
  );
}

const Option = ({ item: { key, label, refused }, text }: { item: SearchItem; text: string }) => (
  <ListBoxItem
    id={key}
    textValue={label}
    className={({ isFocused, isSelected, isDisabled }) =>
      cx(
        'flex items-center gap-2 rounded-md px-2.5 py-1.5 text-base outline-none pointer-coarse:min-h-11',
        isDisabled ? 'text-ink-3' : 'cursor-pointer text-ink',
        isSelected ? 'bg-brand-soft font-semibold text-brand' : isFocused && 'bg-hover',
      )
    }
  >
    {({ isSelected }) => (
      <>
        <span className="min-w-0 flex-1">
          <Matched label={label} part={text} />
          {refused !== null && <span className="block text-sm font-normal text-ink-3">{refused}</span>}
        </span>
        {isSelected && <Check size={16} className="shrink-0 text-brand" aria-hidden />}
      </>
    )}
  </ListBoxItem>
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
