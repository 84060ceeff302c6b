import { Minus } from 'lucide-react';
import type { Cell, Change, Withheld } from '../../../portal/analytics/result';
import { figureText } from '../../../portal/figures/figure-text';
import { cx } from '../../../ui/class-names';
import { Delta } from '../../../ui/delta';
import { number, share } from '../../../ui/format';
import { Ring } from '../../../ui/ring';

// Nothing on paper can be pressed, so these figures say in words what those of a screen explain.

const TEXT: Record<Withheld, string> = { '<11': '<11', np: 'not published' };

/** Stands for a figure that is not published. `dense`: in a table. */
export const Held = ({ reason, dense = false }: { reason: Withheld; dense?: boolean }) => (
  <span className="pcr-hatched inline-block whitespace-nowrap rounded-[4px] border border-dashed border-line-strong p-[3px] align-middle">
    <span className="inline-block rounded-[2px] bg-surface px-1.5 text-[12px] font-medium leading-[15px] tracking-normal text-ink-2">
      {dense && reason === 'np' ? 'np' : TEXT[reason]}
    </span>
  </span>
);

interface FigureProps {
  cell: Cell;
  format: (value: number) => string;
  className?: string;
  /** Replaces `className` for an approximate share, which is longer than a number. */
  aboutClassName?: string;
  dense?: boolean;
}
export const Printed = ({ cell, format, className, aboutClassName = className, dense = false }: FigureProps) =>
  cell.withheld ? (
    <Held reason={cell.withheld} dense={dense} />
  ) : (
    <span className={cell.about ? aboutClassName : className}>{figureText(cell, format)}</span>
  );

type Kind = Omit<FigureProps, 'cell' | 'format'> & { of: Cell };
export const PrintedCount = ({ of, ...rest }: Kind) => <Printed cell={of} format={number} {...rest} />;
export const PrintedShare = ({ of, ...rest }: Kind) => <Printed cell={of} format={oneDecimal} {...rest} />;
const oneDecimal = (value: number) => share(value, 1);

/** '630 members', or why their number is not told. */
export function membersText({ value, withheld }: Cell): string {
  if (withheld === '<11') return 'fewer than about 11';
  return value === null ? 'number not published' : `${number(value)} ${value === 1 ? 'member' : 'members'}`;
}

interface ChangeProps {
  change: Change | null;
  /** There is a change, but one of its ends is not published. */
  withheld?: boolean;
  /** `points`: percentage points; `percent`: of the first figure; `own`: in the figure's own unit. */
  as?: 'points' | 'percent' | 'own';
  good?: 'up' | 'down' | 'neutral';
  digits?: number;
  dense?: boolean;
}

/** A change, or that there is no clear one. Draws nothing if it is not known. */
export function PrintedChange({
  change,
  withheld = false,
  as = 'points',
  good = 'up',
  digits,
  dense = false,
}: ChangeProps) {
  if (withheld) return dense ? <span className="text-ink-3">np</span> : null;
  const size = as === 'percent' ? change?.percent : change?.by;
  if (!change || size === null || size === undefined) return null;
  if (!change.clear)
    return (
      <span className="inline-flex items-center gap-1 whitespace-nowrap text-[12.7px] font-normal text-ink-3">
        {dense ? (
          '– not clear'
        ) : (
          <>
            <Minus size={13} strokeWidth={2.4} aria-hidden />
            no clear change
          </>
        )}
      </span>
    );
  const unit = as === 'points' ? 'pp' : as === 'percent' ? '%' : '';
  return <Delta value={size} unit={unit} good={good} digits={digits ?? (change.rounded ? 0 : 1)} />;
}

interface RingProps {
  of: Cell;
  size?: number;
  width?: number;
  className?: string;
}
/** A share as a ring around its figure, hatched where it is not published. */
export function PrintedRing({ of, size = 74, width = 9, className }: RingProps) {
  const { value, about, withheld } = of;
  return (
    <Ring ratio={value === null ? null : value / 100} least={about === 'least'} size={size} width={width}>
      {withheld === 'np' ? (
        <span className="text-[12px] leading-[13px] text-ink-2">
          not
          <br />
          published
        </span>
      ) : about === 'least' ? (
        <span className={cx('text-[13.5px] font-semibold leading-[14px]', className)}>
          {number(value!)}%<span className="block text-[12px] font-normal text-ink-2">or more</span>
        </span>
      ) : (
        <span className={cx('text-[13.5px] font-semibold', className)}>
          {withheld ?? (value === null ? '–' : about === 'tens' ? `${number(value)}%` : share(value, 1))}
        </span>
      )}
    </Ring>
  );
}

/** What the figure in a ring is, for readers who do not see it. */
export const ringLabel = (name: string, of: Cell) => `${name}: ${figureText(of, oneDecimal)}`;
