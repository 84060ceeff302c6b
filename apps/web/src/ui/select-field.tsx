import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { cx } from './class-names';

interface Props {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  /** As wide as its place, and as high, and labelled, as the fields beside it. */
  wide?: boolean;
  /** The label is for screen readers alone, where what stands around says the same. */
  labelHidden?: boolean;
}

/** One of a list, as the browser's own control: it opens on phones as people know it, and finds by typing. */
export function SelectField({ label, options, value, onChange, wide = false, labelHidden = false }: Props) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label
        htmlFor={id}
        className={
          labelHidden ? 'sr-only' : cx('mb-1 block text-sm', wide ? 'font-semibold' : 'font-medium text-ink-2')
        }
      >
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cx(
            'w-full appearance-none truncate rounded-md border border-line-strong bg-surface pl-3 pr-8 text-base font-medium text-ink pointer-coarse:h-11 pointer-coarse:text-[16px]',
            wide ? 'h-10' : 'h-9 sm:w-56',
          )}
        >
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
    </div>
  );
}
