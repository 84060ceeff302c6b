import { useRef, type KeyboardEvent } from 'react';
import { cx } from './class-names';

interface Props<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One of two or three: a radio group, one stop for Tab, arrows choose. */
export function Segmented<T extends string>({ label, options, value, onChange }: Props<T>) {
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
      className="inline-flex shrink-0 rounded-md border border-line-strong bg-surface p-0.5"
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
              'settle h-7 rounded-sm px-2.5 text-sm font-semibold pointer-coarse:h-9',
              selected ? 'bg-ink text-surface' : 'text-ink-2',
            )}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
