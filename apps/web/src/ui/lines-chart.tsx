import { useRef, useState, type Ref } from 'react';
import { evenTicks } from './axis';
import type { Marker } from './column-chart';
import { month as monthLabel } from './format';
import { Swatch } from './legend';
import { NewestFirst } from './newest-first';
import { useWidth } from './use-width';

export interface Line {
  name: string;
  colour: string;
  /** One for each month; null if there is no figure or it is withheld: the line has a gap there. */
  values: (number | null)[];
  /** The values as the tooltip shows them; null leaves the line out. */
  texts: (string | null)[];
  /** For a line that another line is compared with. */
  dashed?: boolean;
}

interface Props {
  label: string;
  /** yyyy-MM, oldest first. */
  months: string[];
  lines: Line[];
  format: (value: number) => string;
  /** The smallest span of the axis, so that small changes look small. */
  leastSpan?: number;
  markers?: Marker[];
  /** A level to reach, drawn across. */
  aim?: { value: number; label: string };
  height: number;
  drawingRef?: Ref<SVGSVGElement>;
}
const USUAL_WIDTH = 560;
const LEFT = 56;
const RIGHT = 14;
const TOP = 26;
const BOTTOM = 26;

/** The lowest and the highest value that the axis must cover. It begins below zero only for negative values. */
function spanOf(values: readonly number[], leastSpan: number): [number, number] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(leastSpan, lowest === highest ? Math.abs(highest) / 10 || 1 : 0);
  const missing = Math.max(0, span - (highest - lowest)) / 2;
  const least = lowest >= 0 ? Math.max(0, lowest - missing) : lowest - missing;
  return [least, Math.max(highest + missing, least + span)];
}

/** Draws one line per series, month by month, on a scale that fits the values. */
export function LinesChart({
  label,
  months,
  lines,
  format,
  leastSpan = 0,
  markers = [],
  aim,
  height,
  drawingRef,
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, USUAL_WIDTH);
  const [at, setAt] = useState<number | null>(null);
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const levels = evenTicks(...spanOf([...known, ...(aim ? [aim.value] : [])], leastSpan), format);
  const [low, high] = [levels[0]!, levels.at(-1)!];
  const x = (i: number) =>
    months.length > 1 ? LEFT + (i / (months.length - 1)) * (width - LEFT - RIGHT) : (LEFT + width) / 2;
  const y = (value: number) => TOP + ((high - value) / (high - low || 1)) * (height - TOP - BOTTOM);
  const every = Math.max(1, Math.ceil(months.length / Math.max(2, Math.floor(width / 90))));
  const near = (clientX: number) => {
    const box = frame.current!.getBoundingClientRect();
    const ratio = (((clientX - box.left) / box.width) * width - LEFT) / (width - LEFT - RIGHT);
    setAt(Math.max(0, Math.min(months.length - 1, Math.round(ratio * (months.length - 1)))));
  };
  const scale = levels.map((tick) => (
    <text key={tick} x={LEFT - 8} y={y(tick) + 4} textAnchor="end" fontSize="12" fill="var(--axis)">
      {format(tick)}
    </text>
  ));
  return (
    <NewestFirst
      months={months.length}
      scale={
        <svg width={LEFT} height={height} className="block">
          {scale}
        </svg>
      }
    >
      <div
        ref={frame}
        className="relative"
        onPointerMove={(event) => near(event.clientX)}
        onPointerLeave={() => setAt(null)}
      >
        <svg
          ref={drawingRef}
          viewBox={`0 0 ${width} ${height}`}
          width="100%"
          height={height}
          role="img"
          aria-label={label}
          className="block"
        >
          {levels.map((tick) => (
            <path key={tick} d={`M${LEFT} ${y(tick)}H${width - RIGHT}`} stroke="var(--grid)" />
          ))}
          {scale}
          {months.map((month, i) =>
            i % every === 0 ? (
              <text
                key={month}
                x={x(i)}
                y={height - 6}
                textAnchor={i === 0 ? 'start' : i === months.length - 1 ? 'end' : 'middle'}
                fontSize="12"
                fill="var(--axis)"
              >
                {monthLabel(month)}
              </text>
            ) : null,
          )}
          {apart(markers.map((marker) => ({ marker, x: x(months.indexOf(marker.month)) }))).map((placed) => (
            <Campaign key={placed.marker.month} {...placed} height={height} />
          ))}
          {aim && (
            <g>
              <path d={`M${LEFT} ${y(aim.value)}H${width - RIGHT}`} stroke="var(--attention)" strokeDasharray="4 3" />
              <text
                x={width - RIGHT}
                y={y(aim.value) - 5}
                textAnchor="end"
                fontSize="12"
                fontWeight="600"
                fill="var(--attention)"

                stroke="var(--surface)"
                strokeWidth="4"
                paintOrder="stroke"
              >
                {aim.label}
              </text>
            </g>
          )}
          {lines.map((line) => (
            <Path
              key={line.name}
              line={line}
              x={x}
              y={y}
              floor={height - BOTTOM}
              area={!line.dashed && lines.filter(({ dashed }) => !dashed).length === 1}
            />
          ))}
          {at !== null && <path d={`M${x(at)} ${TOP}V${height - BOTTOM}`} stroke="var(--line-strong)" />}
        </svg>
        {at !== null && <Told month={months[at]!} lines={lines} at={at} markers={markers} left={x(at)} width={width} />}
      </div>
    </NewestFirst>
  );
}

interface PathProps {
  line: Line;
  x: (at: number) => number;
  y: (value: number) => number;
  floor: number;
  area: boolean;
}
function Path({ line: { values, colour, dashed = false }, x, y, floor, area }: PathProps) {
  const places = values.map((value, i) => (value === null ? null : { x: x(i), y: y(value) }));
  const runs: { x: number; y: number }[][] = [];
  places.forEach((place, i) => {
    if (place && i > 0 && places[i - 1]) runs.at(-1)!.push(place);
    else if (place) runs.push([place]);
  });
  return runs.map((run, i) => {
    const path = run.map((place, at) => `${at ? 'L' : 'M'}${place.x.toFixed(1)} ${place.y.toFixed(1)}`).join('');
    return (
      <g key={i} strokeLinecap="round" strokeLinejoin="round">
        {area && <path d={`${path}L${run.at(-1)!.x} ${floor}L${run[0]!.x} ${floor}Z`} fill={colour} opacity=".1" />}
        <path
          d={run.length > 1 ? path : `${path}h.01`}
          fill="none"
          stroke={colour}
          strokeWidth={run.length > 1 ? 2 : 6}
          {...(dashed && run.length > 1 ? { strokeDasharray: '5 4', strokeLinecap: 'butt' } : {})}
        />
      </g>
    );
  });
}

const widthOf = (marker: Marker) => 10 + marker.label.length * 7;

/** Moves the labels of neighbouring markers apart, so that they do not overlap. */
function apart(markers: { marker: Marker; x: number }[]) {
  let end = -Infinity;
  return markers
    .toSorted((a, b) => a.x - b.x)
    .map((each) => {
      const half = widthOf(each.marker) / 2;
      const middle = Math.max(each.x, end + half + 3);
      end = middle + half;
      return { ...each, middle };
    });
}

interface CampaignProps {
  marker: Marker;
  /** `x` is the position of the marker's month, `middle` that of its label. */
  x: number;
  middle: number;
  height: number;
}
const Campaign = ({ marker, x, middle, height }: CampaignProps) => {
  const wide = widthOf(marker);
  return (
    <g>
      <path d={`M${x} ${TOP - 8}V${height - BOTTOM}`} stroke="var(--ink-2)" strokeDasharray="3 3" />
      <rect
        x={middle - wide / 2}
        y={2}
        width={wide}
        height={17}
        rx="8.5"
        fill={`var(--${marker.tone === 'info' ? 'info' : 'ink-2'})`}
      />
      <text x={middle} y={14.5} textAnchor="middle" fontSize="11" fontWeight="650" fill="var(--surface)">
        {marker.label}
      </text>
    </g>
  );
};

interface ToldProps {
  month: string;
  lines: Line[];
  at: number;
  markers: Marker[];
  left: number;
  width: number;
}
/** The tooltip: the month, every line's figure, and the marker's meaning. The table has the same. */
function Told({ month, lines, at, markers, left, width }: ToldProps) {
  const marker = markers.find((each) => each.month === month);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-6 z-10 min-w-40 rounded-md border bg-raised px-3 py-2.5 text-base shadow-pop"
      style={left > width / 2 ? { right: width - left + 10 } : { left: left + 10 }}
    >
      <p className="font-semibold">{monthLabel(month)}</p>
      {lines.map(({ name, colour, texts, dashed }) =>
        texts[at] == null ? null : (
          <p key={name} className="mt-1 flex items-center gap-2">
            <Swatch colour={colour} dashed={dashed} />
            <span className="flex-1 text-ink-2">{name}</span>
            <b className="font-semibold">{texts[at]}</b>
          </p>
        ),
      )}
      {marker && (
        <p className="mt-1.5 border-t pt-1.5 text-sm text-ink-3">
          {marker.heading}: {marker.names.join(', ')}
        </p>
      )}
    </div>
  );
}
