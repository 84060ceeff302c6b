import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { cx } from './class-names';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Drawn after the label, and part of the field's name. */
  mark?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Drawn at the right of the label. */
  aside?: ReactNode;
  /** Drawn inside the field, after the text. */
  after?: ReactNode;
  compact?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  mark,
  hint,
  error,
  aside,
  after,
  compact,
  className,
  ref,
  ...input
}: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = error !== undefined || hint !== undefined;
  return (
    <div>
      <div className={cx('flex justify-between gap-3 text-base font-semibold', compact ? 'mb-1' : 'mb-1.5')}>
        <label htmlFor={id}>
          {label}
          {mark}
        </label>
        {aside}
      </div>
      <div
        className={cx(
          'settle flex items-center rounded-md border bg-surface focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus',
          compact ? 'h-10 pointer-coarse:h-11' : 'h-11',
          error !== undefined ? 'border-danger' : 'border-line-strong focus-within:border-focus',
        )}
      >
        <input
          {...input}
          id={id}
          ref={ref}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noted ? noteId : undefined}
          className={cx(
            // 16 px on touch keeps phones from zooming in on focus.
            'h-full min-w-0 flex-1 rounded-md bg-transparent outline-none pointer-coarse:text-[16px]',
            compact ? 'px-3 text-base' : 'px-3.5 text-md',
            className,
          )}
        />
        {after}
      </div>
      {noted && (
        <p
          id={noteId}
          role={error !== undefined ? 'alert' : undefined}
          className={cx('mt-1.5 text-sm', error !== undefined ? 'font-medium text-danger' : 'text-ink-3')}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** A password with a button that shows and hides it. */
export function PasswordField({ label, ...rest }: Omit<TextFieldProps, 'type' | 'after'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...rest}
      label={label}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
          className="mr-1.5 grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:mr-0 pointer-coarse:size-11"
        >
          <Icon size={rest.compact ? 16 : 18} aria-hidden />
        </button>
      }
    />
  );
}
