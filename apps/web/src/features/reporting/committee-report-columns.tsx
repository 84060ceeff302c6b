import { usualTemplate } from '@superscope/contracts/report-templates';
import type { PolicyCommitteeReportResult } from '@superscope/contracts/policy-committee-report';
import type { WorkItem } from '@superscope/contracts/work';
import {
  Archive,
  CircleAlert,
  CircleSlash,
  Download,
  LoaderCircle,
  RotateCcw,
  ShieldCheck,
  Square,
} from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import type { WorkChange } from '../../portal/work/work.api';
import { whereItIs } from '../../portal/work/work-words';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { cx } from '../../ui/class-names';
import { date, dateTime } from '../../ui/format';

/** A report that was made, or the work of one that is not. */
export type ReportRow = PolicyCommitteeReportResult | WorkItem;

/** The work of a request that was answered a moment ago. */
export const justBegun = (
  workId: string,
  { engagedOnly, ...asked }: { planId: string; companyId: string; engagedOnly: boolean },
): WorkItem => ({
  ...asked,
  ...(engagedOnly && { engagedOnly }),
  workId,
  kind: 'policyCommitteeReport',
  about: null,
  askedBy: '',
  isOwn: true,
  state: 'waiting',
  requestedAt: new Date().toISOString(),
  startedAt: null,
  endedAt: null,
  attempts: 0,
  mostAttempts: 0,
  retryAt: null,
  reason: null,
  progress: null,
  steps: [],
  tries: [],
  file: null,
  keptUntil: null,
  mayKeep: false,
  mayChange: false,
  settled: null,
  mayAcknowledge: false,
});

/** What of a row takes the focus. */
export const rowId = (id: string) => `report-${id}`;

interface Actions {
  onDownload: (resultId: string) => void;
  busy: boolean;
  onChange: (workId: string, how: WorkChange) => void;
  onCheck: (code: string) => void;
}

export const reportColumns = (actions: Actions): readonly RecordColumn<ReportRow>[] => [
  {
    head: 'Made',
    leads: true,
    names: true,
    cell: (row) => ('workId' in row ? <Unmade item={row} /> : <Made result={row} />),
    className: 'min-w-36',
  },
  {
    head: 'Period',
    cell: (row) =>
      'workId' in row ? (
        <>
          <span className="wrap-anywhere">{whereItIs(row)}</span>
          {row.engagedOnly && <EngagedOnly />}
        </>
      ) : (
        <>
          <span className="whitespace-nowrap">{`${date(row.start)} – ${date(row.end)}`}</span>
          {row.engagedOnly && <EngagedOnly />}
        </>
      ),
  },
  {
    head: 'Template',
    // The name of the usual report, and of templates that were left at the name that the form gives.
    cell: (row) => ('workId' in row ? '' : row.template === usualTemplate ? 'Default' : row.template),
    listed: (row) => !('workId' in row),
  },
  {
    head: 'Code',
    cell: (row) => ('workId' in row ? null : <Code result={row} {...actions} />),
    listed: (row) => !('workId' in row),
    className: 'whitespace-nowrap',
  },
  {
    head: 'Actions',
    quiet: true,
    cell: (row) => ('workId' in row ? <Change item={row} {...actions} /> : <Get result={row} {...actions} />),
    className: 'text-right',
  },
];

const EngagedOnly = () => <span className="block text-sm text-ink-3">Engaged members only</span>;

function Unmade({ item: { workId, state, requestedAt } }: { item: WorkItem }) {
  const [Icon, words, tone] =
    state === 'failed'
      ? ([CircleAlert, 'Failed', 'text-danger'] as const)
      : state === 'stopped'
        ? ([CircleSlash, 'Stopped', 'text-ink-2'] as const)
        : ([LoaderCircle, 'Being made', 'text-info'] as const);
  return (
    <div id={rowId(workId)} tabIndex={-1} className="rounded-sm outline-offset-4">
      <p className={cx('inline-flex items-center gap-1.5 font-semibold', tone)}>
        <Icon size={16} className={cx('shrink-0', state === 'running' && 'motion-safe:animate-spin')} aria-hidden />
        {words}
      </p>
      <p className="text-sm text-ink-3">by you, {dateTime(requestedAt)}</p>
    </div>
  );
}

const Made = ({ result: { id, generated, by, isNew } }: { result: PolicyCommitteeReportResult }) => (
  <div id={rowId(id)} tabIndex={-1} className="rounded-sm outline-offset-4">
    <p className={cx('whitespace-nowrap', isNew && 'font-semibold')}>{dateTime(generated)}</p>
    <p className="text-sm text-ink-3">
      {isNew && <b className="font-semibold text-good">New, </b>}
      by {by}
    </p>
  </div>
);

const Code = ({ result, onChange }: { result: PolicyCommitteeReportResult } & Actions) => {
  const { id, generated, code, keptUntil, mayKeep } = result;
  return (
    <>
      {code !== null && (
        <p>
          <span className="font-mono text-sm">{code.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          <CopyButton text={code} label={`Copy the code of the report of ${dateTime(generated)}`} done="Code copied" />
        </p>
      )}
      {keptUntil !== null && (
        <span className="block text-sm text-ink-3">Kept to {dateTime(keptUntil).split(' ')[0]}</span>
      )}
      {mayKeep && (
        <button
          type="button"
          aria-label={`Keep 7 years: the report of ${dateTime(generated)}`}
          onClick={() => onChange(id, 'keep')}
          className="link flex items-center gap-1.5 text-sm font-semibold hover:underline pointer-coarse:min-h-11"
        >
          <Archive size={14} aria-hidden />
          Keep 7 years
        </button>
      )}
    </>
  );
};

const withoutFile = ({ figuresKept }: PolicyCommitteeReportResult): string =>
  figuresKept ? 'Figures kept, file not' : 'File no longer kept';

const Get = ({ result, onDownload, onCheck, busy }: { result: PolicyCommitteeReportResult } & Actions) => (
  <div className="flex flex-wrap items-center justify-end gap-2">
    {result.code !== null && (
      <Button
        kind="quiet"
        icon={ShieldCheck}
        aria-label={`Check the report of ${dateTime(result.generated)}`}
        onClick={() => onCheck(result.code!)}
      >
        Check
      </Button>
    )}
    {result.keptUntil === null ? (
      <span className="text-sm text-ink-3">{withoutFile(result)}</span>
    ) : (
      <Button
        icon={Download}
        busy={busy}
        aria-label={`Download the report of ${dateTime(result.generated)}`}
        onClick={() => onDownload(result.id)}
      >
        Download
      </Button>
    )}
  </div>
);

function Change({ item: { workId, state, mayChange }, onChange }: { item: WorkItem } & Actions) {
  if (!mayChange || state === 'stopping' || state === 'done') return null;
  return state === 'failed' || state === 'stopped' || state === 'retrying' ? (
    <Button icon={RotateCcw} onClick={() => onChange(workId, 'retry')}>
      {state === 'retrying' ? 'Retry now' : 'Retry'}
    </Button>
  ) : (
    <Button icon={Square} onClick={() => onChange(workId, 'stop')}>
      Stop
    </Button>
  );
}
