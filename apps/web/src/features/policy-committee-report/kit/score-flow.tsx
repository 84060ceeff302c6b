import { sankey, sankeyLinkHorizontal, type SankeyLink, type SankeyNode } from 'd3-sankey';
import { useMemo } from 'react';
import { countText, shareText } from '../../../portal/figures/figure-text';
import { seriesColour } from '../../../portal/figures/series-colour';
import { BANDS, type Flow, type FlowNode, type ScoreFlow } from '../../../portal/movement/score-flow-model';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';

type Node = FlowNode & { fixedValue: number };
interface Step {
  of: Flow;
  value: number;
}
type DrawnNode = SankeyNode<Node, Step>;
type DrawnLink = SankeyLink<Node, Step>;

const SIDE = 132;
const TOP = 34;
/** Share of the highest bar that stands for an unpublished band. Its height tells nothing. */
const STUB = 0.015;

const isBand = (key: string) => (BANDS as readonly string[]).includes(key);
const colourOf = (key: string) => (isBand(key) ? seriesColour('score', key, 'light') : 'var(--hatch)');

/** Bands only: members who joined or left are told below. An unpublished flow is not drawn, because its width would tell it. */
function layOut({ nodes, flows }: ScoreFlow, width: number, height: number) {
  const bands = nodes.filter(({ key }) => isBand(key));
  const ids = new Set(bands.map(({ id }) => id));
  const drawn = flows.filter(
    ({ count, source, target }) => (count.value ?? 0) > 0 && ids.has(source) && ids.has(target),
  );
  const sum = (side: 'source' | 'target', id: string) =>
    drawn.filter((flow) => flow[side] === id).reduce((all, { count }) => all + count.value!, 0);
  // Published figures may not add up: a bar is as high as its largest published figure.
  const told = bands.map(({ id, count }) => Math.max(count.value ?? 0, sum('source', id), sum('target', id)));
  const least = STUB * Math.max(...told);
  const layout = sankey<Node, Step>()
    .nodeId(({ id }) => id)
    .nodeWidth(14)
    .nodePadding(22)
    // Keeps the given order: bands from best to worst.
    .nodeSort(null as never)
    .nodeAlign(({ column }) => column)
    .extent([
      [SIDE, TOP],
      [width - SIDE, height - 8],
    ]);
  return layout({
    nodes: bands
      .map((node, i) => ({ ...node, fixedValue: told[i]! || (node.count.withheld ? least : 0) }))
      .filter(({ fixedValue }) => fixedValue > 0),
    links: drawn.map((of) => ({ source: of.source, target: of.target, value: of.count.value!, of })),
  });
}

interface Props {
  of: ScoreFlow;
  /** Over each column. */
  heads: readonly [string, string];
  width: number;
  height: number;
  label: string;
}

/** How members went from band to band, with every band's members at both ends. Those who moved up are strong. */
export function PrintedFlow({ of, heads, width, height, label }: Props) {
  const hatch = useHatch();
  const { nodes, links } = useMemo(() => layOut(of, width, height), [of, width, height]);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="block overflow-visible"
    >
      <HatchPattern id={hatch} />
      {heads.map((head, column) => (
        <text
          key={head}
          x={column === 0 ? SIDE : width - SIDE}
          y="16"
          textAnchor={column === 0 ? 'start' : 'end'}
          fontSize="13"
          fontWeight="600"
          fill="var(--ink-2)"
        >
          {head}
        </text>
      ))}
      <g fill="none">
        {links.map((link) => (
          <path
            key={`${link.of.source} ${link.of.target}`}
            d={sankeyLinkHorizontal()(link) ?? undefined}
            stroke={colourOf(link.of.from)}
            strokeWidth={Math.max(1.5, link.width ?? 0)}
            opacity={link.of.direction === 'up' ? 0.72 : 0.3}
          />
        ))}
      </g>
      {nodes.map((node) => (
        <Bar key={node.id} node={node} hatch={hatch} />
      ))}
    </svg>
  );
}

const used = (links: readonly DrawnLink[] = []) => links.reduce((sum, { width = 0 }) => sum + width, 0);

function Bar({ node, hatch }: { node: DrawnNode; hatch: string }) {
  const { x0 = 0, x1 = 0, y0 = 0, y1 = 0, column, key, name, count, share } = node;
  const high = y1 - y0;
  const isFirst = column === 0;
  const isTold = count.value !== null;
  const rest = isTold ? high - used(isFirst ? node.sourceLinks : node.targetLinks) : 0;
  const [x, anchor] = isFirst ? [x0 - 10, 'end'] : [x1 + 10, 'start'];
  const y = (y0 + y1) / 2;
  return (
    <g>
      {rest > 1 && (
        <path
          d={
            isFirst
              ? `M${x1 + 1} ${y1 - rest}h22l8 ${rest / 2}l-8 ${rest / 2}h-22z`
              : `M${x0 - 1} ${y1 - rest}h-30l8 ${rest / 2}l-8 ${rest / 2}h30z`
          }
          fill={`url(#${hatch})`}
        />
      )}
      <rect
        x={x0}
        y={y0}
        width={x1 - x0}
        height={Math.max(2, high)}
        rx="3"
        fill={isTold ? colourOf(key) : `url(#${hatch})`}
      />
      <text x={x} y={y - 3} textAnchor={anchor as 'end'} fontSize="13" fontWeight="600" fill="var(--ink)">
        {name}
      </text>
      <text x={x} y={y + 13} textAnchor={anchor as 'end'} fontSize="12" fill="var(--ink-2)">
        {isTold ? `${countText(count)}, ${shareText(share)}` : countText(count)}
      </text>
    </g>
  );
}
