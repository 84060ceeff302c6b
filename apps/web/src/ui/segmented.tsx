import { Radio, RadioGroup } from 'react-aria-components';

interface Props<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of two or three; a radio group for the keyboard. */
export const Segmented = <T extends string>({ label, options, value, onChange }: Props<T>) => (
  <RadioGroup
    aria-label={label}
    value={value}
    onChange={(next) => onChange(next as T)}
    orientation="horizontal"
    className="inline-flex shrink-0 rounded-md border border-line-strong bg-surface p-0.5"
  >
    {options.map((option) => (
      <Radio
        key={option.value}
        value={option.value}
        className="settle flex h-7 cursor-pointer items-center rounded-sm px-2.5 text-sm font-semibold text-ink-2 data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-focus data-selected:bg-ink data-selected:text-surface pointer-coarse:h-9"
      >
        {option.label}
      </Radio>
    ))}
  </RadioGroup>
);
