import type { Cell } from '../../portal/analytics/result';

interface Props {
  cells: readonly Cell[];
  /** The part that the sentence beside it speaks of: so many months up to the newest. */
  months: number;
  tone: 'worse' | 'better';
}

const WIDTH = 200;
const HEIGHT = 44;
const PAD = 6;

/** A line of month ends, thick where its sentence speaks of it. Hidden from screen readers, which read the sentence. */
export function ChangedLine({ cells, months, tone }: Props) {
  const known = cells.flatMap(({ value }) => value ?? []);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (at: number) => PAD + (at / Math.max(1, cells.length - 1)) * (WIDTH - 2 * PAD);
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - PAD - ((value - low) / (high - low)) * (HEIGHT - 2 * PAD);
  const points = cells.map(({ value }, at) => (value === null ? null : { x: x(at), y: y(value) }));
  const start = cells.length - 1 - months;
  const color = tone === 'worse' ? 'var(--attention)' : 'var(--good)';
  const ends = [points[start], points.at(-1)].filter((point) => point != null);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" height={HEIGHT} aria-hidden className="block max-w-72">
      <path d={pathOf(points)} fill="none" stroke="var(--ink-3)" strokeWidth="1.5" opacity=".6" />
      <path
        d={pathOf(points.slice(start))}
        fill="none"
        stroke={color}
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {ends.map((point) => (
        <circle key={point.x} cx={point.x} cy={point.y} r="4" fill={color} />
      ))}
    </svg>
  );
}

/** With a gap at each month that is not published. */
const pathOf = (points: readonly ({ x: number; y: number } | null)[]) =>
  points
    .flatMap((point, at) =>
      point === null
        ? []
        : `${at > 0 && points[at - 1] !== null ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`,
    )
    .join('');
