import type { WorkItem } from '@superscope/contracts/work';
import {
  Archive,
  Check,
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
import {
  retryText,
  settledText,
  STATE_NAMES,
  timeTaken,
  whereItIs,
  workName,
  workTexts,
} from '../../portal/work/work-words';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';

type Change = (workId: string, how: WorkChange) => void;
type Acknowledge = (item: WorkItem) => void;

export const workColumns = (onChange: Change, onAcknowledge: Acknowledge): readonly RecordColumn<WorkItem>[] => [
  { head: 'State', cell: (item) => <State item={item} />, className: 'whitespace-nowrap' },
  { head: 'Work', leads: true, cell: (item) => <What item={item} />, className: 'min-w-44' },
  { head: 'Asked by', cell: ({ askedBy }) => askedBy, className: 'text-ink-2' },
  {
    head: 'Where it is',
    cell: (item) => <Where item={item} />,
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
  {
    head: 'Actions',
    quiet: true,
    cell: (item) => <Action item={item} onChange={onChange} onAcknowledge={onAcknowledge} />,
    className: 'text-right',
  },
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

/** A failure that needs nobody any more. */
const SETTLED = [CircleSlash, 'text-ink-2'] as const;

function State({ item: { state, settled } }: { item: WorkItem }) {
  const [Icon, tone] = settled === null ? LOOKS[state] : SETTLED;
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-semibold', tone)}>
      <Icon size={16} className={cx('shrink-0', state === 'running' && 'motion-safe:animate-spin')} aria-hidden />
      {settled === null ? STATE_NAMES[state] : 'Settled'}
    </span>
  );
}

/** What names the work, as in Developer Operations, in alerts and by the doctor. */
function What({ item }: { item: WorkItem }) {
  const [title, more] = workTexts(item);
  return (
    <>
      <p className="font-semibold">{title}</p> {more !== null && <p className="text-sm text-ink-3">{more}</p>}
    </>
  );
}

function Where({ item }: { item: WorkItem }) {
  const settled = settledText(item);
  return (
    <span className="wrap-anywhere">
      {whereItIs(item)}
      {settled !== null && <span className="block text-sm text-ink-2">{settled}</span>}
    </span>
  );
}

interface ActionProps {
  item: WorkItem;
  onChange: Change;
  onAcknowledge: Acknowledge;
}
function Action({ item, onChange, onAcknowledge }: ActionProps) {
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
        {item.mayAcknowledge && (
          <Button
            icon={Check}
            aria-label={`Acknowledge that ${workName(item)} failed`}
            onClick={() => onAcknowledge(item)}
          >
            Acknowledge
          </Button>
        )}
        {item.mayKeep && (
          <Button
            icon={Archive}
            aria-label={`Keep 7 years: ${workName(item)}`}
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
      <Button
        icon={RotateCcw}
        aria-label={`${retryText(item)}: ${workName(item)}`}
        onClick={() => onChange(workId, 'retry')}
      >
        {retryText(item)}
      </Button>
    );
  return null;
}
