import { useId } from 'react';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The most characters that the field accepts. */
  maxLength: number;
  placeholder?: string;
}

/** A field for several lines of text, with a count of the characters used. */
export function TextAreaField({ label, value, onChange, maxLength, placeholder }: Props) {
  const id = useId();
  const countId = `${id}-count`;
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3 text-base font-semibold">
        <label htmlFor={id}>{label}</label>
        <span id={countId} className="text-sm font-normal text-ink-3">
          {value.length} of {maxLength}
        </span>
      </div>
      <textarea
        id={id}
        rows={2}
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        aria-describedby={countId}
        onChange={(event) => onChange(event.target.value)}
        className="settle block w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-base outline-none placeholder:text-ink-3 focus:border-focus focus:outline-2 focus:outline-offset-1 focus:outline-focus pointer-coarse:text-[16px]"
      />
    </div>
  );
}
