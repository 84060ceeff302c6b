import type { ScheduledClocks } from '@superscope/contracts/work';
import { CircleAlert, CircleCheck, CircleDashed, Clock, LoaderCircle } from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { useClocksQuery } from '../../portal/work/work.api';
import { cx } from '../../ui/class-names';
import { durationText } from '../../ui/duration';
import { dateTime } from '../../ui/format';

type ScheduledClock = ScheduledClocks[number];

const EVERY_MS = 15_000;
/** A run that started this much after its time was caught up. */
const LATE_MS = 5 * 60_000;

/** What runs by the clock: when it does, when it did, and how that ended. */
export function ByTheClock() {
  const clocks = useClocksQuery(undefined, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  return (
    <div className="mt-8">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">By the clock</h2>
        <p className="text-sm text-ink-2">Sydney time. Runs that were missed are caught up once.</p>
      </div>
      <RecordTable
        label="By the clock"
        what="The runs by the clock"
        query={clocks}
        rows={clocks.data}
        columns={columns}
        idOf={({ name }) => name}
        empty={{ icon: Clock, title: 'Nothing runs by the clock', children: 'This portal has no such runs.' }}
      />
    </div>
  );
}

const columns: readonly RecordColumn<ScheduledClock>[] = [
  { head: 'Run', leads: true, cell: ({ name }) => <b className="font-semibold">{name}</b>, className: 'min-w-56' },
  { head: 'When', cell: ({ times }) => times, className: 'whitespace-nowrap text-ink-2' },
  { head: 'Next', cell: ({ nextAt }) => dateTime(nextAt), className: 'whitespace-nowrap tabular-nums text-ink-2' },
  {
    head: 'Last run',
    cell: ({ run }) => (run === null ? 'Not yet' : <LastRun run={run} />),
    className: 'min-w-40 tabular-nums text-ink-2',
  },
  { head: 'Outcome', cell: ({ run }) => <Outcome run={run} />, className: 'min-w-52 max-w-[360px]' },
];

function LastRun({ run: { dueAt, startedAt, endedAt } }: { run: NonNullable<ScheduledClock['run']> }) {
  const seconds = endedAt === null ? null : Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
  return (
    <>
      <span className="whitespace-nowrap">
        {dateTime(startedAt)}
        {seconds !== null && seconds > 0 && `, ${durationText(seconds)}`}
      </span>
      {Date.parse(startedAt) - Date.parse(dueAt) > LATE_MS && (
        <span className="ml-2 font-semibold whitespace-nowrap text-attention">caught up</span>
      )}
    </>
  );
}

function Outcome({ run }: { run: ScheduledClock['run'] }) {
  const [Icon, tone, text] =
    run === null
      ? ([CircleDashed, 'text-ink-3', 'None yet'] as const)
      : run.outcome === null
        ? ([LoaderCircle, 'text-info', 'Under way'] as const)
        : run.outcome === 'failed'
          ? ([CircleAlert, 'text-danger', run.said ?? 'It failed.'] as const)
          : ([CircleCheck, 'text-good', run.said ?? 'Done'] as const);
  return (
    <span className="flex items-start gap-1.5">
      <Icon size={16} className={cx('mt-0.5 shrink-0', tone)} aria-hidden />
      <span className="wrap-anywhere">
        {run?.outcome === 'failed' && <b className="font-semibold text-danger">Failed. </b>}
        {text}
      </span>
    </span>
  );
}
