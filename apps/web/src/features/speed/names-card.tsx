import type { NamedTimes, Speed } from '@superscope/contracts/speed';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { number } from '../../ui/format';
import { Segmented } from '../../ui/segmented';
import { dateTime } from '../../ui/format';
import { nameOf } from './speed-words';

const KINDS = [
  { value: 'screens', label: 'Screens' },
  { value: 'calls', label: 'Calls' },
  { value: 'jobs', label: 'Jobs' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

/** Less is an ordinary day. */
const LEAST_TIMES = 1.5;
const LEAST_MS = 50;

const timesOf = ({ since, before }: NamedTimes): number | null =>
  since === null || before === null ? null : since.p95 / Math.max(1, before.p95);
const isSlower = (named: NamedTimes): boolean =>
  (timesOf(named) ?? 0) >= LEAST_TIMES && named.since!.p95 - named.before!.p95 >= LEAST_MS;

const Beside = ({ now, before }: { now: number | undefined; before: number | undefined }) => (
  <>
    {now === undefined ? '–' : number(now)}
    <span className="block text-sm font-normal text-ink-3">
      <span className="sr-only">before </span>
      {before === undefined ? '–' : number(before)}
    </span>
  </>
);

const columnsOf = (kind: Kind): RecordColumn<NamedTimes>[] => [
  {
    head: KINDS.find(({ value }) => value === kind)!.label.slice(0, -1),
    cell: ({ name }) => (
      <>
        <span className={kind === 'calls' ? 'font-mono text-sm wrap-anywhere' : 'font-semibold'}>
          {nameOf(kind, name)}
        </span>
        {kind === 'screens' && <span className="block text-sm wrap-anywhere text-ink-3">{name}</span>}
      </>
    ),
    sort: ({ name }) => nameOf(kind, name),
    csv: ({ name }) => name,
    leads: true,
    names: true,
    className: 'text-left font-normal',
  },
  {
    head: 'p50, ms',
    cell: ({ since, before }) => <Beside now={since?.p50} before={before?.p50} />,
    sort: ({ since }) => since?.p50 ?? null,
    csv: ({ since }) => since?.p50 ?? '',
    right: true,
  },
  {
    head: 'p95, ms',
    cell: ({ since, before }) => <Beside now={since?.p95} before={before?.p95} />,
    sort: ({ since }) => since?.p95 ?? null,
    csv: ({ since }) => since?.p95 ?? '',
    right: true,
    className: 'font-semibold',
  },
  {
    head: 'Times',
    cell: (named) =>
      isSlower(named) ? (
        <b className="font-semibold text-attention">× {number(timesOf(named)!, 1)}</b>
      ) : (
        <span className="text-ink-3">{timesOf(named) === null ? 'not comparable' : 'as before'}</span>
      ),
    sort: timesOf,
    right: true,
  },
  {
    head: 'Count',
    cell: ({ since }) => number(since?.count ?? 0),
    sort: ({ since }) => since?.count ?? 0,
    csv: ({ since }) => since?.count ?? 0,
    right: true,
  },
];

/** Percentiles by screen, call or job, beside those before the moment that is compared. */
export function NamesCard({ speed }: { speed: Speed }) {
  const [kind, setKind] = useState<Kind>('screens');
  return (
    <RecordTable
      key={kind}
      label={`By ${kind.slice(0, -1)}`}
      rows={speed[kind]}
      columns={columnsOf(kind)}
      idOf={({ name }) => name}
      pages={10}
      toneOf={(named) => (isSlower(named) ? 'bg-attention-soft/50' : undefined)}
      head={
        <div className="flex flex-wrap items-center gap-3 border-b px-4 py-3 sm:px-5">
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="text-md font-semibold">By {kind.slice(0, -1)}</h2>
            <p className="text-sm text-ink-3">Since {dateTime(speed.since)}, above what it was before</p>
          </div>
          <Segmented label="Of what" options={KINDS} value={kind} onChange={setKind} />
        </div>
      }
      empty={{ icon: Clock, title: 'Nothing was timed', children: 'Times are written once a minute.' }}
    />
  );
}
