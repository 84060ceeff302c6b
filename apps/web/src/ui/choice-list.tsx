import { Check } from 'lucide-react';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components';
import type { Choice } from './choice-button';
import { cx } from './class-names';
import type { Opened } from './opener';
import { PopUp } from './pop-up';

interface Props<K extends string> extends Opened {
  label: string;
  groups: readonly { label: string; choices: readonly Choice<K>[] }[];
  chosen: K;
  onChoose: (key: K) => void;
}

// Choosing the chosen item again closes the list too. React Aria supports the property, but its type for lists lacks
// it.
const EVERY_CHOICE = { allowDuplicateSelectionEvents: true };

/** The list that a `ChoiceButton` opens. */
export function ChoiceList<K extends string>({ label, groups, chosen, onChoose, trigger, onClose }: Props<K>) {
  const choices = groups.flatMap((group) => group.choices);
  const choose = (key: unknown) => {
    onClose();
    const one = choices.find((choice) => choice.key === key);
    if (one && one.key !== chosen) onChoose(one.key);
  };
  return (
    <PopUp trigger={trigger} onClose={onClose} placement="bottom end" offset={6} className="w-80">
      <ListBox
        {...EVERY_CHOICE}
        aria-label={label}
        autoFocus
        shouldFocusWrap
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => choose([...keys][0])}
        disabledKeys={choices.filter(({ disabled }) => disabled).map(({ key }) => key)}
        className="py-1 outline-none"
      >
        {groups.length === 1
          ? choices.map(optionOf)
          : groups.map((group) => (
              <ListBoxSection
                key={group.label}
                aria-label={group.label}
                className={cx(group !== groups[0] && 'mt-1 border-t pt-1')}
              >
                {group.choices.map(optionOf)}
              </ListBoxSection>
            ))}
      </ListBox>
    </PopUp>
  );
}

const optionOf = ({ key, label, note }: Choice<string>) => (
  <ListBoxItem
    key={key}
    id={key}
    textValue={label}
    className={({ isFocused, isSelected, isDisabled }) =>
      cx(
        'flex items-center gap-3 px-3.5 py-2 text-base outline-none pointer-coarse:py-3',
        isDisabled ? 'text-ink-3' : 'cursor-pointer',
        isSelected && 'bg-brand-soft font-semibold',
        isFocused && !isSelected && 'bg-hover',
      )
    }
  >
    {({ isSelected }) => (
      <>
        <span className="flex-1">{label}</span>
        <span className="text-sm font-normal text-ink-3">{note}</span>
        {isSelected && <Check size={16} className="text-brand" aria-hidden />}
      </>
    )}
  </ListBoxItem>
);
