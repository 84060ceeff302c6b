import { cx } from '../../ui/class-names';
import { TryAgain } from '../../ui/try-again';
import type { Cell } from '../analytics/result';
import { COMPARED } from '../compare/compare';
import { comparedText, type Measured } from './compared-text';
import type { Earlier } from './use-earlier';

export interface EarlierCells {
  cells: Cell[];
  /** yyyy-MM */
  months: string[];
}

interface Props {
  earlier: Earlier<EarlierCells> | null;
  /** The cells of the period itself. */
  cells: Cell[];
  measured: Measured;
  /** Whether the note names the day of the earlier figure. */
  dated?: boolean;
  className?: string;
}

/** The comparison in words, under its figure. Draws nothing without a comparison. */
export function ComparedNote({ earlier, cells, measured, dated = true, className }: Props) {
  if (earlier === null) return null;
  const { key, data, failed, retry } = earlier;
  return (
    <p className={cx('relative z-[1] text-sm text-ink-3', className)}>
      {failed ? (
        <>
          {COMPARED[key]}: did not load. <TryAgain onClick={retry} />
        </>
      ) : data ? (
        comparedText({ key, cells, earlier: data.cells, months: data.months }, measured, dated)
      ) : (
        // Reserves the height of the line.
        <span aria-hidden>&nbsp;</span>
      )}
    </p>
  );
}
