import type { ReactNode } from 'react';
import { cx } from './class-names';

interface Props {
  label: ReactNode;
  selected: boolean;
  onChange: (selected: boolean) => void;
  small?: boolean;
  /** The keys that do the same, as `aria-keyshortcuts` writes them. */
  keys?: string;
  /** At the end of the line; screen readers hear `keys` instead. */
  after?: ReactNode;
  className?: string;
}

/** A switch with its label at the right. The whole line can be pressed. */
export const Toggle = ({ label, selected, onChange, small = false, keys, after, className }: Props) => (
  <button
    type="button"
    role="switch"
    aria-checked={selected}
    aria-keyshortcuts={keys}
    onClick={() => onChange(!selected)}
    className={cx('flex w-full items-center gap-3 text-left text-base pointer-coarse:min-h-11', className)}
  >
    <span
      aria-hidden
      className={cx(
        'settle relative inline-block shrink-0 rounded-full border',
        small ? 'h-[18px] w-8' : 'h-[22px] w-10',
        selected ? 'border-brand bg-brand' : 'border-line-strong bg-sunken',
      )}
    >
      <span
        className={cx(
          'absolute left-[3px] top-1/2 -translate-y-1/2 rounded-full transition-transform duration-[120ms]',
          small ? 'size-3' : 'size-4',
          selected ? cx('bg-on-brand', small ? 'translate-x-3' : 'translate-x-4') : 'bg-line-strong',
        )}
      />
    </span>
    <span className="min-w-0">{label}</span>
    {after !== undefined && (
      <span aria-hidden className="ml-auto shrink-0">
        {after}
      </span>
    )}
  </button>
);
