import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { cx } from './class-names';

/** Why a figure is not shown: a group of 1 to 10, or what would reveal one. */
export type Withheld = '<11' | 'np';
export const WITHHELD_REASON: Record<Withheld, string> = {
  '<11': 'Fewer than 11 members: not shown, to protect their privacy.',
  np: 'Not published: it would show a group of 1 to 10 members.',
};

/** Stands where the figure would stand, with the reason on hover, focus and for screen readers. */
export const WithheldFigure = ({ reason, className }: { reason: Withheld; className?: string }) => (
  <TooltipTrigger delay={200}>
    <Button
      aria-label={`${reason}. ${WITHHELD_REASON[reason]}`}
      className={cx('cursor-help border-b border-dotted border-ink-3 text-ink-3', className)}
    >
      {reason}
    </Button>
    <Tooltip offset={6} className="max-w-64 rounded-md border bg-raised px-3 py-2 text-sm text-ink shadow-pop">
      {WITHHELD_REASON[reason]}
    </Tooltip>
  </TooltipTrigger>
);

/** Hatching in the place of a drawing. */
export const HatchedBox = ({ className, label }: { className?: string; label: string }) => (
  <div role="img" aria-label={label} className={cx('hatched rounded-sm opacity-70', className)} />
);
