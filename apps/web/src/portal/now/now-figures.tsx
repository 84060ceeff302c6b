import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import { share } from '../../ui/format';
import { NO_CELL, series } from '../analytics/result';
import type { View } from '../analytics/figures-view';
import { monthlyOf, useShareQuery } from '../figures/use-share';
import { scoresQuery } from '../figures/use-scores';
import { NowNote } from './now-note';
import { useNow } from './use-now';

interface Shown {
  view: View;
  className?: string;
}

/** The share of members with a value of a dimension, in the newest month of the view, as known now. */
export function NowShare({ dimension, value, view, className }: Shown & { dimension: DimensionName; value: string }) {
  const now = useNow(view, useShareQuery(dimension));
  return (
    <NowNote
      now={now}
      cell={(answer) => monthlyOf(answer, dimension, value).at(-1)?.share ?? NO_CELL}
      format={share}
      className={className}
    />
  );
}

/** The plan's score or an area's points in the newest month of the view, as known now. */
export function NowScore({
  measure,
  format,
  view,
  className,
}: Shown & { measure: MeasureName; format: (score: number) => string }) {
  const now = useNow(view, scoresQuery);
  return (
    <NowNote
      now={now}
      cell={({ rows, months }) => series(rows, months, measure).at(-1) ?? NO_CELL}
      format={format}
      className={className}
    />
  );
}
