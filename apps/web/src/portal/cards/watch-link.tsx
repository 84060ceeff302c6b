import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAsOf } from '../as-of/use-as-of';
import { useMay } from '../user/use-may';

interface Props {
  /** The key of a figure that can be watched. */
  metric: string;
  /** The figure's name, for screen readers and the tooltip, which says what watching is. */
  name: string;
  planId: string;
  className?: string;
  children?: ReactNode;
}

/** Links to the page where the user can watch a card's figure. Drawn as a bell unless it has children. */
export function WatchLink({ metric, name, planId, className, children }: Props) {
  const mayWatch = useMay('watches.own');
  const asOf = useAsOf();
  if (!mayWatch || asOf !== null) return null;
  const label = `Watch ${name}`;
  return (
    <Link
      to={`/watches?${new URLSearchParams({ plan: planId, metric })}`}
      aria-label={label}
      data-over
      title={`${label}: get a mail when it crosses a value that you choose`}
      className={
        className ??
        '-m-1.5 grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:-m-3 pointer-coarse:size-11'
      }
    >
      {children ?? <Bell size={16} aria-hidden />}
    </Link>
  );
}
