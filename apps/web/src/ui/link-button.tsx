import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './class-names';

interface Props {
  icon?: LucideIcon;
  to: string;
  kind?: 'primary' | 'secondary';
  className?: string;
  children: ReactNode;
}

/** A link to another page that looks like a button. */
export const LinkButton = ({ icon: Icon, to, kind = 'secondary', className, children }: Props) => (
  <Link
    to={to}
    className={cx(
      'settle inline-flex h-9 items-center justify-center gap-2 whitespace-nowrap rounded-md px-3.5 text-base font-semibold pointer-coarse:h-11 print:hidden',
      kind === 'primary'
        ? 'bg-brand text-on-brand hover:bg-brand-hover'
        : 'border border-line-strong bg-surface text-ink hover:bg-hover',
      className,
    )}
  >
    {Icon && <Icon size={16} aria-hidden />}
    {children}
  </Link>
);
