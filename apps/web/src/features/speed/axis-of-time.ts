import type { Speed, SpeedPoint } from '@superscope/contracts/speed';
import { sydneyDate } from '@superscope/contracts/sydney-time';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface Axis {
  from: number;
  to: number;
}

/** The place of an instant on the axis, from 0 to 100. */
export const placeOn = ({ from, to }: Axis, at: number): number =>
  (100 * (Math.min(to, Math.max(from, at)) - from)) / Math.max(1, to - from);

/** The beginnings of the axis' days in Sydney, whose lengths differ when clocks change. */
export function daysOn({ from, to }: Axis): { day: string; at: number }[] {
  const days: { day: string; at: number }[] = [];
  for (let at = from - (from % HOUR_MS) + HOUR_MS; at < to; at += HOUR_MS) {
    const day = sydneyDate(new Date(at).toISOString());
    if (day !== sydneyDate(new Date(at - HOUR_MS).toISOString())) days.push({ day, at });
  }
  return days;
}

/** Where times are known: before the first kept minute and in gaps they are not, and elsewhere none means that nothing was timed. */
export type Known = 'kept' | 'before' | 'gap';

export function knownAt({ keptSince, gaps }: Pick<Speed, 'keptSince' | 'gaps'>, moment: number): Known {
  const at = new Date(moment).toISOString();
  if (keptSince === null || at < keptSince) return 'before';
  return gaps.some(({ from, to }) => from <= at && at < to) ? 'gap' : 'kept';
}

/** Minutes without times of which less is no gap: rows are written once a minute. */
const LEAST_GAP_MS = 4 * 60_000;

/** The stretch of the axis before the first kept minute; null if there is none. */
export function beforeKept({ from, to, keptSince }: Pick<Speed, 'from' | 'to' | 'keptSince'>): Axis | null {
  const before = { from: Date.parse(from), to: Date.parse(keptSince ?? to) };
  return before.to - before.from < LEAST_GAP_MS ? null : before;
}

/** Runs of points that follow one another. What lies between two runs was not timed or is not known, so no line joins them. */
export function runsOf(points: readonly SpeedPoint[], stepMinutes: number, gaps: Speed['gaps'] = []): SpeedPoint[][] {
  const middleOf = ({ at }: SpeedPoint) => new Date(Date.parse(at) + stepMinutes * 30_000).toISOString();
  const runs: SpeedPoint[][] = [];
  for (const point of points) {
    const last = runs.at(-1)?.at(-1);
    const isNext = last !== undefined && Date.parse(point.at) - Date.parse(last.at) <= stepMinutes * 60_000;
    if (isNext && !gaps.some(({ from, to }) => from < middleOf(point) && to > middleOf(last))) runs.at(-1)!.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** The point of the step in which a moment lies. */
export const pointAt = (points: readonly SpeedPoint[], moment: number, stepMinutes: number): SpeedPoint | undefined =>
  points.findLast(({ at }) => Date.parse(at) <= moment && moment < Date.parse(at) + stepMinutes * 60_000);
