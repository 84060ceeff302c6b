interface Props {
  /** Null if there is no figure or it is withheld: the line has a gap there. */
  values: (number | null)[];
  /** The values that they are compared with, dashed and grey on the same scale. */
  earlier?: (number | null)[] | undefined;
  height?: number;
}
const WIDTH = 200;
const PAD = 4;

interface Point {
  x: number;
  y: number;
}

/** Runs of neighbouring known values as points; the highest of `scale` at the top, its lowest at the bottom. */
function sparklineRuns(values: (number | null)[], height: number, scale = values): Point[][] {
  const known = scale.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (at: number) => (values.length > 1 ? (at / (values.length - 1)) * (WIDTH - 6) + 1 : WIDTH / 2);
  // A level line runs through the middle.
  const y = (value: number) =>
    high === low ? height / 2 : height - PAD - ((value - low) / (high - low)) * (height - PAD * 2 - 2);
  const runs: Point[][] = [];
  values.forEach((value, at) => {
    if (value === null) return;
    const point = { x: x(at), y: y(value) };
    if (at > 0 && values[at - 1] !== null) runs.at(-1)!.push(point);
    else runs.push([point]);
  });
  return runs;
}

/** A small trend without axes; hidden from screen readers, because the figures are beside it. */
export function Sparkline({ values, earlier = [], height = 44 }: Props) {
  const scale = [...values, ...earlier];
  const runs = sparklineRuns(values, height, scale);
  const last = values.at(-1) === null ? undefined : runs.at(-1)?.at(-1);
  const line = (run: Point[]) => run.map(({ x, y }, at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      aria-hidden
      className="block overflow-visible"
    >
      {sparklineRuns(earlier, height, scale).map((run, at) => (
        <path
          key={at}
          d={run.length > 1 ? line(run) : `${line(run)}h.01`}
          fill="none"
          stroke="var(--ink-3)"
          strokeWidth="1.5"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
          data-earlier
        />
      ))}
      {runs.map((run, at) => (
        <g key={at} strokeLinejoin="round" strokeLinecap="round">
          <path
            d={`${line(run)}L${run.at(-1)!.x} ${height}L${run[0]!.x} ${height}Z`}
            fill="var(--plot-soft)"
            opacity=".55"
          />
          <path
            d={run.length > 1 ? line(run) : `${line(run)}h.01`}
            fill="none"
            stroke="var(--plot)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
      {last && (
        <path
          d={`M${last.x} ${last.y}h.01`}
          stroke="var(--plot)"
          strokeWidth="7"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
