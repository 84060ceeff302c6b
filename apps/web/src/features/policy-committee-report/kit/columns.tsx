import type { Cell } from '../../../portal/analytics/result';
import { figureText } from '../../../portal/figures/figure-text';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';

export interface ColumnOf {
  name: string;
  /** Under the name. */
  note?: string;
  cell: Cell;
  /** Under the figure. */
  second?: string;
  colour?: string;
}

interface Props {
  columns: readonly ColumnOf[];
  width: number;
  height: number;
  format: (value: number) => string;
  label: string;
}

const STUB = 50;

/** Columns with their figures above and their names below. A figure that is not published has a hatched stub of fixed height. */
export function Columns({ columns, width, height, format, label }: Props) {
  const hatch = useHatch();
  const noted = columns.some(({ note }) => note !== undefined);
  const seconds = columns.some(({ second }) => second !== undefined);
  const bottom = height - (noted ? 38 : 22);
  const top = seconds ? 40 : 24;
  const most = Math.max(1e-9, ...columns.map(({ cell }) => cell.value ?? 0));
  const step = width / Math.max(1, columns.length);
  const wide = Math.min(84, step * 0.76);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="block"
    >
      <HatchPattern id={hatch} />
      {columns.map(({ name, note, cell, second, colour = 'var(--plot)' }, i) => {
        const middle = i * step + step / 2;
        const high =
          cell.value === null ? (cell.withheld ? STUB : 0) : Math.max(1.5, (cell.value / most) * (bottom - top));
        const y = bottom - high;
        const text = cell.withheld === 'np' ? 'np' : figureText(cell, format);
        return (
          <g key={name} textAnchor="middle">
            <rect
              x={middle - wide / 2}
              width={wide}
              y={y}
              height={high}
              fill={cell.value === null ? `url(#${hatch})` : colour}
            />
            <text
              x={middle}
              y={y - (second && cell.value !== null ? 22 : 7)}
              fontSize="14"
              fontWeight="650"
              fill="var(--ink)"
            >
              {text}
            </text>
            {second && cell.value !== null && (
              <text x={middle} y={y - 7} fontSize="12" fill="var(--ink-2)">
                {second}
              </text>
            )}
            <text x={middle} y={bottom + 16} fontSize="12.7" fontWeight="600" fill="var(--ink)">
              {name}
            </text>
            {note && (
              <text x={middle} y={bottom + 31} fontSize="12" fill="var(--ink-3)">
                {note}
              </text>
            )}
          </g>
        );
      })}
      <path d={`M0 ${bottom}H${width}`} stroke="var(--line-strong)" strokeWidth=".8" />
    </svg>
  );
}
