import { useRef, useState, type Ref } from 'react';
import { ticks } from './axis';
import { month as monthLabel } from './format';
import { useWidth } from './use-width';
import type { Marker } from './column-chart';

interface Props {
  label: string;
  /** yyyy-MM, oldest first. */
  months: string[];
  /** One for each month; null where nothing is published: the line has a gap there. */
  values: (number | null)[];
  /** The same in words, for the tooltip. */
  texts: string[];
  /** What they are compared with, dashed and grey; one for each month. */
  earlier?: { name: string; values: (number | null)[]; texts: string[] } | null | undefined;
  format: (value: number) => string;
  tone: 'plot' | 'attention';
  /** The axis covers at least so much, so that small changes look small. */
  leastSpan?: number;
  markers: Marker[];
  height?: number;
  svgRef?: Ref<SVGSVGElement>;
}
const LEFT = 48;
const RIGHT = 12;
const TOP = 26;
const BOTTOM = 28;
const LABEL_WIDTH = 74;
const MARKER_APART = 21;

/** One figure over time, with a marker over months in which something happened. Its table has the same figures for screen readers. */
export function LineChart({
  label,
  months,
  values,
  texts,
  earlier = null,
  format,
  tone,
  leastSpan = 0,
  markers,
  height = 270,
  svgRef,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 640);
  const [at, setAt] = useState<number | null>(null);
  const known = [...values, ...(earlier?.values ?? [])].filter((value) => value !== null);
  const middle = (Math.min(...known) + Math.max(...known)) / 2;
  const half = Math.max(leastSpan, Math.max(...known) - Math.min(...known)) / 2;
  // What is never negative has no axis under zero.
  const least = Math.min(...known) >= 0 ? Math.max(0, middle - half) : middle - half;
  const levels = ticks(least, Math.max(middle + half, least + leastSpan));
  const [low, high] = [levels[0]!, levels.at(-1)!];
  const x = (i: number) => LEFT + (months.length > 1 ? (i / (months.length - 1)) * (width - LEFT - RIGHT) : 0);
  const y = (value: number) => TOP + (1 - (value - low) / (high - low || 1)) * (height - TOP - BOTTOM);
  const every = Math.max(1, Math.ceil(months.length / Math.max(1, Math.floor((width - LEFT) / LABEL_WIDTH))));
  const stroke = tone === 'attention' ? 'var(--attention)' : 'var(--plot)';
  const point = ({ clientX }: { clientX: number }) => {
    const left = box.current!.getBoundingClientRect().left;
    const share = (clientX - left - LEFT) / Math.max(1, width - LEFT - RIGHT);
    setAt(Math.min(months.length - 1, Math.max(0, Math.round(share * (months.length - 1)))));
  };
  const placed = apart(markers.map((marker) => ({ marker, x: x(months.indexOf(marker.month)) })));
  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      className="relative"
      style={{ height }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setAt(null)}
    >
      <svg ref={svgRef} width={width} height={height} className="block" aria-hidden fontFamily="var(--typeface)">
        {levels.map((level) => (
          <g key={level}>
            <path d={`M${LEFT} ${y(level)}H${width - RIGHT}`} stroke="var(--grid)" />
            <text x={LEFT - 8} y={y(level) + 4} textAnchor="end" fontSize="12" fill="var(--axis)">
              {format(level)}
            </text>
          </g>
        ))}
        {months.map((month, i) =>
          (months.length - 1 - i) % every === 0 ? (
            <text
              key={month}
              x={x(i)}
              y={height - 8}
              textAnchor={i === 0 ? 'start' : i === months.length - 1 ? 'end' : 'middle'}
              fontSize="12"
              fill="var(--axis)"
            >
              {monthLabel(month)}
            </text>
          ) : null,
        )}
        {runs(earlier?.values ?? []).map((run) => (
          <path
            key={run[0]}
            d={`M${run.map((i) => `${x(i).toFixed(1)} ${y(earlier!.values[i]!).toFixed(1)}`).join('L')}${run.length > 1 ? '' : 'h.01'}`}
            fill="none"
            stroke="var(--ink-3)"
            strokeWidth={run.length > 1 ? 1.75 : 6}
            strokeDasharray={run.length > 1 ? '5 4' : undefined}
            strokeLinecap={run.length > 1 ? 'butt' : 'round'}
          />
        ))}
        {runs(values).map((run) => {
          const line = run.map((i, n) => `${n ? 'L' : 'M'}${x(i).toFixed(1)} ${y(values[i]!).toFixed(1)}`).join('');
          return (
            <g key={run[0]}>
              <path
                d={`${line}V${height - BOTTOM}H${x(run[0]!).toFixed(1)}Z`}
                fill={stroke}
                fillOpacity="0.1"
                stroke="none"
              />
              <path
                d={run.length > 1 ? line : `${line}h.01`}
                fill="none"
                stroke={stroke}
                strokeWidth={run.length > 1 ? 2 : 7}
                strokeLinejoin="round"
                strokeLinecap="round"
              />
            </g>
          );
        })}
        <path d={`M${LEFT} ${height - BOTTOM}H${width - RIGHT}`} stroke="var(--line-strong)" />
        {placed.map(({ marker, x: from, at: place }) => (
          <g key={marker.month}>
            <path d={`M${from} 20V${height - BOTTOM}`} stroke="var(--ink-2)" strokeDasharray="3 3" />
            <rect
              x={place - (marker.label.length > 1 ? 14 : 9)}
              y={1}
              width={marker.label.length > 1 ? 28 : 18}
              height={18}
              rx={9}
              fill={marker.tone === 'info' ? 'var(--info)' : 'var(--ink-2)'}
            />
            <text x={place} y={14} textAnchor="middle" fontSize="11" fontWeight="650" fill="var(--surface)">
              {marker.label}
            </text>
          </g>
        ))}
        {at !== null && (
          <g>
            <path d={`M${x(at)} ${TOP}V${height - BOTTOM}`} stroke="var(--line-strong)" />
            {values[at] !== null && (
              <circle cx={x(at)} cy={y(values[at]!)} r="4.5" fill={stroke} stroke="var(--surface)" strokeWidth="2" />
            )}
          </g>
        )}
      </svg>
      {at !== null && (
        <div
          className="pointer-events-none absolute z-10 min-w-32 max-w-64 rounded-md border bg-raised px-3 py-2 text-base shadow-pop"
          style={{ top: TOP, ...(x(at) > width / 2 ? { right: width - x(at) + 10 } : { left: x(at) + 10 }) }}
        >
          <p className="font-semibold">{monthLabel(months[at]!)}</p>
          <p>{texts[at]}</p>
          {earlier && (
            <p className="text-sm text-ink-3">
              {earlier.name}: {earlier.texts[at]}
            </p>
          )}
          {markers
            .filter(({ month }) => month === months[at])
            .map(({ heading, names }) => (
              <p key={heading} className="mt-1 border-t pt-1 text-sm text-ink-3">
                {heading}: {names.join(', ')}
              </p>
            ))}
        </div>
      )}
    </div>
  );
}

/** Runs of neighbouring months with a value. */
function runs(values: (number | null)[]): number[][] {
  const found: number[][] = [];
  values.forEach((value, i) => {
    if (value === null) return;
    if (i > 0 && values[i - 1] !== null) found.at(-1)!.push(i);
    else found.push([i]);
  });
  return found;
}

/** Letters of neighbouring markers stand beside each other, never over one another. */
function apart<T extends { x: number; marker: Marker }>(markers: T[]): (T & { at: number })[] {
  let end = -Infinity;
  return markers
    .toSorted((a, b) => a.x - b.x)
    .map((each) => {
      const half = each.marker.label.length > 1 ? 14 : 9;
      const at = Math.max(each.x, end + half + (MARKER_APART - 18));
      end = at + half;
      return { ...each, at };
    });
}
