import { useRef, type KeyboardEvent } from 'react';
import { cx } from './class-names';

interface Props<T extends string> {
  label: string;
  /** `warns`: filled in ochre while it is selected. */
  options: readonly { value: T; label: string; warns?: boolean }[];
  value: T;
  onChange: (value: T) => void;
  /** As high as the other controls of a page header. */
  tall?: boolean;
}
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Chooses one of two or three options. It is a radio group: one stop for Tab, and arrow keys choose. */
export function Segmented<T extends string>({ label, options, value, onChange, tall = false }: Props<T>) {
  const group = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = options.findIndex((option) => option.value === value);
    const next = (at + by + options.length) % options.length;
    onChange(options[next]!.value);
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      onKeyDown={step}
      className="inline-flex shrink-0 rounded-md border border-line-strong bg-surface p-0.5 print:hidden pointer-coarse:py-0"
    >
      {options.map((option) => {
        const selected = option.value === value;
        return (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={selected}
            tabIndex={selected ? 0 : -1}
            onClick={() => onChange(option.value)}
            className={cx(
              'settle rounded-sm px-2.5 text-sm font-semibold',
              'pointer-coarse:h-11 pointer-coarse:min-w-11',
              tall ? 'h-[30px]' : 'h-7',
              !selected ? 'text-ink-2' : option.warns ? 'bg-attention text-surface' : 'bg-ink text-surface',
            )}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
