import { CountTable, either, shown, small, untold, type Mask } from './count-table.js';
import { bridges, components, type Edge } from './graph.js';

/** What an onlooker knows of a hidden cell: "<11" is 1 to 10, "np" in the same answer 11 and more, anything that has a row somebody. */
export function boundsOf(state: number, count: number): readonly [low: number, high: number] {
  if (state === small) return [Math.min(count, 1), 10];
  return [Math.min(count, state === untold ? 0 : state === either ? 1 : 11), Infinity];
}

/**
 * A table of one or two dimensions is a flow network: each row and each column (with its total) is a node where what comes in
 * goes out, each cell an edge between its row and its column. Other tables with the same shown numbers differ from the true one
 * by cycles of hidden edges, so a hidden cell is certain exactly when no such cycle passes through it.
 */
interface CellEdge extends Edge {
  cell: number;
}

const nodesOf = (table: CountTable, cell: number): [row: number, column: number, normal: boolean] => {
  const [first = 0, second] = table.shape;
  const place = table.place(cell, 0);
  // A table of one dimension is one row; every cell's other end is the same node.
  if (second === undefined) return [0, 1, place !== first];
  const column = table.place(cell, 1);
  return [place, first + 1 + column, (place === first) === (column === second)];
};

const nodeCount = ({ shape }: CountTable): number => (shape[1] === undefined ? 2 : shape[0]! + shape[1] + 2);

function hiddenEdges(table: CountTable, mask: Mask): CellEdge[] {
  const edges: CellEdge[] = [];
  for (let cell = 0; cell < mask.length; cell += 1) {
    if (mask[cell] === shown) continue;
    const [row, column, normal] = nodesOf(table, cell);
    const count = table.counts[cell]!;
    const [low, high] = boundsOf(mask[cell]!, count);
    edges.push({
      cell,
      from: normal ? row : column,
      to: normal ? column : row,
      forward: count < high,
      backward: count > low,
    });
  }
  return edges;
}

/**
 * The hidden cells that can have one value only. A cell that can grow and shrink is on its own cycle, there and back: it must be on
 * another, so that its row and column stay together without it.
 */
export function determinedInPlane(table: CountTable, mask: Mask): Set<number> {
  const nodes = nodeCount(table);
  const edges = hiddenEdges(table, mask);
  const component = components(nodes, edges);
  const together = edges.filter(
    ({ from, to, forward, backward }) => component[from] === component[to] && (forward || backward),
  );
  const free = new Set(together);
  for (const edge of bridges(nodes, together)) free.delete(edge);
  return new Set(edges.filter((edge) => !free.has(edge)).map(({ cell }) => cell));
}

/**
 * The first hidden cell that is a bridge between rows and columns joined by hidden cells, so that it follows from sums alone, and
 * that others can protect: the cells that join its two sides and could be hidden, or null. What is `following` anyway is known.
 */
export function bridgeCut(
  table: CountTable,
  mask: Mask,
  following: ReadonlySet<number>,
  canHide: (cell: number) => boolean,
): number[] | null {
  const nodes = nodeCount(table);
  const edges = hiddenEdges(table, mask).flatMap((edge) =>
    following.has(edge.cell) ? [] : [{ ...edge, forward: true, backward: true }],
  );
  const cuts = new Set(bridges(nodes, edges));
  for (const bridge of edges) {
    if (!cuts.has(bridge)) continue;
    const sides = components(
      nodes,
      edges.filter((edge) => edge !== bridge),
    );
    const isHere = (node: number) => sides[node] === sides[bridge.from];
    const across = [...mask.keys()].filter((cell) => {
      if (!canHide(cell)) return false;
      const [row, column] = nodesOf(table, cell);
      return isHere(row) !== isHere(column);
    });
    if (across.length > 0) return across;
  }
  return null;
}
