import { Check, Search, X } from 'lucide-react';
import { useContext, useEffect, useState, type ReactNode } from 'react';
import { ComboBox, ComboBoxStateContext, Group, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { ChoiceText, type Choice } from './choice-text';
import { cx } from './class-names';

/** `idle`: there is nothing to look for. */
export type Found = readonly Choice[] | 'idle' | 'searching' | 'failed';

interface Props {
  label: string;
  /** The id of a visible label; without one, `label` is the name for screen readers. */
  labelledBy?: string;
  /** A message in the list in place of results, such as how much to type. */
  hint?: string | undefined;
  /** Above the results, such as that they are only near. */
  notice?: ReactNode;
  /** At the right of the field, such as how many were found. */
  count?: string | undefined;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** The server's results for the text. */
  found: Found;
  /** The id of the choice that has a tick. */
  chosen: string | null;
  onChoose: (choice: Choice) => void;
  /** Called on Escape in an empty field, and when the focus leaves the field. */
  onLeave?: () => void;
  /** Shows a button that empties the field. */
  onClear?: () => void;
  autoFocus?: boolean;
  disabled?: boolean;
  className?: string | undefined;
}

const NOTES = { searching: 'Searching…', failed: 'The search did not work. Type on to try again.' };

/**
 * A field that searches on the server while the user types. React Aria's ComboBox handles the keyboard and screen
 * readers.
 */
export function Lookup({ found, text, onText, chosen, onChoose, onLeave, disabled = false, ...rest }: Props) {
  const [open, setOpen] = useState(false);
  const choices = typeof found === 'string' ? [] : found;
  const note = rest.hint ?? (typeof found !== 'string' ? 'No results' : found === 'idle' ? '' : NOTES[found]);
  return (
    <ComboBox
      {...(rest.labelledBy === undefined ? { 'aria-label': rest.label } : { 'aria-labelledby': rest.labelledBy })}
      items={choices}
      inputValue={text}
      onInputChange={onText}
      // Keeps the text when the list closes without a choice. The caller keeps the choice, so the value here is always null.
      allowsCustomValue
      value={null}
      onChange={(id) => {
        const choice = choices.find((one) => one.id === id);
        if (choice) onChoose(choice);
      }}
      allowsEmptyCollection={found !== 'idle' || rest.hint !== undefined}
      shouldFocusWrap
      onOpenChange={setOpen}
      onKeyDown={({ key }) => {
        // While the list is open, Escape closes it.
        if (key !== 'Escape' || open) return;
        if (text === '') onLeave?.();
        else if (!disabled) onText('');
      }}
      onBlur={onLeave}
      isReadOnly={disabled}
      autoFocus={rest.autoFocus}
      className={rest.className}
    >
      <HighlightFirst />
      <Group className="settle flex h-10 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 focus-within:border-focus focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus pointer-coarse:h-11">
        <Search size={16} className="shrink-0 text-ink-3" aria-hidden />
        <Input
          spellCheck={false}
          placeholder={rest.placeholder}
          className="h-full min-w-0 flex-1 bg-transparent text-base font-normal text-ink outline-none pointer-coarse:text-[16px]"
        />
        {rest.count !== undefined && (
          <span role="status" className="shrink-0 text-sm text-ink-3">
            {rest.count}
          </span>
        )}
        {rest.onClear && (
          <button
            type="button"
            aria-label={`Clear ${rest.label}`}
            onClick={rest.onClear}
            className="-mr-2 grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
          >
            <X size={15} aria-hidden />
          </button>
        )}
      </Group>
      <Popover
        offset={6}
        placement="bottom start"
        className={cx(
          'w-(--trigger-width) min-w-64 overflow-auto rounded-lg border bg-raised font-normal shadow-pop',
          choices.some(({ details }) => details !== undefined) && 'md:min-w-[45rem]',
        )}
      >
        {Boolean(rest.notice) && choices.length > 0 && (
          <p role="status" className="border-b bg-info-soft px-3.5 py-2 text-base text-ink">
            {rest.notice}
          </p>
        )}
        <ListBox<Choice>
          // An option that stays in the list is drawn again as more of its name is typed.
          dependencies={[text, chosen]}
          className={cx('max-h-80 overflow-auto py-1 outline-none', choices.length === 0 && 'hidden')}
        >
          {(choice) => <Option choice={choice} part={text.trim()} ticked={choice.id === chosen} />}
        </ListBox>
        {choices.length === 0 && (
          <p role="status" className="px-3.5 py-2.5 text-base text-ink-3">
            {note}
          </p>
        )}
      </Popover>
    </ComboBox>
  );
}

/** Highlights the first result, so that Enter takes it. React Aria highlights none before an arrow key is pressed. */
function HighlightFirst() {
  const state = useContext(ComboBoxStateContext);
  const manager = state?.selectionManager;
  const first = state?.isOpen && manager?.focusedKey == null ? state.collection.getFirstKey() : null;
  useEffect(() => {
    if (first === null) return;
    // React Aria clears the highlight in effects of its own, which run after this one.
    queueMicrotask(() => {
      manager?.setFocused(true);
      manager?.setFocusedKey(first);
    });
  }, [manager, first]);
  return null;
}

const Option = ({ choice, part, ticked }: { choice: Choice; part: string; ticked: boolean }) => (
  <ListBoxItem
    id={choice.id}
    textValue={choice.name}
    className={({ isFocused, isHovered }) =>
      cx(
        '@container flex cursor-pointer items-center gap-3 px-3.5 py-2 text-base text-ink outline-none pointer-coarse:py-3',
        isFocused ? 'bg-brand-soft' : isHovered && 'bg-hover',
      )
    }
  >
    <ChoiceText choice={choice} part={part} />
    {ticked && <Check size={16} className="text-brand" role="img" aria-label="Chosen" />}
  </ListBoxItem>
);
