import { cx } from '../../ui/class-names';
import { Explained } from '../../ui/explained';
import type { Withheld } from '../analytics/result';

export const WITHHELD_TEXT: Record<Withheld, string> = { '<11': '<11', np: 'not published' };
export const WITHHELD_REASON: Record<Withheld, string> = {
  '<11': 'Fewer than about 11 members, even none: not shown, to protect their privacy.',
  np: 'Not published, to protect members’ privacy: it would tell too much about a few of them.',
};

interface Props {
  reason: Withheld;
  className?: string;
  /** For 'not published', which is longer than the figure that it replaces. */
  longClassName?: string;
}

/** Replaces a withheld figure, hatched, with the reason on hover, focus and press, and for screen readers. */
export const WithheldFigure = ({ reason, className, longClassName = className }: Props) => (
  <Explained
    label={reason === 'np' ? WITHHELD_REASON.np : `<11. ${WITHHELD_REASON['<11']}`}
    explanation={WITHHELD_REASON[reason]}
    offset={6}
    className={cx('relative cursor-help text-ink-3', reason === 'np' ? longClassName : className)}
  >
    {WITHHELD_TEXT[reason]}
    {/* 'not published' contains a 'p', so the hatching is lower, clear of the letter's tail. */}
    <span
      aria-hidden
      className={cx(
        'hatched absolute inset-x-0 h-[5px] rounded-full',
        reason === 'np' ? '-bottom-[3px]' : '-bottom-px',
      )}
    />
  </Explained>
);
