import type { Cell, Change } from '../analytics/result';
import { cx } from '../../ui/class-names';
import { Delta } from '../../ui/delta';
import { Explained } from '../../ui/explained';
import { number, share } from '../../ui/format';
import { NoClearChange, UnpublishedChange } from './no-clear-change';
import { WithheldFigure, type FewWords } from './withheld';
import { ABOUT_REASON, figureText } from './figure-text';

interface Props {
  cell: Cell;
  format: (value: number) => string;
  /** `<11` for a number of members. */
  few?: FewWords;
  className?: string | undefined;
  /** For a text that is longer than a number, such as 'not published'. */
  longClassName?: string | undefined;
  /** Replaces `className` for an approximate share. */
  aboutClassName?: string | undefined;
}

/** A figure, its published approximation, or a dash. */
export function Figure({
  cell,
  format,
  few = 'too few members',
  className = '',
  longClassName = className,
  aboutClassName,
}: Props) {
  if (cell.withheld)
    return <WithheldFigure reason={cell.withheld} few={few} className={className} longClassName={longClassName} />;
  const text = figureText(cell, format, few);
  if (!cell.about) return <span className={className}>{text}</span>;
  return (
    <Explained
      label={`${text.replaceAll('\u00a0', ' ')}. ${ABOUT_REASON[cell.about]}`}
      explanation={ABOUT_REASON[cell.about]}
      offset={6}
      className={cx('cursor-help', aboutClassName ?? cx('text-left', className))}
    >
      {text}
    </Explained>
  );
}

type Kind = Omit<Props, 'cell' | 'format' | 'few'>;
export const CountFigure = ({ count, ...rest }: Kind & { count: Cell }) => (
  <Figure {...rest} cell={count} format={number} few="<11" />
);
export const ShareFigure = ({ of, digits = 1, ...rest }: Kind & { of: Cell; digits?: number }) => (
  <Figure {...rest} cell={of} format={(value) => share(value, digits)} />
);

/** `12 members`, or that their number is not published. */
export const MembersFigure = ({ count }: { count: Cell }) =>
  count.withheld === 'np' ? (
    <>
      Members: <CountFigure count={count} />
    </>
  ) : (
    <>
      <CountFigure count={count} /> members
    </>
  );

interface ChangeProps {
  change: Change | null;
  /** There is a change, but one of its ends is not published. */
  withheld?: boolean;
  /** Shows the change in percentage points, as for shares, instead of percent. */
  points?: boolean;
  good?: 'up' | 'down' | 'neutral';
  /** The start of the change in words, for screen readers. */
  since: string;
  /** Shows the start to everybody, where the page does not say it. */
  dated?: boolean;
  /** For 'no clear change', which is longer than a number. */
  longClassName?: string;
}

/** The change of a figure, or a note that it is unclear or not published. Draws nothing if the change is not known. */
export function ChangeFigure({
  change,
  withheld = false,
  points = false,
  good = 'up',
  since,
  dated = false,
  longClassName,
}: ChangeProps) {
  const size = points ? change?.by : change?.percent;
  if (withheld) return <UnpublishedChange className={cx('text-ink-3', longClassName)} />;
  if (!change || size === null || size === undefined) return null;
  return (
    <>
      {change.clear ? (
        <Delta value={size} unit={points ? 'pp' : '%'} good={good} digits={change.rounded ? 0 : 1} />
      ) : (
        <NoClearChange className={cx('text-ink-3', longClassName)} />
      )}
      {(change.clear || dated) && <span className={dated ? 'text-sm text-ink-3' : 'sr-only'}>since {since}</span>}
    </>
  );
}
