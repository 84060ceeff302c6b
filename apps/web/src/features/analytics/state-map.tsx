import { geoConicConformal, geoPath } from 'd3-geo';
import { arc, pie } from 'd3-shape';
import { Minus, Plus } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type Ref } from 'react';
import type { FeatureCollection } from 'geojson';
import type { Cell } from '../../portal/analytics/result';
import { figureText } from '../../portal/figures/figure-text';
import { HatchPattern, useHatch } from '../../ui/hatch-pattern';
import { IconButton } from '../../ui/icon-button';
import { useWidth } from '../../ui/use-width';
import shapes from '../../portal/map/aus-states.json';
import { splitNote } from './grid';
import type { Drawn } from './result-chart';

const WIDTH = 520;
const HEIGHT = 448;
const MOST_ZOOM = 4;
const LARGEST = 29;
const SMALLEST = 10;
const STUB = 0.04;
/** The size of the text on the map, and the least that it has on the screen, in pixels. */
const LETTERS = 13;
const LEAST_LETTERS = 12;
/** The radius of a pie whose figure does not add up. The text beside it gives the value. */
const ALIKE = 12;

const states = shapes as unknown as FeatureCollection<GeoJSON.Geometry, { code: string; name: string }>;
const projection = geoConicConformal()
  .rotate([-134, 0])
  .center([0, -27])
  .parallels([-18, -36])
  .fitExtent(
    [
      [4, 6],
      [WIDTH - 130, HEIGHT - 6],
    ],
    states,
  );
const outline = geoPath(projection);
const outlines = states.features.map((feature) => ({ code: feature.properties.code, path: outline(feature) ?? '' }));

type Side = 'below' | 'left' | 'right';
/** Where each pie stands, in degrees, and its label beside it, so that neighbours never collide. */
const places: Record<string, { at: [number, number]; side: Side; lead?: [number, number] }> = {
  NSW: { at: [146.3, -31.9], side: 'right' },
  VIC: { at: [144.4, -36.9], side: 'left' },
  QLD: { at: [144.2, -22.8], side: 'below' },
  SA: { at: [135.0, -29.6], side: 'below' },
  WA: { at: [121.6, -25.6], side: 'below' },
  TAS: { at: [146.7, -42.1], side: 'right' },
  NT: { at: [133.4, -19.6], side: 'below' },
  // Too small for a pie of its own, so the pie is in the sea, with a leader.
  ACT: { at: [149.1, -35.4], side: 'right', lead: [58, 16] },
};

interface Props {
  drawn: Drawn;
  /** Whether the values add up. The area of a pie is then their sum. */
  stacked: boolean;
  label: string;
  drawingRef?: Ref<SVGSVGElement>;
}
interface Window {
  zoom: number;
  x: number;
  y: number;
}
const whole: Window = { zoom: 1, x: 0, y: 0 };

/** Keeps a piece of the map within the whole. */
const within = ({ zoom, x, y }: Window): Window => {
  const most = (size: number) => size - size / zoom;
  return { zoom, x: Math.max(0, Math.min(most(WIDTH), x)), y: Math.max(0, Math.min(most(HEIGHT), y)) };
};
const zoomed = ({ zoom, x, y }: Window, by: number): Window => {
  const next = Math.max(1, Math.min(MOST_ZOOM, zoom * by));
  const middle = (from: number, size: number) => from + size / zoom / 2 - size / next / 2;
  return within({ zoom: next, x: middle(x, WIDTH), y: middle(y, HEIGHT) });
};
const STEP = 40;
const moves: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** A pie for each state over its outline. Plus, minus and arrows move the map; so does a pointer. */
export function StateMap({ drawn, stacked, label, drawingRef }: Props) {
  const hatch = useHatch();
  const frame = useRef<HTMLDivElement>(null);
  const letters = Math.max(1, (LEAST_LETTERS * WIDTH) / (LETTERS * useWidth(frame, WIDTH)));
  const [shown, setShown] = useState(whole);
  const { zoom, x, y } = shown;
  const { cells: parts, totals } = drawn.grid;
  const wholes = parts.map(
    (cells, at) => totals?.[at]?.value ?? cells.reduce((sum, { value }) => sum + (value ?? 0), 0),
  );
  const most = Math.max(...wholes, 1e-9);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move && zoom === 1) return;
    if (move) setShown(within({ zoom, x: x + move[0] / zoom, y: y + move[1] / zoom }));
    else if (event.key === '+' || event.key === '=') setShown(zoomed(shown, 2));
    else if (event.key === '-') setShown(zoomed(shown, 0.5));
    else return;
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1 || zoom === 1) return;
    const scale = WIDTH / zoom / event.currentTarget.getBoundingClientRect().width;
    setShown(within({ zoom, x: x - event.movementX * scale, y: y - event.movementY * scale }));
  };
  return (
    <div ref={frame} className="relative mt-1">
      <div className="absolute right-0 top-0 z-10 flex flex-col rounded-md border bg-surface">
        <IconButton label="Zoom in" icon={Plus} onClick={() => setShown(zoomed(shown, 2))} />
        <IconButton label="Zoom out" icon={Minus} onClick={() => setShown(zoomed(shown, 0.5))} />
      </div>
      <svg
        ref={drawingRef}
        viewBox={`${x} ${y} ${WIDTH / zoom} ${HEIGHT / zoom}`}
        width="100%"
        role="img"
        aria-label={`${label} Plus and minus zoom, arrows move.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        className={zoom === 1 ? 'block' : 'block cursor-grab touch-none'}
      >
        <HatchPattern id={hatch} />
        {outlines.map(({ code, path }) => (
          <path
            key={code}
            d={path}
            fill="var(--sunken)"
            stroke="var(--line-strong)"
            strokeWidth={0.75 / zoom}
            strokeLinejoin="round"
          />
        ))}
        {drawn.grid.rows.map((code, at) =>
          places[code] ? (
            <StatePie
              key={code}
              code={code}
              cells={drawn.grid.cells[at]!}
              colours={drawn.grid.series.map(({ colour }) => colour)}
              size={stacked ? Math.max(SMALLEST, LARGEST * Math.sqrt(wholes[at]! / most)) : ALIKE}
              text={textOf(drawn, at, stacked)}
              note={splitNote(drawn.grid, at)}
              whole={totals && (drawn.percent ? 100 : totals[at]!.value)}
              zoom={zoom}
              letters={letters}
              hatch={hatch}
            />
          ) : null,
        )}
      </svg>
    </div>
  );
}

function textOf({ grid, short, full, percent, count }: Drawn, at: number, stacked: boolean): string {
  const cells = grid.cells[at]!;
  const [first] = cells;
  const total = grid.totals?.[at];
  if (total !== undefined && (!percent || first?.value == null)) return figureText(total, count, grid.few.total);
  const told = cells.filter(({ value }) => value !== null);
  if (cells.length === 1 && first) return figureText(first, short, grid.few.cell);
  if (told.length === 0)
    return first ? figureText({ ...first, withheld: first.withheld ?? 'np' }, short, grid.few.cell) : '';
  if (!stacked) return told.length === cells.length ? cells.map((cell) => figureText(cell, short)).join(' / ') : '';
  if (percent) return figureText(first!, full);
  const sum = told.reduce((all, { value }) => all + value!, 0);
  return told.length === cells.length ? short(sum) : `${short(sum)} +`;
}

interface PieProps {
  code: string;
  cells: readonly Cell[];
  colours: string[];
  size: number;
  text: string;
  /** What is not published of its split, under the text. */
  note: string | null;
  /** The published whole of its parts, if there is one. */
  whole: number | null | undefined;
  /** Keeps its size while the map is zoomed. */
  zoom: number;
  /** How much larger its text is than on a wide screen. */
  letters: number;
  hatch: string;
}
function StatePie({ code, cells, colours, size, text, note, whole, zoom, letters, hatch }: PieProps) {
  const { at, side, lead } = places[code]!;
  const [left, top] = projection(at)!;
  const [x, y] = [left + (lead?.[0] ?? 0) / zoom, top + (lead?.[1] ?? 0) / zoom];
  const slice = arc<unknown>().innerRadius(0).outerRadius(size);
  const told = cells.flatMap(({ value }, i) => (value !== null && value > 0 ? [{ value, colour: colours[i]! }] : []));
  const hidden = cells.some(({ value, withheld }) => value === null && withheld !== null);
  const sum = told.reduce((all, { value }) => all + value, 0);
  // An unpublished part is hatched up to the whole. Without one its slice has a fixed size; with two parts, the size of one would reveal
  // the other.
  const rest = whole == null ? (STUB * sum) / (1 - STUB) : Math.max(0, whole - sum);
  const slices = hidden ? [...told, { value: rest, colour: `url(#${hatch})` }] : told;
  const isWithheld = told.length === 0 || (hidden && told.length < 2 && whole == null);
  const [textX, textY, anchor] =
    side === 'below'
      ? [0, size + 2 + LETTERS * letters, 'middle']
      : side === 'right'
        ? [size + 6, 4, 'start']
        : [-size - 6, 8, 'end'];
  // Longer lines of larger letters would reach the next state.
  const ownLine = letters > 1 ? { x: textX, dy: LETTERS * letters } : {};
  return (
    <g transform={`translate(${x} ${y}) scale(${1 / zoom})`}>
      {lead && <path d={`M${-lead[0]} ${-lead[1]}L${-size - 1} -3`} stroke="var(--ink-3)" fill="none" />}
      {isWithheld ? (
        <circle r={size} fill={`url(#${hatch})`} stroke="var(--line-strong)" strokeDasharray="3 2" />
      ) : (
        pie<{ value: number; colour: string }>()
          .sort(null)
          .value(({ value }) => value)(slices)
          .map((each) => (
            <path
              key={each.index}
              d={slice(each as never) ?? ''}
              fill={each.data.colour}
              stroke="var(--surface)"
              strokeWidth="1.5"
            />
          ))
      )}
      <text
        x={textX}
        y={textY}
        textAnchor={anchor as 'start'}
        fontSize={LETTERS * letters}
        stroke={side === 'below' ? 'var(--sunken)' : 'var(--surface)'}
        strokeWidth="3.5"
        strokeLinejoin="round"
        paintOrder="stroke"
        fill="var(--ink)"
      >
        <tspan fontWeight="650">{code}</tspan>
        {letters > 1 ? null : ' '}
        <tspan {...ownLine}>{text}</tspan>
        {note !== null && (
          <tspan x={textX} dy={14 * letters} fontSize={11 * letters} fill="var(--ink-2)">
            {' '}
            {note}
          </tspan>
        )}
      </text>
    </g>
  );
}
