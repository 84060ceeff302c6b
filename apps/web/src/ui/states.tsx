import { CloudOff, RefreshCw, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button';
import { cx } from './class-names';
import { useUnfinished, useUnfinishedParts } from './unfinished';

const SKELETON_AFTER_MS = 200;

/** True once `loading` has lasted 200 ms: a quick answer never flashes a skeleton. */
export function useSlow(loading: boolean, after = SKELETON_AFTER_MS) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setSlow(true), after);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [loading, after]);
  return loading && slow;
}

export const Bone = ({ className }: { className?: string }) => (
  <span className={cx('block animate-pulse rounded-sm bg-track', className)} />
);

/** Reserves the place of loading content. It is drawn only after 200 ms, and announced once. */
export function Skeleton({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const slow = useSlow(true);
  useUnfinished('loading');
  return (
    <div role="status" aria-label={`Loading ${label}`} className={className}>
      <div aria-hidden className={cx('settle h-full', slow ? 'opacity-100' : 'opacity-0')}>
        {children}
      </div>
    </div>
  );
}

/** The id of a failure in the server's log, in small print for support. Draws nothing without an id. */
export const Reference = ({ id, className }: { id: string | null; className?: string }) =>
  id !== null && (
    <p className={cx('text-xs text-ink-3', className)}>
      Reference <span className="select-all break-all">{id}</span>
    </p>
  );

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` if it is the whole content of a page. */
  as?: 'p' | 'h1';
  className?: string;
}
/** Says what is missing, and what to do about it. */
export function EmptyState({ icon: Icon, title, children, action, as: Title = 'p', className }: EmptyProps) {
  useUnfinished('empty');
  return (
    <div className={cx('grid content-center justify-items-center text-center', className)}>
      <Icon size={26} className="text-ink-3" aria-hidden />
      <Title data-said className="mt-2 text-md font-semibold">
        {title}
      </Title>
      {children !== undefined && (
        <div data-said className="mt-1 max-w-md text-base text-ink-2">
          {children}
        </div>
      )}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}

export interface ErrorProps {
  what: string;
  onRetry: () => void;
  /** What the failure means for the user; by default whether the rest of the page is up to date. */
  note?: string | undefined;
  /** The label of the button. */
  action?: string;
  reference?: string | null;
  className?: string;
}
export function ErrorState({ what, onRetry, note, action = 'Try again', reference = null, className }: ErrorProps) {
  useUnfinished('failed');
  const isOnly = useUnfinishedParts().failed <= 1;
  return (
    <div role="alert" className={cx('grid content-center justify-items-center text-center', className)}>
      <CloudOff size={26} className="text-ink-3" aria-hidden />
      <p data-failed className="mt-2 text-md font-semibold">
        {what} did not load
      </p>
      <p className="mt-1 text-base text-ink-2">
        {note ?? (isOnly ? 'The rest of the page is up to date.' : 'Other figures did not load either.')}
      </p>
      <Button icon={RefreshCw} className="mt-3" onClick={onRetry}>
        {action}
      </Button>
      <Reference id={reference} className="mt-2" />
    </div>
  );
}

/** No figures at all: one sentence where the chart would be. */
export const NoData = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div
    data-told
    className={cx(
      'grid min-h-20 place-items-center rounded-md border border-dashed border-line-strong px-4 text-center text-base text-ink-3',
      className,
    )}
  >
    {children}
  </div>
);
