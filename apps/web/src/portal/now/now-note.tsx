import { cx } from '../../ui/class-names';
import type { Cell } from '../analytics/result';
import type { Answer } from '../analytics/use-figures';
import { figureText } from '../figures/figure-text';
import type { FewWords } from '../figures/withheld';
import type { Now } from './use-now';

interface Props {
  now: Now | null;
  /** Takes from the present answer the figure that belongs beside the past one. */
  cell: (answer: Answer) => Cell;
  format: (value: number) => string;
  /** `<11` for a number of members. */
  few?: FewWords | undefined;
  className?: string;
}

/** Shows, under a figure of a past moment, the same figure as it is known now. Draws nothing while the tab shows today. */
export function NowNote({ now, cell, format, few = 'too few members', className }: Props) {
  if (now === null) return null;
  const { data, failed, retry } = now;
  return (
    <p className={cx('relative z-[1] text-sm text-ink-3', className)}>
      {failed ? (
        <>
          now: did not load.{' '}
          <button type="button" onClick={retry} className="font-semibold underline pointer-coarse:min-h-11">
            Try again
          </button>
        </>
      ) : data ? (
        `now ${figureText(cell(data), format, few)}`
      ) : (
        // Reserves the height of the line.
        <span aria-hidden>&nbsp;</span>
      )}
    </p>
  );
}
