import { useId } from 'react';
import { cx } from './class-names';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The most characters that the field accepts. */
  maxLength: number;
  placeholder?: string;
  rows?: number;
  /** Says after the label that it must be filled in. */
  required?: boolean;
  error?: string | undefined;
}

/** A field for several lines of text, with a count of the characters used. */
export function TextAreaField({ label, value, onChange, maxLength, placeholder, rows = 2, ...field }: Props) {
  const { required = false, error } = field;
  const id = useId();
  const countId = `${id}-count`;
  const errorId = `${id}-error`;
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3 text-base font-semibold">
        <label htmlFor={id}>
          {label}
          {required && <span className="font-normal text-ink-3"> (required)</span>}
        </label>
        <span id={countId} className="text-sm font-normal text-ink-3">
          {value.length} of {maxLength}
        </span>
      </div>
      <textarea
        id={id}
        rows={rows}
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? countId : `${countId} ${errorId}`}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          error === undefined ? 'border-line-strong' : 'border-danger',
          'settle block w-full rounded-md border bg-surface px-3 py-2 text-base outline-none placeholder:text-ink-3 focus:border-focus focus:outline-2 focus:outline-offset-1 focus:outline-focus pointer-coarse:text-[16px]',
        )}
      />
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
