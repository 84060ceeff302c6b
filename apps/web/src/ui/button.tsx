import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { cx } from './class-names';

type Kind = 'primary' | 'secondary' | 'quiet';
const LOOK: Record<Kind, string> = {
  primary: 'bg-brand text-on-brand enabled:hover:bg-brand-hover',
  secondary: 'border border-line-strong bg-surface text-ink enabled:hover:bg-hover',
  quiet: 'text-brand enabled:hover:bg-brand-soft',
};
const DISABLED = 'border border-line bg-sunken text-ink-3';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  kind?: Kind;
  icon?: LucideIcon;
  /** 44 px high, for the one action of a form. */
  large?: boolean;
  /** The action is under way, so another press does nothing. Unlike a disabled button, it keeps the focus. */
  busy?: boolean;
}

export function Button({
  kind = 'secondary',
  icon: Icon,
  large,
  busy = false,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      {...rest}
      {...(busy && { 'aria-disabled': true })}
      // Also prevents Enter in a field from submitting the form: the browser clicks the form's button for that.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(
        'settle inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-md px-3.5 font-semibold print:hidden',
        large ? 'h-11 text-md' : 'h-9 text-base pointer-coarse:h-11',
        rest.disabled || busy ? DISABLED : LOOK[kind],
        className,
      )}
    >
      {Icon && <Icon size={large ? 17 : 16} aria-hidden />}
      {children}
    </button>
  );
}
