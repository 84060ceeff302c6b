import { useRef, type Ref } from 'react';
import type { Cell } from '../../portal/analytics/result';
import { figureText } from '../../portal/figures/figure-text';
import { HatchPattern, useHatch } from '../../ui/hatch-pattern';
import { useWidth } from '../../ui/use-width';
import { splitNote } from './grid';
import type { Drawn } from './result-chart';

interface Props {
  drawn: Drawn;
  stacked: boolean;
  label: string;
  drawingRef?: Ref<SVGSVGElement>;
}
const USUAL_WIDTH = 560;
const LEAST_NAMES = 104;
const MOST_NAMES = 150;
const LETTER = 7;
const TEXT = 92;
/** Adds the series' name to the percentage. */
const WIDE_TEXT = 150;
const ROW = 44;
const THIN = 18;

const sumOf = (cells: readonly Cell[]) => cells.reduce((sum, { value }) => sum + (value ?? 0), 0);
const isHidden = ({ value, withheld }: Cell) => value === null && withheld !== null;

/** One bar per group. Parts that add up are stacked; others are drawn one below the other. */
export function GroupBars({ drawn, stacked, label, drawingRef }: Props) {
  const { grid, percent, short } = drawn;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, USUAL_WIDTH);
  const hatch = useHatch();
  const longest = Math.max(...grid.rows.map((name) => name.length));
  const names = Math.min(MOST_NAMES, Math.max(LEAST_NAMES, longest * LETTER + 8));
  const lines = stacked ? 1 : grid.series.length;
  const row = stacked ? ROW : Math.max(ROW, THIN * lines + 16);
  const { totals } = grid;
  const noted = grid.rows.some((_, at) => splitNote(grid, at) !== null);
  const most = percent
    ? 100
    : Math.max(
        ...(totals ?? []).map(({ value }) => value ?? 0),
        ...grid.cells.map((cells) => (stacked ? sumOf(cells) : Math.max(...cells.map(({ value }) => value ?? 0)))),
        1e-9,
      );
  const room = Math.max(60, width - names - (percent || noted ? WIDE_TEXT : TEXT));
  const long = (value: number) => (value / most) * room;
  const height = row * grid.rows.length;
  return (
    <div ref={frame} className="mt-4">
      <svg
        ref={drawingRef}
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        height={height}
        role="img"
        aria-label={label}
        className="block"
      >
        <HatchPattern id={hatch} />
        {grid.rows.map((name, at) => {
          const cells = grid.cells[at]!;
          const y = at * row;
          return (
            <g key={name} transform={`translate(0 ${y})`}>
              <text x={0} y={row / 2 + 4} fontSize="13" fill="var(--ink-2)">
                {name}
              </text>
              <g transform={`translate(${names} 0)`}>
                {stacked ? (
                  <Stack
                    cells={cells}
                    // A share is of the whole, which fills its row.
                    whole={totals && (percent ? 100 : totals[at]!.value)}
                    long={long}
                    colours={grid.series.map(({ colour }) => colour)}
                    hatch={hatch}
                  />
                ) : (
                  cells.map((cell, i) => (
                    <Thin
                      key={grid.series[i]!.name}
                      cell={cell}
                      y={8 + i * THIN}
                      long={long}
                      colour={grid.series[i]!.colour}
                      hatch={hatch}
                      text={figureText(cell, short, grid.few.cell)}
                    />
                  ))
                )}
              </g>
              {stacked && <RowText drawn={drawn} at={at} x={width} y={row / 2} />}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** A row's whole first, then what is not published of its split. */
function RowText({ drawn, at, x, y }: { drawn: Drawn; at: number; x: number; y: number }) {
  const { grid } = drawn;
  const note = splitNote(grid, at);
  return (
    <>
      <text x={x} y={note === null ? y + 4 : y - 3} textAnchor="end" fontSize="13" fontWeight="600" fill="var(--ink)">
        {totalText(grid.cells[at]!, grid.totals?.[at], drawn)}
      </text>
      {note !== null && (
        <text x={x} y={y + 13} textAnchor="end" fontSize="12" fill="var(--ink-3)">
          {note}
        </text>
      )}
    </>
  );
}

/**
 * The text of a row: its total if all of it is published, otherwise its lower bound, or the reason why it is
 * withheld.
 */
function totalText(
  cells: readonly Cell[],
  total: Cell | undefined,
  { grid, percent, full, short, count }: Drawn,
): string {
  const [first] = cells;
  if (total !== undefined && (!percent || first?.value == null)) return figureText(total, count, grid.few.total);
  if (cells.length === 1 && first) return figureText(first, short, grid.few.cell);
  if (!cells.some(({ value }) => value !== null)) return cells.some(isHidden) ? 'not published' : '–';
  if (percent) return `${figureText(first!, full)} ${grid.series[0]!.name}`;
  return cells.some(isHidden) ? `${short(sumOf(cells))} +` : short(sumOf(cells));
}

interface StackProps {
  cells: readonly Cell[];
  /** The published whole of the parts. A part that is not published is hatched up to it. */
  whole: number | null | undefined;
  long: (value: number) => number;
  colours: string[];
  hatch: string;
}
function Stack({ cells, whole, long, colours, hatch }: StackProps) {
  const hatched = whole == null ? 12 : long(Math.max(0, whole - sumOf(cells)));
  const starts = cells.map((_, i) => long(sumOf(cells.slice(0, i))));
  return (
    <>
      {cells.map((cell, i) =>
        (cell.value ?? 0) > 0 ? (
          <rect
            key={i}
            x={starts[i]}
            y={7}
            width={Math.max(1, long(cell.value!) - 2)}
            height={ROW - 14}
            rx="3"
            fill={colours[i]}
          />
        ) : null,
      )}
      {cells.some(isHidden) && (
        <rect x={long(sumOf(cells))} y={7} width={hatched} height={ROW - 14} rx="3" fill={`url(#${hatch})`} />
      )}
    </>
  );
}

interface ThinProps {
  cell: Cell;
  y: number;
  long: (value: number) => number;
  colour: string;
  hatch: string;
  text: string;
}
const Thin = ({ cell, y, long, colour, hatch, text }: ThinProps) => {
  const width = cell.value === null ? (cell.withheld ? 12 : 0) : Math.max(1, long(cell.value));
  return (
    <g>
      {width > 0 && (
        <rect
          x={0}
          y={y}
          width={width}
          height={THIN - 6}
          rx="2"
          fill={cell.value === null ? `url(#${hatch})` : colour}
        />
      )}
      <text x={width + 6} y={y + 10} fontSize="12" fill="var(--ink-2)">
        {text}
      </text>
    </g>
  );
};
