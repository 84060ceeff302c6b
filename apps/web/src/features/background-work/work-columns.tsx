import type { WorkItem } from '@superscope/contracts/work';
import {
  Archive,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Download,
  LoaderCircle,
  RotateCcw,
  Square,
} from 'lucide-react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import type { RecordColumn } from '../../portal/records/record-columns';
import { useFileDownload } from '../../portal/work/use-file-download';
import type { WorkChange } from '../../portal/work/work.api';
import { KIND_NAMES, STATE_NAMES, timeTaken, whereItIs, workName } from '../../portal/work/work-words';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';

type Change = (workId: string, how: WorkChange) => void;

export const workColumns = (onChange: Change): readonly RecordColumn<WorkItem>[] => [
  { head: 'State', cell: (item) => <State item={item} />, className: 'whitespace-nowrap' },
  { head: 'Work', leads: true, cell: (item) => <What item={item} />, className: 'min-w-44' },
  { head: 'Asked by', cell: ({ askedBy }) => askedBy, className: 'text-ink-2' },
  {
    head: 'Where it is',
    cell: (item) => <span className="wrap-anywhere">{whereItIs(item)}</span>,
    className: 'min-w-56 max-w-[360px]',
  },
  {
    head: 'Try',
    cell: ({ attempts, mostAttempts }) => (attempts === 0 ? '–' : `${attempts} of ${mostAttempts}`),
    className: 'whitespace-nowrap tabular-nums',
  },
  {
    head: 'Time',
    cell: (item) => <span title={`Asked for ${dateTime(item.requestedAt)}`}>{timeTaken(item, new Date())}</span>,
    className: 'whitespace-nowrap tabular-nums text-ink-2',
  },
  { head: 'Actions', quiet: true, cell: (item) => <Action item={item} onChange={onChange} />, className: 'text-right' },
];

const LOOKS = {
  waiting: [CircleDashed, 'text-ink-2'],
  running: [LoaderCircle, 'text-info'],
  retrying: [RotateCcw, 'text-attention'],
  stopping: [CircleSlash, 'text-ink-2'],
  stopped: [CircleSlash, 'text-ink-2'],
  failed: [CircleAlert, 'text-danger'],
  done: [CircleCheck, 'text-good'],
} as const;

function State({ item: { state } }: { item: WorkItem }) {
  const [Icon, tone] = LOOKS[state];
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-semibold', tone)}>
      <Icon size={16} className={cx('shrink-0', state === 'running' && 'motion-safe:animate-spin')} aria-hidden />
      {STATE_NAMES[state]}
    </span>
  );
}

const What = ({ item: { kind, about } }: { item: WorkItem }) => (
  <>
    <p className="font-semibold">{KIND_NAMES[kind]}</p>{' '}
    {about !== null && <p className="text-sm text-ink-3">{about}</p>}
  </>
);

function Action({ item, onChange }: { item: WorkItem; onChange: Change }) {
  const { save, busy, failure } = useFileDownload();
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        {item.file ? (
          <Button
            icon={Download}
            busy={busy}
            aria-label={`Download ${workName(item)}`}
            onClick={() => void save(item.workId)}
          >
            Download
          </Button>
        ) : (
          <StopOrRetry item={item} onChange={onChange} />
        )}
        {item.mayKeep && (
          <Button
            icon={Archive}
            aria-label={`Keep ${workName(item)} 7 years`}
            onClick={() => onChange(item.workId, 'keep')}
          >
            Keep 7 years
          </Button>
        )}
      </div>
      {/* Also said of a file that is there no more. */}
      <div className="mt-2 min-w-44 wrap-anywhere empty:hidden">
        <DownloadFailed what="The file" failure={failure} />
      </div>
    </>
  );
}

function StopOrRetry({ item, onChange }: { item: WorkItem; onChange: Change }) {
  const { workId, state, mayChange } = item;
  if (!mayChange) return null;
  if (state === 'waiting' || state === 'running')
    return (
      <Button icon={Square} aria-label={`Stop ${workName(item)}`} onClick={() => onChange(workId, 'stop')}>
        Stop
      </Button>
    );
  if (state === 'failed' || state === 'stopped' || state === 'retrying')
    return (
      <Button icon={RotateCcw} aria-label={`Try ${workName(item)} again`} onClick={() => onChange(workId, 'retry')}>
        {state === 'retrying' ? 'Retry now' : 'Retry'}
      </Button>
    );
  return null;
}
