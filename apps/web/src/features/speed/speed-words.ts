import { screens } from '@superscope/contracts/screens';
import type { Speed, SpeedLane, SpeedStart, SpeedVerdict, SpeedWait, WaitedFor } from '@superscope/contracts/speed';
import { workKindName } from '@superscope/contracts/work-names';
import { durationText } from '../../ui/duration';
import { dateTime, number } from '../../ui/format';

export const LANES: Record<SpeedLane, { name: string; note: string; took: string }> = {
  screen: { name: 'Screens', note: 'until drawn', took: 'screens took' },
  call: { name: 'Calls', note: 'to the end of the answer', took: 'calls took' },
  job: { name: 'Jobs', note: 'reports, exports, syncs', took: 'jobs took' },
  wait: { name: 'Queue waits', note: 'until a job began', took: 'jobs waited' },
  lag: { name: 'Projector’s lag', note: 'screens behind the log', took: 'screens were behind the log by' },
};

const WAITS: Record<Exclude<SpeedWait, 'rest'>, string> = {
  clickhouse: 'ClickHouse',
  eventStore: 'the event store',
  mongodb: 'MongoDB',
  turn: 'its turn',
  projector: 'the projector',
  file: 'the reading of a file',
  renderer: 'the drawing of a file',
};

/** Shorter waits are not what made a call slow. */
const LEAST_SHARE = 0.02;

/** Where the time of a slow call went: 'waited 6.9 s for ClickHouse, 400 ms for MongoDB; the rest 1.1 s'. Null if it was not kept. */
export function waitedText(waited: readonly WaitedFor[], took: number): string | null {
  if (waited.length === 0) return null;
  const parts = waited.flatMap(({ on, ms }) =>
    on === 'rest' || ms < LEAST_SHARE * took ? [] : [{ ms, said: `${msText(ms)} for ${WAITS[on]}` }],
  );
  const rest = waited.find(({ on }) => on === 'rest')?.ms ?? 0;
  if (parts.length === 0) return 'waited for nothing that is timed';
  // Milliseconds are rounded one by one.
  const atOnce = parts.reduce((sum, { ms }) => sum + ms, 0) + rest > took + parts.length + 1;
  return `waited ${parts.map(({ said }) => said).join(', ')}${atOnce ? ', partly at once' : ''}; the rest ${msText(rest)}`;
}

/** 310 ms, 1.6 s, 2 min. */
export function msText(ms: number): string {
  if (ms < 1_000) return `${number(ms)} ms`;
  return ms < 60_000 ? `${number(ms / 1_000, 1)} s` : durationText(Math.round(ms / 1_000));
}

/** The name of what was timed, and what the product calls it. */
export function nameOf(kind: 'screens' | 'calls' | 'jobs', name: string): string {
  if (kind === 'screens') return (screens as Partial<Record<string, string>>)[name] ?? name;
  return kind === 'jobs' ? workKindName(name) : name;
}

const timeOf = (instant: string, beside: string): string => {
  const [day, time] = dateTime(instant).split(' ');
  return dateTime(beside).startsWith(day!) ? time! : dateTime(instant);
};

const timesText = (now: number, usual: number): string => `${number(now / Math.max(1, usual), 1)} times the usual`;

const startText = ({ process, version, isRelease }: SpeedStart): string =>
  isRelease ? `release ${version} of the ${process}` : `a start of the ${process}, ${version}`;

interface Said {
  tone: 'good' | 'attention' | 'info';
  title: string;
  text: string;
}

/** Since when, how much, and what was nearest before. When things happened is known; whether one led to another is not, so it is not said. */
export function verdictText(verdict: SpeedVerdict, keptSince: Speed['keptSince']): Said {
  switch (verdict.is) {
    case 'slower': {
      const { lane, since, now, usual } = verdict;
      return {
        tone: 'attention',
        title: `Slower since ${dateTime(since)}: ${LANES[lane].took} ${msText(now)} at p95, ${timesText(now, usual)} ${msText(usual)}.`,
        text: nearestText(verdict),
      };
    }
    case 'usual': {
      const { p95, from, to } = verdict;
      return {
        tone: 'good',
        title: 'As fast as usual',
        text: `Calls took ${msText(p95)} at p95 in the last day; usual ${msText(from)} to ${msText(to)}.`,
      };
    }
    case 'short':
      return {
        tone: 'info',
        title: 'Not enough days yet',
        text: `Times are kept since ${keptSince === null ? 'today' : dateTime(keptSince)}; a comparison needs three days of calls.`,
      };
    case 'nothing':
      return {
        tone: 'info',
        title: 'No times are kept yet',
        text: `Measured since ${dateTime(verdict.since)}; the first minute is written within two. Then this page shows for 14 days how long screens, calls and jobs take, how long jobs wait, how far the projector is behind, and which releases, starts, imports and alerts were beside them.`,
      };
  }
}

function nearestText({ since, start, imports }: Extract<SpeedVerdict, { is: 'slower' }>): string {
  const minutes = start === null ? 0 : Math.round((Date.parse(since) - Date.parse(start.at)) / 60_000);
  const near = [
    ...(start === null
      ? []
      : [
          `${startText(start)}, ${timeOf(start.at, since)}${minutes > 0 ? ` (${durationText(minutes * 60)} before)` : ''}`,
        ]),
    ...imports.map(
      ({ table, from, to }) =>
        `the import of ${table}, ${timeOf(from, since)} ${to === null ? 'and still running' : `to ${timeOf(to, since)}`}`,
    ),
  ];
  if (near.length === 0) return 'No release, start or import came shortly before it.';
  const listed = near.length === 1 ? near[0]! : `${near.slice(0, -1).join(', ')} and ${near.at(-1)!}`;
  const ended = imports.length > 0 && imports.every(({ to }) => to !== null);
  return `Nearest before it: ${listed}.${ended ? ' It stayed slow after the import had ended.' : ''}`;
}

/** Everything that happened on the axis, the newest first. */
export interface Happening {
  kind: 'Release' | 'Start' | 'Import' | 'Alert';
  what: string;
  from: string;
  to: string | null;
  /** Whether it lasts for a while; a start is a moment. */
  lasts: boolean;
}

export const happeningsOf = ({ starts, imports, alerts }: Pick<Speed, 'starts' | 'imports' | 'alerts'>): Happening[] =>
  [
    ...starts.map(({ at, process, version, isRelease }): Happening => ({
      kind: isRelease ? 'Release' : 'Start',
      what: `${process}, ${version}`,
      from: at,
      to: at,
      lasts: false,
    })),
    ...imports.map(({ table, from, to }): Happening => ({ kind: 'Import', what: table, from, to, lasts: true })),
    ...alerts.map(({ title, from, to }): Happening => ({ kind: 'Alert', what: title, from, to, lasts: true })),
  ].toSorted((a, b) => b.from.localeCompare(a.from));
