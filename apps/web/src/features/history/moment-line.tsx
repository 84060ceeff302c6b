import type { PlanMoments, RecordedChange } from '@superscope/contracts/as-of-changes';
import type { KeyboardEvent } from 'react';
import { CampaignKey } from '../../portal/campaigns/campaign-key';
import { cx } from '../../ui/class-names';
import { date, momentTime, number, sydneyField } from '../../ui/format';
import { CampaignMarks, marksOf } from './campaign-marks';
import { WeekBars } from './week-bars';

const DAY_MS = 86_400_000;

interface Props {
  of: PlanMoments;
  /** ISO instants. */
  firstAt: string;
  value: string;
  /** Whether the numbers belong to this moment; false while they are being requested. */
  isCounted: boolean;
  onChange: (moment: string) => void;
}

/** Instants at which something was recorded, ascending, each once. */
const instantsOf = (moments: readonly RecordedChange[]): string[] => [
  ...new Set(moments.map(({ lastAt }) => lastAt).toSorted()),
];

export const instantAfter = (moments: readonly RecordedChange[], than: string): string | undefined =>
  instantsOf(moments).find((at) => at > than);
export const instantBefore = (moments: readonly RecordedChange[], than: string): string | undefined =>
  instantsOf(moments).findLast((at) => at < than);

/** A line of the recorded events over time, with the chosen moment. Arrow keys move by one event, Page Up and Page Down by one day. */
export function MomentLine({ of, firstAt, value, isCounted, onChange }: Props) {
  const { moments, weeks, digests, now, events, eventsBy } = of;
  const [from, to, at] = [Date.parse(firstAt), Date.parse(now), Date.parse(value)];
  const placeOf = (ms: number) => Math.min(1, Math.max(0, (ms - from) / Math.max(1, to - from)));
  const chosen = placeOf(at);
  const marks = marksOf(of.campaigns, { from, to, placeOf });
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
      {marks.length > 0 && <CampaignMarks marks={marks} />}
      <div className="relative">
        <WeekBars weeks={weeks} placeOf={placeOf} chosen={chosen} />
        {digests.map(({ at: kept }) => (
          <span
            key={kept}
            className="absolute top-0 size-2 -translate-x-1 rounded-full border border-surface bg-info"
            style={{ left: `${placeOf(Date.parse(kept)) * 100}%` }}
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
      <div className="relative flex justify-between text-sm text-ink-3">
        <span>{date(sydneyField(firstAt))}</span>
        {chosen > 0.2 && chosen < 0.8 && (
          <span
            className="absolute -translate-x-1/2 font-semibold text-ink"
            style={{ left: `${chosen * 100}%` }}
            aria-hidden
          >
            {date(sydneyField(value))}
          </span>
        )}
        <span>Now</span>
      </div>
      <p className={cx('mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2', !isCounted && 'opacity-60')}>
        <Key name="Events up to the moment" count={eventsBy} ground="rounded-xs bg-brand" />
        <Key name="Since then" count={events - eventsBy} ground="rounded-xs bg-attention-line" />
        {digests.length > 0 && <Key name="Nightly digests" count={digests.length} ground="rounded-full bg-info" />}
      </p>
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-3">
        <p>Taller columns have more events in the week. Arrow keys move one event; Page Up and Page Down, one day.</p>
        {marks.length > 0 && <CampaignKey />}
      </div>
    </div>
  );
}

const Key = ({ name, count, ground }: { name: string; count: number; ground: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className={cx('size-2.5', ground)} aria-hidden />
    {name}: <strong className="font-semibold">{number(count)}</strong>
  </span>
);
