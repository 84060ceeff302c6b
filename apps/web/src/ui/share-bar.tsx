import { cx } from './class-names';

interface Props {
  /** 0..1; null draws the bar hatched: what it would show is withheld. */
  ratio: number | null;
  /** It is at least this: the rest is hatched. */
  least?: boolean;
  /** 0..1, drawn as a mark across the bar. */
  mark: number;
  tone: 'plot' | 'attention';
}

/** A share of a whole as a bar with a mark; the figure stands beside it as text. */
export const ShareBar = ({ ratio, least = false, mark, tone }: Props) => (
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
    <span className="absolute -inset-y-1 w-0.5 rounded bg-ink" style={{ left: `${mark * 100}%` }} />
  </span>
);
