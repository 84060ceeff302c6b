import { CalendarDays, Check, ChevronDown } from 'lucide-react';
import { Button, ListBox, ListBoxItem, ListBoxSection, Popover, Select, SelectValue } from 'react-aria-components';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';
import type { PeriodKey, PeriodOption } from './period';

interface Props {
  options: PeriodOption[];
  selected: PeriodOption;
  onChange: (key: PeriodKey) => void;
}

/** A named choice with its dates in grey. */
export function PeriodSelector({ options, selected, onChange }: Props) {
  const named = options.filter((option) => option.key.startsWith('since'));
  const presets = options.filter((option) => !option.key.startsWith('since'));
  return (
    <Select aria-label="Period" value={selected.key} onChange={(key) => onChange(key as PeriodKey)}>
      <Button className="control hover:bg-hover">
        <CalendarDays size={16} className="text-ink-3" aria-hidden />
        <SelectValue className="flex gap-2">
          {() => (
            <>
              <span>{selected.label}</span>
              <span className="hidden font-normal text-ink-3 sm:inline">
                {date(selected.start)} – {date(selected.end)}
              </span>
            </>
          )}
        </SelectValue>
        <ChevronDown size={15} className="text-ink-3" aria-hidden />
      </Button>
      <Popover
        placement="bottom end"
        offset={6}
        className="w-80 max-w-[calc(100vw-2rem)] overflow-auto rounded-lg border bg-raised shadow-pop"
      >
        <ListBox className="py-1 outline-none">
          <ListBoxSection aria-label="Since">
            {named.map((option) => (
              <Option key={option.key} option={option} />
            ))}
          </ListBoxSection>
          {presets.length > 0 && (
            <ListBoxSection aria-label="Presets" className="mt-1 border-t pt-1">
              {presets.map((option) => (
                <Option key={option.key} option={option} />
              ))}
            </ListBoxSection>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}

const Option = ({ option }: { option: PeriodOption }) => (
  <ListBoxItem
    id={option.key}
    textValue={option.label}
    className={({ isFocused, isSelected }) =>
      cx(
        'flex cursor-pointer items-center gap-3 px-3.5 py-2 text-base outline-none pointer-coarse:py-3',
        isSelected && 'bg-brand-soft font-semibold',
        isFocused && !isSelected && 'bg-hover',
      )
    }
  >
    {({ isSelected }) => (
      <>
        <span className="flex-1">{option.label}</span>
        <span className="text-sm font-normal text-ink-3">from {date(option.start)}</span>
        {isSelected && <Check size={16} className="text-brand" aria-hidden />}
      </>
    )}
  </ListBoxItem>
);
