import { Injectable } from '@nestjs/common';
import { importsView } from '@superscope/contracts/read-models/imports';
import {
  speedLanes,
  type Speed,
  type SpeedImport,
  type SpeedLane,
  type SpeedPeriod,
  type SpeedPoint,
  type SpeedStart,
  type SpeedVerdict,
} from '@superscope/contracts/speed';
import { Views } from '../platform/engines.module.js';
import { minuteMs } from '../platform/speed/times.js';
import { leastDays, slowerSince, type Slowdown } from './slower-since.js';
import { SpeedRows, type Window } from './speed-rows.js';
import { keptDays } from './minute-rows.js';

const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How far each period reaches back, and in which steps it is drawn. */
const periods: Record<SpeedPeriod, { ms: number; stepMinutes: number }> = {
  hours24: { ms: dayMs, stepMinutes: 10 },
  days3: { ms: 3 * dayMs, stepMinutes: 30 },
  days14: { ms: keptDays * dayMs, stepMinutes: 180 },
};
const comparedStepMinutes = 10;
/** Fewer say nothing of a step. */
const leastOfStep = 3;
/** What people wait for comes first. */
const byConcern: readonly SpeedLane[] = ['screen', 'call', 'job', 'wait', 'lag'];
const nearMs = 6 * hourMs;
const mostImports = 500;

/** Puts together how long things took, and what happened beside them. */
@Injectable()
export class SpeedReader {
  constructor(
    private readonly rows: SpeedRows,
    private readonly views: Views,
  ) {}

  async read(period: SpeedPeriod, now: number): Promise<Speed> {
    const { ms, stepMinutes } = periods[period];
    const all: Window = { from: now - keptDays * dayMs, to: now + minuteMs };
    const shown: Window = { from: now - ms, to: all.to };
    const [compared, points, kept, started, imports, alerts] = await Promise.all([
      this.rows.points(all, comparedStepMinutes),
      this.rows.points(shown, stepMinutes),
      this.rows.kept(all),
      this.rows.starts(all),
      this.imports(all),
      this.rows.alerts(all),
    ]);
    const starts = markReleases(started);
    const slowdowns = new Map(
      byConcern.flatMap((lane) => {
        const found = slowerSince(stepsOf(compared.get(lane) ?? []));
        return found === null ? [] : [[lane, found] as const];
      }),
    );
    const worst = byConcern.find((lane) => slowdowns.has(lane));
    const since = worst === undefined ? now - dayMs : slowdowns.get(worst)!.since;
    const [names, slowest] = await Promise.all([
      this.rows.names(all, since),
      this.rows.slowest({ from: since, to: all.to }),
    ]);
    const isShown = ({ from, to }: { from: string; to: string | null }) =>
      from < iso(shown.to) && (to === null || to > iso(shown.from));
    const named = (lane: SpeedLane) => (names.get(lane) ?? []).filter(({ name }) => name !== '');
    return {
      from: iso(shown.from),
      to: iso(now),
      stepMinutes,
      keptSince: kept.keptSince,
      gaps: kept.gaps.filter(isShown),
      verdict:
        worst === undefined
          ? quietVerdict(compared, kept.keptSince, now)
          : { is: 'slower', lane: worst, ...slower(slowdowns.get(worst)!, starts, imports) },
      since: iso(since),
      lanes: speedLanes.map((lane) => {
        const { since = null, before = null } = (names.get(lane) ?? []).find(({ name }) => name === '') ?? {};
        return { lane, points: points.get(lane) ?? [], since, before, isSlower: slowdowns.has(lane) };
      }),
      starts: starts.filter(({ at }) => at >= iso(shown.from)),
      imports: imports.filter(isShown),
      alerts: alerts.filter(isShown),
      screens: named('screen'),
      calls: named('call'),
      jobs: named('job'),
      slowest,
    };
  }

  /** Imports by table, without their files and plans. */
  private async imports({ from }: Window): Promise<SpeedImport[]> {
    const found = await this.views
      .of(importsView)
      .find(
        { acceptedAt: { $exists: true }, $or: [{ state: 'running' }, { endedAt: { $gte: new Date(from) } }] },
        { projection: { table: 1, acceptedAt: 1, endedAt: 1 } },
      )
      .sort({ acceptedAt: -1 })
      .limit(mostImports)
      .toArray();
    return found
      .map(({ table, acceptedAt, endedAt }) => ({
        table,
        from: acceptedAt.toISOString(),
        to: endedAt?.toISOString() ?? null,
      }))
      .toReversed();
  }
}

const iso = (at: number): string => new Date(at).toISOString();

const stepsOf = (points: readonly SpeedPoint[]) =>
  points.filter(({ count }) => count >= leastOfStep).map(({ at, p95 }) => ({ at: Date.parse(at), p95 }));

/** A start of another version than the last one of the same process is a release. The first that is kept may be either. */
function markReleases(starts: readonly Omit<SpeedStart, 'isRelease'>[]): SpeedStart[] {
  const last = new Map<string, string>();
  return starts.map((start) => {
    const before = last.get(start.process);
    last.set(start.process, start.version);
    return { ...start, isRelease: before !== undefined && before !== start.version };
  });
}

/** What was nearest before a slowdown: it says when, and never that it is why. */
export function slower(
  { since, now, usual }: Slowdown,
  starts: readonly SpeedStart[],
  imports: readonly SpeedImport[],
): Omit<Extract<SpeedVerdict, { is: 'slower' }>, 'is' | 'lane'> {
  // The slow step may have begun some minutes after what was before it.
  const [latest, earliest] = [iso(since + comparedStepMinutes * minuteMs), iso(since - nearMs)];
  const near = starts.filter(({ at }) => at < latest && at >= iso(since - dayMs));
  return {
    since: iso(since),
    now,
    usual,
    start: near.findLast(({ isRelease }) => isRelease) ?? near.at(-1) ?? null,
    imports: imports.filter(({ from, to }) => from < latest && (to === null || to > earliest)).slice(-3),
  };
}

function quietVerdict(
  compared: ReadonlyMap<SpeedLane, readonly SpeedPoint[]>,
  keptSince: string | null,
  now: number,
): SpeedVerdict {
  if (keptSince === null) return { is: 'nothing', since: iso(now - process.uptime() * 1000) };
  const calls = stepsOf(compared.get('call') ?? []);
  if (now - Date.parse(keptSince) < leastDays * dayMs || calls.length === 0) return { is: 'short' };
  const lately = calls.filter(({ at }) => at >= now - dayMs);
  const inOrder = calls.map(({ p95 }) => p95).toSorted((a, b) => a - b);
  const at = (share: number, of: readonly number[]) => of[Math.floor(share * (of.length - 1))]!;
  const newest = (lately.length === 0 ? calls : lately).map(({ p95 }) => p95).toSorted((a, b) => a - b);
  return { is: 'usual', p95: at(0.5, newest), from: at(0.1, inOrder), to: at(0.9, inOrder) };
}
