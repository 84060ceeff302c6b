import { cx } from './class-names';

interface Props {
  /** 0..1; null draws the bar hatched: the value is withheld. */
  ratio: number | null;
  /** `ratio` is only a lower bound: the rest is hatched. */
  least?: boolean;
  /** 0..1, drawn as a mark across the bar. */
  mark?: number;
  /** The range of others, both 0..1, drawn as a thin line under the bar. */
  between?: readonly [number, number] | null | undefined;
  tone: 'plot' | 'attention';
}

/** A share of a whole as a bar with a mark. The figure is beside it as text. */
export const ShareBar = ({ ratio, least = false, mark, between = null, tone }: Props) => (
  <span
    aria-hidden
    className={cx('relative block h-1.5 w-full rounded-full', ratio === null || least ? 'hatched' : 'bg-track')}
  >
    {ratio !== null && (
      <span
        className={cx('absolute inset-y-0 left-0 rounded-full', tone === 'attention' ? 'bg-attention' : 'bg-plot')}
        style={{ width: `${ratio * 100}%` }}
      />
    )}
    {between && (
      <span
        className="absolute -bottom-1.5 h-0.5 min-w-1 rounded bg-ink-3"
        style={{ left: `${between[0] * 100}%`, width: `${(between[1] - between[0]) * 100}%` }}
      />
    )}
    {mark !== undefined && (
      <span className="absolute -inset-y-1 w-0.5 rounded bg-ink" style={{ left: `${mark * 100}%` }} />
    )}
  </span>
);
