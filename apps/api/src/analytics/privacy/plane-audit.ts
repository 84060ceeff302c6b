import { CountTable, shown, small, type Mask } from './count-table.js';

/** What an onlooker knows of a hidden cell from its label: "<11" is 1 to 10, "np" is otherwise 11 and more. */
export const boundsOf = (state: number, count: number): readonly [low: number, high: number] =>
  state === small ? [1, 10] : [Math.min(count, 11), Infinity];

/**
 * A table of one or two dimensions is a flow network: each row and each column (with its total) is a node where what comes in
 * goes out, each cell an edge between its row and its column. Other tables with the same shown numbers differ from the true one
 * by cycles of hidden edges, so a hidden cell is certain exactly when no such cycle passes through it.
 */
interface Edge {
  cell: number;
  from: number;
  to: number;
  canGrow: boolean;
  canShrink: boolean;
}

const nodesOf = (table: CountTable, cell: number): [row: number, column: number, normal: boolean] => {
  const [first = 0, second] = table.shape;
  const place = table.place(cell, 0);
  // A table of one dimension is one row; every cell's other end is the same node.
  if (second === undefined) return [0, 1, place !== first];
  const column = table.place(cell, 1);
  return [place, first + 1 + column, (place === first) === (column === second)];
};

function hiddenEdges(table: CountTable, mask: Mask): Edge[] {
  const edges: Edge[] = [];
  for (let cell = 0; cell < mask.length; cell += 1) {
    if (mask[cell] === shown) continue;
    const [row, column, normal] = nodesOf(table, cell);
    const count = table.counts[cell]!;
    const [low, high] = boundsOf(mask[cell]!, count);
    edges.push({
      cell,
      from: normal ? row : column,
      to: normal ? column : row,
      canGrow: count < high,
      canShrink: count > low,
    });
  }
  return edges;
}

type Arcs = Map<number, { to: number; cell: number }[]>;

function reach(arcs: Arcs, from: number, without: number): Set<number> {
  const seen = new Set([from]);
  const queue = [from];
  for (let node = queue.pop(); node !== undefined; node = queue.pop())
    for (const { to, cell } of arcs.get(node) ?? [])
      if (cell !== without && !seen.has(to)) {
        seen.add(to);
        queue.push(to);
      }
  return seen;
}

const addArc = (arcs: Arcs, from: number, to: number, cell: number): void => {
  const known = arcs.get(from);
  if (known) known.push({ to, cell });
  else arcs.set(from, [{ to, cell }]);
};

/** Those of `cells` (hidden ones) that can have one value only. */
export function determinedInPlane(table: CountTable, mask: Mask, cells: readonly number[]): number[] {
  const edges = hiddenEdges(table, mask);
  const arcs: Arcs = new Map();
  for (const { cell, from, to, canGrow, canShrink } of edges) {
    if (canGrow) addArc(arcs, from, to, cell);
    if (canShrink) addArc(arcs, to, from, cell);
  }
  const byCell = new Map(edges.map((edge) => [edge.cell, edge]));
  return cells.filter((cell) => {
    const edge = byCell.get(cell)!;
    const grows = edge.canGrow && reach(arcs, edge.to, cell).has(edge.from);
    return !grows && !(edge.canShrink && reach(arcs, edge.from, cell).has(edge.to));
  });
}

/**
 * The first hidden cell that is a bridge between rows and columns joined by hidden cells: it follows from sums alone. Returns the
 * cells that join its two sides, or null where there is no bridge, or nothing left to hide.
 */
export function bridgeCut(table: CountTable, mask: Mask): number[] | null {
  const edges = hiddenEdges(table, mask);
  const arcs: Arcs = new Map();
  for (const { cell, from, to } of edges) {
    addArc(arcs, from, to, cell);
    addArc(arcs, to, from, cell);
  }
  for (const { cell, from, to } of edges) {
    const side = reach(arcs, from, cell);
    if (side.has(to)) continue;
    const across = [...mask.keys()].filter((other) => {
      const [row, column] = nodesOf(table, other);
      return mask[other] === shown && table.counts[other] !== 0 && side.has(row) !== side.has(column);
    });
    if (across.length > 0) return across;
  }
  return null;
}
