import type { RecordedChange } from '@superscope/contracts/as-of-changes';
import type { KeyboardEvent } from 'react';
import { dateTime, momentTime, number } from '../../ui/format';

const BARS = 80;
const DAY_MS = 86_400_000;

interface Props {
  moments: readonly RecordedChange[];
  /** Moments of which a digest was kept. */
  digests: readonly { at: string }[];
  /** ISO instants. */
  firstAt: string;
  now: string;
  value: string;
  onChange: (moment: string) => void;
}

/** Instants at which something was recorded, ascending, each once. */
export const instantsOf = (moments: readonly RecordedChange[]): string[] => [
  ...new Set(moments.map(({ lastAt }) => lastAt).toSorted()),
];

export const instantAfter = (moments: readonly RecordedChange[], than: string): string | undefined =>
  instantsOf(moments).find((at) => at > than);
export const instantBefore = (moments: readonly RecordedChange[], than: string): string | undefined =>
  instantsOf(moments).findLast((at) => at < than);

/** When how much was recorded, with the chosen moment on it. Arrow keys move one event, Page Up and Page Down one day. */
export function MomentLine({ moments, digests, firstAt, now, value, onChange }: Props) {
  const [from, to, at] = [Date.parse(firstAt), Date.parse(now), Date.parse(value)];
  const span = Math.max(1, to - from);
  const bars = Array.from({ length: BARS }, () => 0);
  for (const { count, lastAt } of moments)
    bars[Math.min(BARS - 1, Math.max(0, Math.floor(((Date.parse(lastAt) - from) / span) * BARS)))]! += count;
  // Imports are of thousands of rows: by their roots, smaller events are seen beside them.
  const highest = Math.sqrt(Math.max(1, ...bars));
  const chosen = Math.min(1, Math.max(0, (at - from) / span));
  const until = moments.filter(({ lastAt }) => lastAt <= value).reduce((sum, { count }) => sum + count, 0);
  const all = moments.reduce((sum, { count }) => sum + count, 0);
  const within = (ms: number) => new Date(Math.min(to, Math.max(from, ms))).toISOString();
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = {
      ArrowRight: instantAfter(moments, value) ?? now,
      ArrowUp: instantAfter(moments, value) ?? now,
      ArrowLeft: instantBefore(moments, value) ?? value,
      ArrowDown: instantBefore(moments, value) ?? value,
      PageUp: within(at + DAY_MS),
      PageDown: within(at - DAY_MS),
      Home: firstAt,
      End: now,
    }[event.key];
    if (moved === undefined) return;
    event.preventDefault();
    onChange(moved);
  };
  return (
    <div className="mt-4">
      <div className="relative">
        <svg
          viewBox={`0 0 ${BARS * 10} 60`}
          preserveAspectRatio="none"
          className="block h-16 w-full border-b border-line-strong"
          aria-hidden
        >
          {bars.map((count, bar) => {
            const height = count === 0 ? 0 : Math.max(3, (Math.sqrt(count) / highest) * 58);
            return (
              <rect
                key={bar}
                x={bar * 10 + 1}
                y={60 - height}
                width={8}
                height={height}
                className={(bar + 0.5) / BARS <= chosen ? 'fill-brand' : 'fill-attention-line'}
              />
            );
          })}
        </svg>
        {digests.map(({ at: kept }) => (
          <span
            key={kept}
            className="absolute top-0 size-2 -translate-x-1 rounded-full border border-surface bg-info"
            style={{ left: `${Math.min(1, Math.max(0, (Date.parse(kept) - from) / span)) * 100}%` }}
            aria-hidden
          />
        ))}
        <span
          className="absolute inset-y-0 w-0.5 -translate-x-px bg-ink"
          style={{ left: `${chosen * 100}%` }}
          aria-hidden
        />
      </div>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={momentTime(value)}
        min={from}
        max={to}
        step={1}
        value={Math.min(to, Math.max(from, at))}
        onChange={(event) => onChange(new Date(Number(event.target.value)).toISOString())}
        onKeyDown={onKeyDown}
        className="mt-1 block h-6 w-full accent-brand pointer-coarse:h-11"
      />
      <div className="flex justify-between text-sm text-ink-3">
        <span>{dateTime(firstAt)}</span>
        <span>Now</span>
      </div>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        <span className="inline-flex items-center gap-2">
          <span className="size-2.5 rounded-xs bg-brand" aria-hidden />
          Rows and events up to the moment: <strong className="font-semibold">{number(until)}</strong>
        </span>
        <span className="inline-flex items-center gap-2">
          <span className="size-2.5 rounded-xs bg-attention-line" aria-hidden />
          Since then: <strong className="font-semibold">{number(all - until)}</strong>
        </span>
        {digests.length > 0 && (
          <span className="inline-flex items-center gap-2">
            <span className="size-2.5 rounded-full bg-info" aria-hidden />
            Nightly digests: <strong className="font-semibold">{number(digests.length)}</strong>
          </span>
        )}
        <span className="text-ink-3">Arrow keys move one event; Page Up and Page Down, one day.</span>
      </p>
    </div>
  );
}
