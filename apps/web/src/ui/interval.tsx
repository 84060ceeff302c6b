import { cx } from './class-names';

interface Props {
  /** The text for screen readers. */
  label: string;
  value: number;
  low: number;
  high: number;
  /** True if zero lies outside the interval. */
  clear: boolean;
}

/** A value with the interval that it lies in, over a line with a mark at zero. */
export function Interval({ label, value, low, high, clear }: Props) {
  const reach = Math.max(1, Math.abs(low), Math.abs(high)) * 1.15;
  const at = (number: number) => `${50 + (50 * number) / reach}%`;
  const tone = clear ? 'bg-plot' : 'bg-ink-3';
  return (
    <div role="img" aria-label={label} className="relative h-7">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
      <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-ink-3" />
      <span
        className={cx('absolute top-1/2 h-2 -translate-y-1/2 rounded-full opacity-35', tone)}
        style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
      />
      <span
        className={cx('absolute top-1/2 size-3 -translate-x-1/2 -translate-y-1/2 rounded-full', tone)}
        style={{ left: at(value) }}
      />
    </div>
  );
}
