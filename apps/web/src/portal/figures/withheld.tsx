import { cx } from '../../ui/class-names';
import { Explained } from '../../ui/explained';
import type { Withheld } from '../analytics/result';

/** The words for a figure of fewer than about 11 members. Only a number of members reads rightly as '<11'. */
export type FewWords = '<11' | 'too few members';

export const withheldText = (reason: Withheld, few: FewWords): string => (reason === 'np' ? 'not published' : few);
export const WITHHELD_REASON: Record<Withheld, string> = {
  '<11': 'Fewer than about 11 members, even none: not shown, to protect their privacy.',
  np: 'Not published, to protect members’ privacy: it would tell too much about a few of them.',
};

interface Props {
  reason: Withheld;
  /** `<11` for a number of members. */
  few?: FewWords;
  className?: string;
  /** For words, which are longer than the figure that they replace. */
  longClassName?: string;
}

/** Replaces a withheld figure, hatched, with the reason on hover, focus and press, and for screen readers. */
export const WithheldFigure = ({ reason, few = 'too few members', className, longClassName = className }: Props) => (
  <Explained
    label={reason === 'np' ? WITHHELD_REASON.np : `${few}. ${WITHHELD_REASON['<11']}`}
    explanation={WITHHELD_REASON[reason]}
    offset={6}
    className={cx('relative cursor-help text-ink-3', withheldText(reason, few) === '<11' ? className : longClassName)}
  >
    {withheldText(reason, few)}
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
