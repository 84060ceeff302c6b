import { Check, ChevronDown, GitCompareArrows } from 'lucide-react';
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { cx } from '../../ui/class-names';
import { month } from '../../ui/format';
import { isCompareKey, type CompareKey, type CompareOption } from './compare';

interface Props {
  options: CompareOption[];
  selected: CompareKey | null;
  onChange: (key: CompareKey | null) => void;
}
const NOTHING = 'nothing';

/** What figures over time are compared with; the months of each choice stand beside it. */
export function CompareSelector({ options, selected, onChange }: Props) {
  const chosen = options.find(({ key }) => key === selected);
  return (
    <Select
      aria-label="Compare with"
      value={chosen?.key ?? NOTHING}
      onChange={(key) => onChange(isCompareKey(key) ? key : null)}
      disabledKeys={options.filter(({ refused }) => refused).map(({ key }) => key)}
    >
      <Button className={cx('control hover:bg-hover', chosen && 'border-brand-line bg-brand-soft')}>
        <GitCompareArrows size={16} className={chosen ? 'text-brand' : 'text-ink-3'} aria-hidden />
        <SelectValue>{() => <span>{chosen ? `Compare: ${inText(chosen.label)}` : 'Compare'}</span>}</SelectValue>
        <ChevronDown size={15} className="text-ink-3" aria-hidden />
      </Button>
      <Popover
        placement="bottom end"
        offset={6}
        className="w-80 max-w-[calc(100vw-2rem)] overflow-auto rounded-lg border bg-raised shadow-pop"
      >
        <ListBox className="py-1 outline-none">
          <Choice id={NOTHING} label="Compare with nothing" note="" />
          {options.map(({ key, label, months, refused }) => (
            <Choice key={key} id={key} label={label} note={refused ? 'no figures of that time' : spanOf(months)} />
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

const inText = (label: string) => `${label[0]!.toLowerCase()}${label.slice(1)}`;
const spanOf = ([first, last]: [string, string]) =>
  first === last ? month(first) : `${month(first)} – ${month(last)}`;

const Choice = ({ id, label, note }: { id: string; label: string; note: string }) => (
  <ListBoxItem
    id={id}
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
