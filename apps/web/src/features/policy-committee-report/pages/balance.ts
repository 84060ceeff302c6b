import { cell, NO_CELL, type Cell } from '../../../portal/analytics/result';
import { isTold } from './figures';
import type { Fund } from './fund';
import { atColumns, quarterColumns, sumOfCells, withinColumns, type QuarterColumn } from './quarters';

export const LINES = ['employer', 'sacrifice', 'personal', 'fees', 'premiums'] as const;
export type Line = (typeof LINES)[number];
const isPaid = (line: Line) => line === 'fees' || line === 'premiums';

export interface BalanceColumn {
  column: QuarterColumn;
  opening: Cell;
  /** With their signs: what is paid out is below 0. */
  lines: Record<Line, Cell>;
  /** What the published lines leave. It holds the lines that are not published. */
  rest: Cell;
  closing: Cell;
}
export interface Balance {
  columns: BalanceColumn[];
  whole: BalanceColumn;
}

const signed = (line: Line, of: Cell): Cell => (isPaid(line) && of.value !== null ? { ...of, value: -of.value } : of);

function balanced(column: QuarterColumn, opening: Cell, closing: Cell, lines: Record<Line, Cell>): BalanceColumn {
  const told = LINES.reduce((sum, line) => sum + (lines[line].value ?? 0), 0);
  const rest = opening.value === null || closing.value === null ? NO_CELL : cell(closing.value - opening.value - told);
  return { column, opening, lines, rest, closing };
}

/**
 * The movement of a plan's assets by quarter and over the whole period: it adds up as published. `columns`: the quarters, which may be
 * outside the months that have figures.
 */
export function balanceOf(fund: Fund, columns = quarterColumns(fund.months)): Balance {
  const assets = atColumns(columns, fund.months, fund.assets);
  const flows = Object.fromEntries(
    LINES.map((line) => [line, withinColumns(columns, fund.months, fund[line]).map((of) => signed(line, of))]),
  ) as Record<Line, Cell[]>;
  const at = (make: (line: Line) => Cell) =>
    Object.fromEntries(LINES.map((line) => [line, make(line)])) as Record<Line, Cell>;
  const quarters = columns.slice(1).map((column, i) =>
    balanced(
      column,
      assets[i]!,
      assets[i + 1]!,
      at((line) => flows[line][i + 1]!),
    ),
  );
  // Over the period the quarters that are published are summed, so that the table adds up across, too.
  const sums = at((line) => {
    const told = flows[line].slice(1).filter(isTold);
    return told.length === 0 ? (flows[line][1] ?? NO_CELL) : sumOfCells(told);
  });
  const all = { month: columns.at(-1)?.month ?? '', months: fund.months.slice(1), isShort: false };
  return { columns: quarters, whole: balanced(all, assets[0] ?? NO_CELL, assets.at(-1) ?? NO_CELL, sums) };
}
