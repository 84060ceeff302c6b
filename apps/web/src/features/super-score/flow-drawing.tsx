import { sankey, sankeyLinkHorizontal, type SankeyLink, type SankeyNode } from 'd3-sankey';
import { useMemo, useRef, useState, type KeyboardEvent, type Ref, useLayoutEffect } from 'react';
import { countText, shareText } from '../../portal/figures/figure-text';
import { seriesColour } from '../../portal/figures/series-colour';
import { longMonth } from '../../ui/format';
import { HatchPattern, useHatch } from '../../ui/hatch-pattern';
import { useShownTheme, type ShownTheme } from '../../ui/theme';
import { useWidth } from '../../ui/use-width';
import {
  BANDS,
  bandName,
  type Direction,
  type Flow,
  type FlowNode,
  type ScoreFlow,
} from '../../portal/movement/score-flow-model';

/** The flows to highlight. The others are drawn faintly. */
export type Focus = 'all' | Exclude<Direction, 'level'>;

interface Props {
  of: ScoreFlow;
  focus: Focus;
  /** Height in pixels. A card that is narrower than the drawing scrolls sideways. */
  height: number;
  label: string;
  drawingRef?: Ref<SVGSVGElement>;
}
const LEAST_WIDTH = 720;
const USUAL_WIDTH = 1080;
const SIDE = 132;
const TOP = 34;
const BAR = 14;
/** Share of the highest bar that stands for an unpublished band. Its height carries no information. */
const STUB = 0.015;

type DrawnNode = SankeyNode<FlowNode & { fixedValue: number }, { of: Flow; value: number }>;
type DrawnLink = SankeyLink<FlowNode & { fixedValue: number }, { of: Flow; value: number }>;

/** The layout of bars and flows. An unpublished flow is not drawn at all, because its width would reveal it. */
function layOut({ nodes, flows }: ScoreFlow, width: number, height: number) {
  const drawn = flows.filter(({ count }) => (count.value ?? 0) > 0);
  const sum = (side: 'source' | 'target', id: string) =>
    drawn.filter((flow) => flow[side] === id).reduce((all, { count }) => all + count.value!, 0);
  // Published figures may not add up: a bar is as high as its largest published figure.
  const told = nodes.map((node) => Math.max(node.count.value ?? 0, sum('source', node.id), sum('target', node.id)));
  const least = STUB * Math.max(...told);
  const sized = nodes
    .map((node, i) => ({ ...node, fixedValue: told[i]! || (node.count.withheld ? least : 0) }))
    .filter(({ fixedValue }) => fixedValue > 0);
  const layout = sankey<FlowNode & { fixedValue: number }, { of: Flow; value: number }>()
    .nodeId(({ id }) => id)
    .nodeWidth(BAR)
    .nodePadding(22)
    // Keeps the given order: bands from best to worst.
    .nodeSort(null as never)
    .nodeAlign(({ column }) => column)
    .extent([
      [SIDE, TOP],
      [width - SIDE, height - 8],
    ]);
  return layout({
    nodes: sized,
    links: drawn.map((of) => ({ source: of.source, target: of.target, value: of.count.value!, of })),
  });
}

const flowText = ({ from, to, count, column }: Flow, ends: readonly string[]): string => {
  const when = `${longMonth(ends[column]!)} to ${longMonth(ends[column + 1]!)}`;
  const members = `${countText(count)} members`;
  if (from === 'Joined') return `${when}: ${members} joined, now ${bandName(to)}`;
  if (to === 'Left') return `${when}: ${members} left, from ${bandName(from)}`;
  return from === to
    ? `${when}: ${members} stayed at ${bandName(to)}`
    : `${when}: ${members} from ${bandName(from)} to ${bandName(to)}`;
};

const colourOf = (key: string, theme: ShownTheme) =>
  BANDS.some((band) => band === key) ? seriesColour('score', key, theme) : 'var(--hatch)';

const strength = ({ direction }: Flow, focus: Focus) =>
  focus === 'all' ? (direction === 'up' ? 0.72 : 0.3) : direction === focus ? 0.8 : 0.12;

const noteOf = ({ count, share, key }: FlowNode) => {
  if (count.withheld) return countText(count);
  if (share.value !== null || share.withheld) return `${countText(count)}, ${shareText(share)}`;
  return key === 'Unknown' ? countText(count) : `${countText(count)} members`;
};

/** Members that move from bar to bar. One stop for Tab; arrows go from flow to flow, and the line below says which. */
export function FlowDrawing({ of, focus, height, label, drawingRef }: Props) {
  const theme = useShownTheme();
  const hatch = useHatch();
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(LEAST_WIDTH, useWidth(frame, USUAL_WIDTH));
  const { nodes, links } = useMemo(() => layOut(of, width, height), [of, width, height]);
  const [at, setAt] = useState<number | null>(null);
  const told = at === null ? undefined : links[at];
  useLayoutEffect(() => {
    // Where it scrolls, it begins with the newest quarter end.
    if (frame.current) frame.current.scrollLeft = frame.current.scrollWidth;
  }, [width, of]);
  const move = (event: KeyboardEvent<SVGSVGElement>) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined || links.length === 0) return;
    event.preventDefault();
    const next = ((at ?? (by > 0 ? -1 : 0)) + by + links.length) % links.length;
    event.currentTarget.querySelectorAll<SVGPathElement>('[data-flow]')[next]?.focus();
  };
  return (
    <>
      <div ref={frame} className="overflow-x-auto">
        <svg
          ref={drawingRef}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="group"
          aria-label={label}
          onKeyDown={move}
          className="block max-w-none"
        >
          <HatchPattern id={hatch} />
          {of.ends.map((end, column) => (
            <ColumnTitle key={end} end={end} column={column} last={of.ends.length - 1} width={width} />
          ))}
          <g fill="none">
            {links.map((link, i) => (
              <path
                key={`${link.of.source} ${link.of.target}`}
                data-flow
                d={sankeyLinkHorizontal()(link) ?? undefined}
                stroke={colourOf(link.of.from, theme)}
                strokeWidth={Math.max(1.5, link.width ?? 0)}
                opacity={at === i ? 1 : strength(link.of, focus)}
                role="img"
                aria-label={flowText(link.of, of.ends)}
                tabIndex={i === (at ?? 0) ? 0 : -1}
                onFocus={() => setAt(i)}
                onBlur={() => setAt(null)}
                onPointerEnter={() => setAt(i)}
                onPointerLeave={() => setAt(null)}
                className="outline-none"
              />
            ))}
          </g>
          {nodes.map((node) => (
            <Bar key={node.id} node={node} last={of.ends.length - 1} hatch={hatch} colour={colourOf(node.key, theme)} />
          ))}
        </svg>
      </div>
      <p className="mt-1 min-h-5 text-base text-ink-2" aria-hidden>
        {told && flowText(told.of, of.ends)}
      </p>
    </>
  );
}

function ColumnTitle({ end, column, last, width }: { end: string; column: number; last: number; width: number }) {
  const x = SIDE + (column / last) * (width - 2 * SIDE - BAR);
  const [at, anchor] = column === 0 ? [x, 'start'] : column === last ? [x + BAR, 'end'] : [x + BAR / 2, 'middle'];
  return (
    <text x={at} y={16} textAnchor={anchor as 'start'} fontSize="13" fontWeight="600" fill="var(--ink-2)">
      {longMonth(end)}
    </text>
  );
}

const used = (links: readonly DrawnLink[] = []) => links.reduce((sum, { width = 0 }) => sum + width, 0);

interface BarProps {
  node: DrawnNode;
  last: number;
  hatch: string;
  colour: string;
}
/** A band at a quarter end, a hatched stub on each side for what its flows leave over, and its figures as text. */
function Bar({ node, last, hatch, colour }: BarProps) {
  const { x0 = 0, x1 = 0, y0 = 0, y1 = 0, column, key, name } = node;
  const high = y1 - y0;
  const [first, middle] = [column === 0, column > 0 && column < last];
  const isTold = node.count.value !== null;
  const out = isTold && column < last && key !== 'Left' ? high - used(node.sourceLinks) : 0;
  const into = isTold && column > 0 && key !== 'Joined' ? high - used(node.targetLinks) : 0;
  const x = first ? x0 - 10 : x1 + (middle ? 40 : 10);
  const y = (y0 + y1) / 2;
  const stub = (side: number, rest: number) =>
    `M${side} ${y1 - rest}${side === x1 + 1 ? `h22l8 ${rest / 2}l-8 ${rest / 2}h-22z` : `h-30l8 ${rest / 2}l-8 ${rest / 2}h30z`}`;
  return (
    <g>
      {out > 1 && <path d={stub(x1 + 1, out)} fill={`url(#${hatch})`} />}
      {into > 1 && <path d={stub(x0 - 1, into)} fill={`url(#${hatch})`} />}
      <rect x={x0} y={y0} width={x1 - x0} height={Math.max(2, high)} rx="3" fill={isTold ? colour : `url(#${hatch})`} />
      {middle && <rect x={x1 + 34} y={y - 19} width={112} height={38} rx="6" fill="var(--surface)" opacity=".86" />}
      <text x={x} y={y - 3} textAnchor={first ? 'end' : 'start'} fontSize="13" fontWeight="600" fill="var(--ink)">
        {name}
      </text>
      <text x={x} y={y + 13} textAnchor={first ? 'end' : 'start'} fontSize="12" fill="var(--ink-2)">
        {noteOf(node)}
      </text>
    </g>
  );
}
