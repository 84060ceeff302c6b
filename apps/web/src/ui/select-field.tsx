import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { cx } from './class-names';

interface Props {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  /** As wide as the form around it, with a label like those of its other fields. */
  wide?: boolean;
}

/** One of a list, as the browser's own control: it opens on phones as people know it, and finds by typing. */
export function SelectField({ label, options, value, onChange, wide = false }: Props) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={cx('mb-1 block text-sm', wide ? 'font-semibold' : 'font-medium text-ink-2')}>
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cx(
            'h-9 w-full appearance-none truncate rounded-md border border-line-strong bg-surface pl-3 pr-8 text-base font-medium text-ink pointer-coarse:h-11 pointer-coarse:text-[16px]',
            !wide && 'sm:w-56',
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
