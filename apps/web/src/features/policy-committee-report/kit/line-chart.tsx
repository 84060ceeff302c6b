import type { Cell } from '../../../portal/analytics/result';
import type { Marker } from '../../../ui/column-chart';
import { ticksApart } from '../../../ui/axis';
import { cx } from '../../../ui/class-names';
import { month } from '../../../ui/format';
import { gappedLine } from './gapped-line';

interface Props {
  cells: readonly Cell[];
  /** yyyy-MM of each cell. */
  months: readonly string[];
  width: number;
  height: number;
  /** A figure, and the figure of an axis. */
  format: (value: number) => string;
  axis?: (value: number) => string;
  /** The largest possible figure. */
  most?: number;
  /** What the line is of, with its figures, for readers who do not see it. */
  label: string;
  markers?: readonly Marker[];
  /** Letters on markers; without, only their lines. */
  lettered?: boolean;
  colour?: string;
  /** A level to aim for. */
  aim?: { at: number; text: string };
  left?: number;
  right?: number;
}

const TOP = 22;
const EVERY = 3;
/** Months nearer than this have a label only every sixth. */
const CLOSE = 70;
/** So few months, such as quarter ends, each have a label. */
const FEW = 6;
/** How far above or below the level to aim for the first figure would cover its words. */
const NEAR = 34;
const NEAR_BELOW = 12;

/** A monthly line with the figures of both ends. Its axis does not begin at 0, so nothing is filled under it; gaps are not published. */
export function LineChart(props: Props) {
  const { cells, months, width, height, format, axis = format, most, label, aim } = props;
  const { markers = [], lettered = true, colour = 'var(--plot)', left = 44, right = 56 } = props;
  const points = cells.flatMap(({ value }, i) => (value === null ? [] : [{ i, value }]));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return <Unpublished width={width} height={height} />;
  const values = [...points.map(({ value }) => value), ...(aim ? [aim.at] : [])];
  const levels = ticksApart(Math.min(...values), Math.max(...values), axis, most);
  const [low, high] = [levels[0]!, levels.at(-1)!];
  const bottom = height - 22;
  const x = (i: number) => left + 8 + (i / Math.max(1, cells.length - 1)) * (width - left - right - 8);
  const y = (value: number) => bottom - ((value - low) / Math.max(1e-9, high - low)) * (bottom - TOP - 8);
  const line = gappedLine(
    cells.map(({ value }) => value),
    x,
    y,
  );
  const every = months.length <= FEW ? 1 : x(EVERY) - x(0) < CLOSE ? 2 * EVERY : EVERY;
  // The words stand at the other end where the first figure would cover them.
  const above = aim === undefined ? Infinity : y(aim.at) - y(first.value);
  const isNearAim = above > -NEAR_BELOW && above < NEAR;
  const rises = (points[Math.min(3, points.length - 1)]?.value ?? 0) > first.value && y(first.value) + 20 < bottom;
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="block"
    >
      {levels.map((level, k) => (
        <g key={level}>
          <path
            d={`M${left} ${y(level)}H${width - right + 4}`}
            stroke={k === 0 ? 'var(--line-strong)' : 'var(--grid)'}
            strokeWidth={k === 0 ? 0.8 : 1}
          />
          <text x={left - 6} y={y(level) + 4} textAnchor="end" fontSize="12" fill="var(--ink-3)">
            {axis(level)}
          </text>
        </g>
      ))}
      {aim && (
        <g>
          <path
            d={`M${left} ${y(aim.at)}H${width - right + 4}`}
            stroke="var(--attention)"
            strokeWidth="1.1"
            strokeDasharray="4 3"
          />
          <text
            x={isNearAim ? width - right - 8 : left + 14}
            y={y(aim.at) - 5}
            textAnchor={isNearAim ? 'end' : 'start'}
            fontSize="12"
            fontWeight="600"
            fill="var(--attention)"
          >
            {aim.text}
          </text>
        </g>
      )}
      <MarkerLines markers={markers} months={months} x={x} bottom={bottom} lettered={lettered} />
      <path d={line} fill="none" stroke={colour} strokeWidth="2.2" strokeLinejoin="round" />
      {first !== last && (
        <>
          <circle cx={x(first.i)} cy={y(first.value)} r="3.2" fill="var(--surface)" stroke={colour} strokeWidth="1.8" />
          <text
            x={x(first.i) + 4}
            y={y(first.value) + (rises ? 17 : -9)}
            fontSize="12"
            fontWeight="600"
            fill="var(--ink-2)"
            stroke="var(--surface)"
            strokeWidth="3"
            paintOrder="stroke"
          >
            {format(first.value)}
          </text>
        </>
      )}
      <circle cx={x(last.i)} cy={y(last.value)} r="4" fill={colour} />
      <text x={x(last.i) + 9} y={y(last.value) + 4.5} fontSize="13" fontWeight="650" fill="var(--ink)">
        {format(last.value)}
      </text>
      {months.map(
        (at, i) =>
          i % every === 0 && (
            <text
              key={at}
              x={x(i)}
              y={height - 5}
              textAnchor={i === 0 ? 'start' : 'middle'}
              dx={i === 0 ? -8 : 0}
              fontSize="12"
              fill="var(--ink-3)"
            >
              {month(at)}
            </text>
          ),
      )}
    </svg>
  );
}

interface MarkerProps {
  markers: readonly Marker[];
  months: readonly string[];
  x: (i: number) => number;
  bottom: number;
  lettered: boolean;
}
const MarkerLines = ({ markers, months, x, bottom, lettered }: MarkerProps) =>
  markers.map(({ month: at, label, tone }) => {
    const i = months.indexOf(at);
    if (i === -1) return null;
    const colour = tone === 'ink' ? 'var(--ink-2)' : 'var(--info)';
    return (
      <g key={at}>
        <path
          d={`M${x(i)} 10V${bottom}`}
          stroke={colour}
          strokeWidth=".8"
          strokeDasharray="2.5 2.5"
          opacity={lettered ? 0.85 : 0.5}
        />
        {lettered && (
          <>
            <rect
              x={x(i) - 7.5 - (label.length > 1 ? 5 : 0)}
              y="1.5"
              width={label.length > 1 ? 25 : 15}
              height="15"
              rx="7.5"
              fill={colour}
            />
            <text x={x(i)} y="13" textAnchor="middle" fontSize="11" fontWeight="600" fill="var(--surface)">
              {label}
            </text>
          </>
        )}
      </g>
    );
  });

/** What the letters on markers mean; nothing without markers. */
export const MarkerKey = ({ markers }: { markers: readonly Marker[] }) => {
  const letters = [...new Set(markers.flatMap(({ label }) => label.split(' ')))].toSorted().toReversed();
  return (
    <span className="inline-flex gap-3 text-[12px] leading-[16px] text-ink-3">
      {letters.map((letter) => (
        <span key={letter} className="whitespace-nowrap">
          <b
            className={`mr-1 inline-grid size-[15px] place-items-center rounded-full text-[11px] font-semibold leading-none text-white ${letter === 'R' ? 'bg-ink-2' : 'bg-info'}`}
          >
            {letter}
          </b>
          {letter === 'R' ? 'Report' : 'Email'}
        </span>
      ))}
    </span>
  );
};

interface UnpublishedProps {
  width?: number;
  /** Without one it fills its card. */
  height?: number;
  children?: string;
}
/** In place of a drawing of which nothing is published. */
export const Unpublished = ({ width, height, children = 'No month is published.' }: UnpublishedProps) => (
  <div
    className={cx(
      'pcr-hatched grid place-items-center rounded-[6px] border border-dashed border-line-strong',
      height === undefined && 'flex-1',
    )}
    style={{ width, height }}
  >
    <p className="rounded-[4px] bg-surface px-4 py-2 text-center text-ink-2">
      <b className="block font-semibold text-ink">Not published</b>
      {children}
    </p>
  </div>
);

interface MiniProps {
  cells: readonly Cell[];
  width: number;
  height: number;
  /** The height of the drawing in the figures' unit: lines of one column share it, so that noise stays flat. */
  span: number;
  colour?: string;
}
/** A small line without an axis. Its figures stand beside it. */
export function MiniLine({ cells, width, height, span, colour = 'var(--plot)' }: MiniProps) {
  const points = cells.flatMap(({ value }, i) => (value === null ? [] : [{ i, value }]));
  if (points.length < 2) return <svg width={width} height={height} aria-hidden className="block" />;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (i: number) => 5 + (i / (cells.length - 1)) * (width - 11);
  const y = (value: number) => height / 2 - ((value - (low + high) / 2) / Math.max(span, high - low)) * (height - 14);
  const [first, last] = [points[0]!, points.at(-1)!];
  return (
    <svg width={width} height={height} aria-hidden className="block">
      <path
        d={gappedLine(
          cells.map(({ value }) => value),
          x,
          y,
        )}
        stroke={colour}
        strokeWidth="2.3"
        fill="none"
        strokeLinejoin="round"
      />
      <circle cx={x(first.i)} cy={y(first.value)} r="3.2" fill="var(--surface)" stroke={colour} strokeWidth="1.6" />
      <circle cx={x(last.i)} cy={y(last.value)} r="4" fill={colour} />
    </svg>
  );
}
