import { useCallback } from 'react';
import { number, month as monthText } from '../../ui/format';
import { useUnfinished } from '../../ui/unfinished';
import { namedMonthsQuery, type View } from '../analytics/figures-view';
import { changeOf, NO_CELL, type Cell } from '../analytics/result';
import { useFigures } from '../analytics/use-figures';
import { monthOf, monthsBefore } from '../period/period';
import { SCORE } from './use-scores';

interface Props {
  score: Cell;
  /** How it compares with the stars to aim for, as a sentence. */
  aim: string;
  view: View;
  /** yyyy-MM of the plan's first month with figures. */
  firstMonth: string | null;
  /** Of the sentence about the first figures. */
  className?: string;
}

/** The score against that of a year ago, if there was one, and against the aim: `Better than a year ago (3.02), above the 3-star aim.` */
export function AgainstAYearAgo({ score, aim, view, firstMonth, className }: Props) {
  const month = monthOf(view.dateRange[1]);
  const yearAgo = monthOf(monthsBefore(`${month}-01`, 12));
  if (score.value === null) return aim;
  if (firstMonth === null || yearAgo < firstMonth)
    return (
      <>
        {aim}
        {firstMonth !== null && <span className={className}> The first figures are of {monthText(firstMonth)}.</span>}
      </>
    );
  return <AgainstMonth score={score} aim={aim} view={view} month={yearAgo} />;
}

function AgainstMonth({ score, aim, view, month }: Pick<Props, 'score' | 'aim' | 'view'> & { month: string }) {
  const build = useCallback((asked: View) => namedMonthsQuery(asked, [SCORE], [], [month]), [month]);
  const { data, failed, refusal } = useFigures(view, build);
  useUnfinished(data !== undefined || refusal !== null ? null : failed ? 'failed' : 'loading');
  const before = data?.rows.find((row) => row.month === month)?.cell(SCORE) ?? NO_CELL;
  const change = changeOf([before, score]);
  if (change === null || before.value === null) return aim;
  const against = !change.clear
    ? 'No clear change from a year ago'
    : change.by > 0
      ? 'Better than a year ago'
      : 'Worse than a year ago';
  // The change beside it may count from another month.
  return `${against} (${number(before.value, 2)}), ${aim[0]!.toLowerCase()}${aim.slice(1)}`;
}
