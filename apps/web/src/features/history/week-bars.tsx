import type { PlanMoments } from '@superscope/contracts/as-of-changes';
import { sydneyInstant } from '../../ui/format';

const WEEK_MS = 7 * 86_400_000;
const [WIDTH, HEIGHT] = [1000, 60];

interface Props {
  weeks: PlanMoments['weeks'];
  /** From 0 to 1 along the line. */
  placeOf: (ms: number) => number;
  chosen: number;
}

/** A column for each week, in another colour behind the chosen moment. */
export function WeekBars({ weeks, placeOf, chosen }: Props) {
  const bars = weeks
    .map(({ week, events }) => {
      const monday = Date.parse(sydneyInstant(`${week}T00:00`)!);
      return { week, events, left: placeOf(monday), right: placeOf(monday + WEEK_MS) };
    })
    .filter(({ left, right }) => right > left);
  // An import makes thousands of events in a week. Heights use the square root so that quieter weeks stay visible.
  const highest = Math.sqrt(Math.max(1, ...bars.map(({ events }) => events)));
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-16 w-full border-b border-line-strong"
      aria-hidden
    >
      {bars.map(({ week, events, left, right }) => {
        const height = Math.max(3, (Math.sqrt(events) / highest) * (HEIGHT - 2));
        const gap = Math.min((right - left) * 0.15, 0.003);
        const [from, to] = [left + gap / 2, right - gap / 2];
        const part = (start: number, end: number, className: string) =>
          end > start && (
            <rect
              x={start * WIDTH}
              y={HEIGHT - height}
              width={(end - start) * WIDTH}
              height={height}
              className={className}
            />
          );
        return (
          <g key={week}>
            {part(from, Math.min(to, chosen), 'fill-brand')}
            {part(Math.max(from, chosen), to, 'fill-attention-line')}
          </g>
        );
      })}
    </svg>
  );
}
