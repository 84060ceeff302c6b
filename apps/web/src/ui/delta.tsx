import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import { cx } from './class-names';
import { Explained } from './explained';
import { number } from './format';

interface Props {
  /** In percent or percentage points, as `unit` says. */
  value: number;
  unit?: '%' | 'pp' | '';
  /** Which direction is good for members; neutral for a fact with no good direction, such as average age. */
  good?: 'up' | 'down' | 'neutral';
  digits?: number;
}

/** A change with its sign and arrow; green and ochre say good or bad for members, not up or down. */
export function Delta({ value, unit = '%', good = 'up', digits = 1 }: Props) {
  // What rounds to nothing is no change: neither sign nor colour.
  const size = Math.abs(value);
  const none = Number(size.toFixed(digits)) === 0;
  const up = value > 0;
  const Icon = none ? Minus : up ? ArrowUpRight : ArrowDownRight;
  const tone = none || good === 'neutral' ? 'text-ink-2' : up === (good === 'up') ? 'text-good' : 'text-attention';
  return (
    <span className={cx('inline-flex items-center gap-0.5 whitespace-nowrap align-middle text-sm font-semibold', tone)}>
      <Icon size={15} strokeWidth={2.4} aria-hidden />
      <span>
        {none ? '' : up ? '+' : '−'}
        {number(size, digits)}
        {unit === 'pp' ? ' pp' : unit}
      </span>
    </span>
  );
}

const UNCLEAR = 'no clear change';
const UNCLEAR_REASON = 'The difference is within the margin of the adjustments that protect members.';

/** In the place of a change that is smaller than its margin: no arrow, no number. */
export const NoClearChange = ({ className }: { className?: string }) => (
  <Explained
    label={`${UNCLEAR}. ${UNCLEAR_REASON}`}
    explanation={UNCLEAR_REASON}
    offset={6}
    className={cx('inline-flex min-h-6 cursor-help items-center gap-0.5 align-middle text-sm', className)}
  >
    <Minus size={15} strokeWidth={2.4} className="shrink-0" aria-hidden />
    <span>{UNCLEAR}</span>
  </Explained>
);
