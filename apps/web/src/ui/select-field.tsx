import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { cx } from './class-names';

interface Props {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  /** Shown while nothing is chosen, which is the value ''. */
  placeholder?: string;
  /** Says after the label that it must be chosen. */
  required?: boolean;
  error?: string | undefined;
  disabled?: boolean;
  /** Full width, with the height and the label of the other fields of a form. */
  wide?: boolean;
  /** The label is only for screen readers, where the surroundings show the same text. */
  labelHidden?: boolean;
}

/** Chooses one of a list with the browser's own control, which opens on phones as people know it and finds by typing. */
export function SelectField({ label, options, value, onChange, placeholder, required, error, ...rest }: Props) {
  const { disabled, wide = false, labelHidden = false } = rest;
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="min-w-0">
      <label
        htmlFor={id}
        className={
          labelHidden
            ? 'sr-only'
            : cx('mb-1 block', wide ? 'text-base font-semibold' : 'text-sm font-medium text-ink-2')
        }
      >
        {label}
        {required && <span className="font-normal text-ink-3"> (required)</span>}
      </label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          className={cx(
            'w-full appearance-none truncate rounded-md border bg-surface pl-3 pr-8 text-base pointer-coarse:h-11 pointer-coarse:text-[16px]',
            wide ? 'h-10' : 'h-9 font-medium sm:w-56',
            error === undefined ? 'border-line-strong' : 'border-danger',
            value === '' && placeholder !== undefined ? 'text-ink-3' : 'text-ink',
          )}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={15}
          aria-hidden
          className="pointer-events-none absolute right-2.5 top-1/2 -translate-y-1/2 text-ink-3"
        />
      </span>
      {error !== undefined && (
        <p id={errorId} className="mt-1 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
