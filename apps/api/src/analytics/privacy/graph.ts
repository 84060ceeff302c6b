export interface Edge {
  from: number;
  to: number;
  /** It may be gone along, and against. */
  forward: boolean;
  backward: boolean;
}

interface Arc {
  to: number;
  /** Place among the edges. */
  edge: number;
}

/** The arcs that leave each node. */
function arcsOf(nodes: number, edges: readonly Edge[], way: 'along' | 'against' | 'both'): Arc[][] {
  const arcs: Arc[][] = Array.from({ length: nodes }, () => []);
  for (const [edge, { from, to, forward, backward }] of edges.entries()) {
    if (way === 'both' || (way === 'along' ? forward : backward)) arcs[from]!.push({ to, edge });
    if (way === 'both' || (way === 'along' ? backward : forward)) arcs[to]!.push({ to: from, edge });
  }
  return arcs;
}

/** Goes through the graph depth first: nodes in the order in which they are left, and edges that nothing went round. */
function depthFirst(arcs: readonly Arc[][]): { left: number[]; cuts: number[] } {
  const left: number[] = [];
  const cuts: number[] = [];
  const entered = new Int32Array(arcs.length);
  /** The earliest node that can be reached from it or what was entered after it, without the edge it was entered by. */
  const earliest = new Int32Array(arcs.length);
  const next = new Int32Array(arcs.length);
  let time = 0;
  for (let root = 0; root < arcs.length; root += 1) {
    if (entered[root] !== 0) continue;
    const path: { node: number; by: number }[] = [{ node: root, by: -1 }];
    entered[root] = earliest[root] = time += 1;
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const { node, by } = here;
      const arc = arcs[node]![next[node]!];
      next[node]! += 1;
      if (arc === undefined) {
        path.pop();
        left.push(node);
        if (by === -1) continue;
        const before = path.at(-1)!.node;
        earliest[before] = Math.min(earliest[before]!, earliest[node]!);
        if (earliest[node]! > entered[before]!) cuts.push(by);
      } else if (entered[arc.to] === 0) {
        path.push({ node: arc.to, by: arc.edge });
        entered[arc.to] = earliest[arc.to] = time += 1;
      } else if (arc.edge !== by) earliest[node] = Math.min(earliest[node]!, entered[arc.to]!);
    }
  }
  return { left, cuts };
}

/** A number for each node, the same for two where each can be reached from the other. */
export function components(nodes: number, edges: readonly Edge[]): Int32Array {
  const arcs = arcsOf(nodes, edges, 'against');
  const component = new Int32Array(nodes).fill(-1);
  for (const root of depthFirst(arcsOf(nodes, edges, 'along')).left.toReversed()) {
    if (component[root] !== -1) continue;
    component[root] = root;
    const queue = [root];
    for (let node = queue.pop(); node !== undefined; node = queue.pop())
      for (const { to } of arcs[node]!) {
        if (component[to] !== -1) continue;
        component[to] = root;
        queue.push(to);
      }
  }
  return component;
}

/** The edges, taken both ways, without which their ends would be apart. */
export const bridges = <E extends Edge>(nodes: number, edges: readonly E[]): E[] =>
  depthFirst(arcsOf(nodes, edges, 'both')).cuts.map((edge) => edges[edge]!);
