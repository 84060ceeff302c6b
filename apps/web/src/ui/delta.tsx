import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import { cx } from './class-names';
import { number } from './format';

interface Props {
  /** In percent or percentage points, as `unit` says. */
  value: number;
  unit?: '%' | 'pp' | '';
  /** Which direction is good; neutral for a fact with no good direction. */
  good?: 'up' | 'down' | 'neutral';
  digits?: number;
}

/** ` pp`, spelt out for the pointer and for screen readers. */
const Points = () => (
  <>
    {' '}
    <abbr title="percentage points" className="no-underline">
      pp
    </abbr>
  </>
);

/** A change with its sign and arrow; green and ochre say good or bad, not up or down. */
export function Delta({ value, unit = '%', good = 'up', digits = 1 }: Props) {
  // A change that rounds to zero has neither sign nor colour.
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
        {unit === 'pp' ? <Points /> : unit}
      </span>
    </span>
  );
}
