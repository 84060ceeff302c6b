import type { Cell } from '../../../portal/analytics/result';
import { gappedLine } from './gapped-line';
import { Unpublished } from './line-chart';

interface Props {
  cells: readonly Cell[];
  width: number;
  height: number;
  label: string;
}

/** A line without an axis, as wide as its card. Its ends are told below it; nothing is filled under it. */
export function Sparkline({ cells, width, height, label }: Props) {
  const points = cells.flatMap(({ value }, i) => (value === null ? [] : [{ i, value }]));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return <Unpublished height={height}>No month of the period.</Unpublished>;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (i: number) => 5 + (i / Math.max(1, cells.length - 1)) * (width - 11);
  const y = (value: number) => height - 8 - ((value - low) / (high - low || 1)) * (height - 18);
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="block"
    >
      <path
        d={gappedLine(
          cells.map(({ value }) => value),
          x,
          y,
        )}
        fill="none"
        stroke="var(--plot)"
        strokeWidth="2.2"
        strokeLinejoin="round"
      />
      <circle
        cx={x(first.i)}
        cy={y(first.value)}
        r="3.2"
        fill="var(--surface)"
        stroke="var(--plot)"
        strokeWidth="1.6"
      />
      <circle cx={x(last.i)} cy={y(last.value)} r="4" fill="var(--plot)" />
    </svg>
  );
}
