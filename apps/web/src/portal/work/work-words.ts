import type { WorkItem } from '@superscope/contracts/work';
import { workKindName, workTitle } from '@superscope/contracts/work-names';
import { durationText } from '../../ui/duration';
import { date, dateTime, number, sydneyToday } from '../../ui/format';
import { sydneyDate } from '@superscope/contracts/sydney-time';

type State = WorkItem['state'];

export const STATE_NAMES: Record<State, string> = {
  waiting: 'Waiting',
  running: 'Running',
  retrying: 'Will retry',
  stopping: 'Stop asked',
  stopped: 'Stopped',
  failed: 'Failed',
  done: 'Done',
};

const UNDER_WAY: ReadonlySet<State> = new Set(['waiting', 'running', 'retrying', 'stopping']);
export const isUnderWay = ({ state }: Pick<WorkItem, 'state'>): boolean => UNDER_WAY.has(state);

/** The work and its plan in words, to tell it from others: 'PCM report, Kestrel Freight Group Super Plan'. */
export const workName = ({ kind, about, engagedOnly }: Pick<WorkItem, 'kind' | 'about' | 'engagedOnly'>): string =>
  [workKindName(kind), about, engagedOnly && 'engaged members only'].filter(Boolean).join(', ');

/** What names the work: as it is called in Developer Operations, in alerts and by the doctor, and what else is known of it. */
export function workTexts(item: WorkItem): [title: string, more: string | null] {
  const title = workTitle(item);
  return [title, title === item.about ? workKindName(item.kind) : item.about];
}

/** The button that tries again. A button's name begins with its text, so that who speaks the text presses it. */
export const retryText = ({ state }: Pick<WorkItem, 'state'>): string => (state === 'retrying' ? 'Retry now' : 'Retry');

/** A time of today by itself, any other with its day. */
const timeOf = (instant: string) =>
  sydneyDate(instant) === sydneyToday() ? dateTime(instant).split(' ')[1]! : dateTime(instant);

/** Who has a failure in hand, or what did the same later; null of anything else. */
export function settledText({ settled }: Pick<WorkItem, 'settled'>): string | null {
  if (settled === null) return null;
  const { how, by, at, reason } = settled;
  return how === 'succeeded' ? `${by} did the same ${timeOf(at)}.` : `In hand: ${by}, ${timeOf(at)}. ‘${reason ?? ''}’`;
}

/** Where the work is, or why it did not succeed, in one sentence. */
export function whereItIs({ state, steps, reason, retryAt, endedAt, progress, keptUntil }: WorkItem): string {
  const at = steps.findIndex(({ doneAt }) => doneAt === null);
  const step = at === -1 ? 'Finishing' : steps[at]!.name;
  switch (state) {
    case 'waiting':
      return 'Waits for its turn';
    case 'running':
      if (progress?.unit === '%') return `${step}, ${progress.done} %`;
      if (progress?.unit === 'pages') return `${step}, page ${progress.done} of ${progress.total}`;
      if (progress !== null && progress.total > 0)
        return `${step}, ${number(progress.done)} of ${number(progress.total)} ${progress.unit}`.trim();
      return steps.length > 1 && at !== -1 ? `${step}, step ${at + 1} of ${steps.length}` : step;
    case 'stopping':
      return `Ends after this step: ${step}`;
    case 'retrying':
      return `${reason ?? 'The last try did not succeed.'} Next try at ${retryAt === null ? 'once' : timeOf(retryAt)}.`;
    case 'failed':
      return reason ?? 'It did not succeed.';
    case 'stopped':
      return `Stopped ${endedAt === null ? '' : timeOf(endedAt)}`.trim();
    case 'done':
      return [
        `${steps.length === 0 ? 'Ended' : 'Ready'} ${endedAt === null ? '' : timeOf(endedAt)}`.trim(),
        ...(keptUntil === null ? [] : [`Kept to ${date(sydneyDate(keptUntil))}`]),
      ].join('. ');
  }
}

/** How long the work has taken or took, or in how long it is tried again. */
export function timeTaken({ state, startedAt, endedAt, retryAt }: WorkItem, now: Date): string {
  const seconds = (from: string, to: string | Date) =>
    Math.max(0, Math.round((new Date(to).getTime() - Date.parse(from)) / 1000));
  if (state === 'retrying' && retryAt !== null) return `in ${durationText(seconds(now.toISOString(), retryAt))}`;
  if (startedAt === null || state === 'waiting') return '–';
  return durationText(seconds(startedAt, endedAt ?? now));
}

const KILO = 1000;
export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  return bytes < KILO * KILO ? `${Math.round(bytes / KILO)} kB` : `${(bytes / KILO / KILO).toFixed(1)} MB`;
}
