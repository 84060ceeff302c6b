import type { FeeComparison } from '@superscope/contracts/fee-comparison';
import type { Ref } from 'react';
import { dollars, number } from '../../ui/format';

const WIDTH = 800;
const HEIGHT = 176;
/** Left of the columns, as wide as the first column of the table below. */
export const HEAD_PERCENT = 12;
const LEFT = (WIDTH * HEAD_PERCENT) / 100;
const TOP = 18;
const BOTTOM = HEIGHT - 2;
/** Height of the line of balances. */
const LABELS = 24;
const BAR = 34;
const GAP = 4;
const MOST_STEPS = 3;

/** The colours of both sides, as tokens, so that a saved picture has them too. */
export const SIDE_COLOURS = { A: 'var(--ink-2)', B: 'var(--plot)' } as const;

/** The values of the grid lines above 0: at most three, 1, 2 or 5 times a power of ten apart, the last at or above the largest value. */
export function gridOf(most: number): number[] {
  const rough = most / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough - power / 1e9)!;
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count }, (_, at) => (at + 1) * step);
}

interface Props {
  rows: FeeComparison['atBalances'];
  /** The largest percent of any row, above 0. */
  most: number;
  /** Writes the balances under the columns, for a picture without the table. */
  labelled: boolean;
  svg: Ref<SVGSVGElement>;
}

/** Both totals in percent of each balance, A beside B, in columns over those of the table. */
export function BalancesChart({ rows, most, labelled, svg }: Props) {
  const grid = gridOf(most);
  const top = grid.at(-1)!;
  const y = (percent: number) => BOTTOM - (Math.max(0, percent) / top) * (BOTTOM - TOP);
  const each = (WIDTH - LEFT) / rows.length;
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${WIDTH} ${HEIGHT + (labelled ? LABELS : 0)}`}
      role="img"
      aria-label="Total fees a year in percent of six balances, A beside B"
      className="w-full"
    >
      {grid.map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} stroke="var(--grid)" />
          <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" fontSize="12" fill="var(--axis)">
            {number(value, decimalsOf(grid[0]!))} %
          </text>
        </g>
      ))}
      <line x1={LEFT} x2={WIDTH} y1={BOTTOM} y2={BOTTOM} stroke="var(--line-strong)" />
      {rows.map(({ balance, percentA, percentB }, at) => {
        const middle = LEFT + each * (at + 0.5);
        return (['A', 'B'] as const).map((side) => {
          const percent = side === 'A' ? percentA : percentB;
          const x = side === 'A' ? middle - BAR - GAP / 2 : middle + GAP / 2;
          return (
            <g key={`${balance} ${side}`}>
              <path d={column(x, y(percent))} fill={SIDE_COLOURS[side]} />
              <text
                x={x + BAR / 2}
                y={y(percent) - 5}
                textAnchor="middle"
                fontSize="12"
                fontWeight="600"
                fill="var(--ink)"
              >
                {number(percent, 2)}
              </text>
            </g>
          );
        });
      })}
      {labelled &&
        rows.map(({ balance }, at) => (
          <text
            key={balance}
            x={LEFT + each * (at + 0.5)}
            y={HEIGHT + LABELS - 8}
            textAnchor="middle"
            fontSize="12"
            fill="var(--ink)"
          >
            {dollars(balance)}
          </text>
        ))}
    </svg>
  );
}

/** As many as tell grid lines of this step apart. */
const decimalsOf = (step: number): number => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

/** A column from the axis up to `y`, with round upper corners where there is room for them. */
function column(x: number, y: number): string {
  const round = Math.min(4, BOTTOM - y);
  return `M${x},${BOTTOM}V${y + round}q0,${-round} ${round},${-round}h${BAR - 2 * round}q${round},0 ${round},${round}V${BOTTOM}Z`;
}
