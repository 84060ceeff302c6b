import { cx } from './class-names';
import { Explained } from './explained';

/** Why a figure is not shown: a group of 1 to 10, or what would reveal one. */
export type Withheld = '<11' | 'np';
export const WITHHELD_REASON: Record<Withheld, string> = {
  '<11': 'Fewer than 11 members: not shown, to protect their privacy.',
  np: 'Not published: it would show a group of 1 to 10 members.',
};

/** Stands where the figure would stand, with the reason on hover, focus, press and for screen readers. */
export const WithheldFigure = ({ reason, className }: { reason: Withheld; className?: string }) => (
  <Explained
    label={`${reason}. ${WITHHELD_REASON[reason]}`}
    explanation={WITHHELD_REASON[reason]}
    offset={6}
    className={cx('cursor-help border-b border-dotted border-ink-3 text-ink-3', className)}
  >
    {reason}
  </Explained>
);

/** Hatching in the place of a drawing. */
export const HatchedBox = ({ className, label }: { className?: string; label: string }) => (
  <div role="img" aria-label={label} className={cx('hatched rounded-sm opacity-70', className)} />
);
