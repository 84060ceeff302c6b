import { COUNT, MOVED, SHARE } from '../analytics/figures-view';
import { NO_CELL, type Cell, type Row } from '../analytics/result';

/** The bands from best to worst, which is their order in the drawing. */
export const BANDS = ['4-5', '3-4', '2-3', '1-2', '0-1'] as const;
const NO_SCORE = 'Unknown';
const JOINED = 'Joined';
const LEFT = 'Left';
const RANKED: readonly string[] = BANDS.toReversed();

export interface FlowNode {
  id: string;
  column: number;
  /** A score band, 'Unknown', 'Joined' or 'Left'. */
  key: string;
  name: string;
  count: Cell;
  /** Share of the members with a score; absent for nodes that are not bands. */
  share: Cell;
}

export type Direction = 'up' | 'down' | 'level';

/** Members that went from one node to another. */
export interface Flow {
  source: string;
  target: string;
  from: string;
  to: string;
  /** The column that it begins in. */
  column: number;
  count: Cell;
  direction: Direction;
}

export interface ScoreFlow {
  /** yyyy-MM, oldest first. */
  ends: readonly string[];
  nodes: FlowNode[];
  /** Every flow, including withheld ones. */
  flows: Flow[];
}

export const bandName = (key: string): string =>
  key === NO_SCORE ? 'No score' : key === JOINED || key === LEFT ? key : `${key.replace('-', ' - ')} stars`;

const nodeId = (column: number, key: string) => `${column}:${key}`;
const isSome = ({ value, withheld }: Cell) => withheld !== null || (value ?? 0) > 0;

function directionOf(from: string, to: string): Direction {
  const [at, then] = [RANKED.indexOf(from), RANKED.indexOf(to)];
  if (at === -1 || then === -1 || at === then) return 'level';
  return then > at ? 'up' : 'down';
}

/** Members as the sum of the rows' published figures; the reason if none is published. */
function sumOf(cells: readonly Cell[]): Cell {
  const told = cells.filter(({ value }) => value !== null);
  if (told.length === 0) return cells[0] ?? NO_CELL;
  return { ...NO_CELL, value: told.reduce((sum, { value }) => sum + value!, 0) };
}

/** The input of a drawing: `bands` are members by band and month, `steps` movements from one month to the next. */
export function flowOf(ends: readonly string[], bands: readonly Row[], steps: readonly (readonly Row[])[]): ScoreFlow {
  const nodes: FlowNode[] = [];
  const flows: Flow[] = [];
  const flowsOf = (rows: readonly Row[], side: 'Movement.from' | 'Movement.to', key: string) =>
    rows.filter((row) => row.text(side) === key).map((row) => row.cell(MOVED));
  const add = (column: number, key: string, count: Cell, share: Cell = NO_CELL) =>
    nodes.push({ id: nodeId(column, key), column, key, name: bandName(key), count, share });

  for (const [column, end] of ends.entries()) {
    for (const key of [...BANDS, NO_SCORE]) {
      const row = bands.find((of) => of.month === end && of.text('SuperScore.scoreBand') === key);
      const count = row?.cell(COUNT) ?? NO_CELL;
      if (key !== NO_SCORE || (count.value ?? 0) > 0)
        add(column, key, count, key === NO_SCORE ? NO_CELL : row?.cell(SHARE));
    }
    const [into, out] = [steps[column - 1], steps[column]];
    const left = into && sumOf(flowsOf(into, 'Movement.to', LEFT));
    if (left && isSome(left)) add(column, LEFT, left);
    const joined = out && sumOf(flowsOf(out, 'Movement.from', JOINED));
    if (joined && isSome(joined)) add(column, JOINED, joined);
  }
  for (const [column, rows] of steps.entries())
    for (const row of rows) {
      const [from, to] = [row.text('Movement.from'), row.text('Movement.to')];
      // Members who joined or left are published without their band.
      if (from === null || to === null) continue;
      const [source, target] = [nodeId(column, from), nodeId(column + 1, to)];
      if (!nodes.some(({ id }) => id === source) || !nodes.some(({ id }) => id === target)) continue;
      flows.push({ source, target, from, to, column, count: row.cell(MOVED), direction: directionOf(from, to) });
    }
  return { ends, nodes, flows };
}

/** The published moves in one direction, and the largest of them. */
export function movesOf({ flows }: ScoreFlow, direction: Direction): { members: number; largest: Flow | null } {
  const told = flows.filter((flow) => flow.direction === direction && (flow.count.value ?? 0) > 0);
  const largest = told.reduce<Flow | null>(
    (most, flow) => (most && most.count.value! >= flow.count.value! ? most : flow),
    null,
  );
  return { members: told.reduce((sum, { count }) => sum + count.value!, 0), largest };
}

/** Members at the aimed-for stars or more in a column; null unless both bands are published. */
export function atAim({ nodes }: ScoreFlow, column: number): number | null {
  const counts = nodes
    .filter((node) => node.column === column && ['4-5', '3-4'].includes(node.key))
    .map(({ count }) => count);
  return counts.every(({ value }) => value !== null) ? counts.reduce((sum, { value }) => sum + value!, 0) : null;
}
