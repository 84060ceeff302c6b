import type { Cell } from '../../../portal/analytics/result';
import { figureText } from '../../../portal/figures/figure-text';
import { number } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';

export interface BarRow {
  name: string;
  now: Cell;
  /** Drawn pale above the bar. */
  before?: Cell;
  /** At the right end of the row. */
  extra?: string;
  colour?: string;
}

interface Props {
  rows: readonly BarRow[];
  width: number;
  /** Room for names, and for `extra`. */
  names: number;
  extras?: number;
  row: number;
  label: string;
  format?: (value: number) => string;
}

const STUB = 46;
const FIGURES = 72;

/** A row for each name: its bar and its figure. A figure that is not published has a hatched stub of fixed length. */
export function Bars({ rows, width, names, extras = 0, row, label, format = number }: Props) {
  const hatch = useHatch();
  const most = Math.max(1e-9, ...rows.flatMap(({ now, before }) => [now.value ?? 0, before?.value ?? 0]));
  const room = width - names - FIGURES - extras;
  const length = (value: number) => Math.max(1.5, (value / most) * room);
  const bar = (cell: Cell, y: number, high: number, colour: string, strong: boolean) => {
    const long = cell.value === null ? (cell.withheld ? STUB : 0) : length(cell.value);
    return (
      <>
        <rect x={names} y={y} width={long} height={high} fill={cell.value === null ? `url(#${hatch})` : colour} />
        <text
          x={names + long + 6}
          y={y + high / 2 + 4.5}
          fontSize={strong ? 12.7 : 12}
          fontWeight={strong ? 600 : 400}
          fill={strong ? 'var(--ink)' : 'var(--ink-3)'}
        >
          {cell.withheld === 'np' ? 'np' : figureText(cell, format)}
        </text>
      </>
    );
  };
  const paired = rows.some(({ before }) => before !== undefined);
  return (
    <svg
      width={width}
      height={rows.length * row}
      viewBox={`0 0 ${width} ${rows.length * row}`}
      role="img"
      aria-label={label}
      className="block"
    >
      <HatchPattern id={hatch} />
      {rows.map(({ name, now, before, extra, colour = 'var(--plot)' }, i) => {
        const top = i * row;
        const middle = top + row / 2;
        const nowAt = paired ? middle - 1 : middle - 7;
        return (
          <g key={name}>
            <text x="0" y={middle + 4} fontSize="12.7" fill="var(--ink)">
              {name}
            </text>
            <path d={`M${names} ${top}V${top + row}`} stroke="var(--line-strong)" strokeWidth=".8" />
            {before && bar(before, middle - 16, 12, '#B7D8CF', false)}
            {bar(now, nowAt, paired ? 16 : 14, colour, true)}
            {extra !== undefined && (
              <text x={width} y={nowAt + 12} textAnchor="end" fontSize="12.7" fill="var(--ink-2)">
                {extra}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
