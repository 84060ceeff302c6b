import { CalendarDays } from 'lucide-react';
import { ChoiceButton } from '../../ui/choice-button';
import { date, month } from '../../ui/format';
import type { PeriodKey, PeriodOption } from './period';

interface Props {
  options: PeriodOption[];
  selected: PeriodOption;
  onChange: (key: PeriodKey) => void;
}

const isNamed = ({ key }: PeriodOption) => key.startsWith('since');

/** Chooses the period. The button shows its name, and its dates in grey. */
export function PeriodSelector({ options, selected, onChange }: Props) {
  const groups = [
    { label: 'Since', of: options.filter(isNamed) },
    { label: 'Presets', of: options.filter((option) => !isNamed(option)) },
  ];
  return (
    <ChoiceButton
      label="Period"
      icon={CalendarDays}
      groups={groups
        .filter(({ of }) => of.length > 0)
        .map(({ label, of }) => ({ label, choices: of.map((option) => choiceOf(option)) }))}
      chosen={selected.key}
      onChoose={onChange}
    >
      <span>{selected.label}</span>
      <span className="hidden font-normal text-ink-3 sm:inline">
        {selected.figuresFrom === undefined ? date(selected.start) : `figures from ${month(selected.figuresFrom)}`} –{' '}
        {date(selected.end)}
      </span>
    </ChoiceButton>
  );
}

const choiceOf = ({ key, label, start, figuresFrom }: PeriodOption) => ({
  key,
  label,
  note: figuresFrom === undefined ? `from ${date(start)}` : `figures from ${month(figuresFrom)}`,
});
