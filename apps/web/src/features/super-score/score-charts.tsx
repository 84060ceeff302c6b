import type { ChartProps } from '../../portal/feature';
import { MovementCard } from './movement-card';
import { TrendCard } from './trend-card';
import { useScores } from '../../portal/figures/use-scores';

/** The chart of the SuperScore that has this slug. */
export const ScoreChart = (props: ChartProps) =>
  props.id === 'superscore' ? (
    <Trend {...props} />
  ) : (
    <MovementCard view={props.view} firstMonth={props.plan.firstMonth ?? ''} />
  );

const Trend = ({ view, campaigns }: ChartProps) => (
  <TrendCard view={view} scores={useScores(view)} campaigns={campaigns} />
);
