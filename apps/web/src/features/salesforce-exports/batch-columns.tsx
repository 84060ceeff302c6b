import type { SalesforceBatchRecord } from '@superscope/contracts/salesforce';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  LoaderCircle,
  RotateCcw,
  TriangleAlert,
} from 'lucide-react';
import { Fragment } from 'react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { cx } from '../../ui/class-names';
import { date, dateTime, number } from '../../ui/format';

/** The days of a batch: one, or the first and the last. */
export const daysOf = ({ startDate, endDate }: Pick<SalesforceBatchRecord, 'startDate' | 'endDate'>): string =>
  startDate === endDate ? date(startDate) : `${date(startDate)} – ${date(endDate)}`;

/** Up to which place in the log of all events the changes are covered, of these days or of all. */
const coveredText = (covered: NonNullable<SalesforceBatchRecord['covered']>): string => {
  const positions = covered.map(({ position }) => BigInt(position));
  const least = positions.reduce((a, b) => (a < b ? a : b));
  return `to position ${number(Number(least))}${covered.every(({ ofAllDays }) => ofAllDays) ? ', all days' : ''}`;
};

interface Selection {
  isSelected: (batch: SalesforceBatchRecord) => boolean;
  toggle: (batch: SalesforceBatchRecord) => void;
}

export const batchColumns = ({ isSelected, toggle }: Selection): readonly RecordColumn<SalesforceBatchRecord>[] => [
  {
    head: 'Selected',
    quiet: true,
    cell: (batch) => (
      <label className="-m-2 grid size-9 place-items-center pointer-coarse:size-11">
        <input
          type="checkbox"
          aria-label={`Batch ${batch.batchId}`}
          checked={isSelected(batch)}
          onChange={() => toggle(batch)}
          className="size-4.5 accent-brand"
        />
      </label>
    ),
    className: 'w-10',
  },
  {
    head: 'Batch',
    leads: true,
    names: true,
    cell: ({ batchId, atDate, retryOf }) => (
      <>
        <p className="font-semibold tabular-nums">{batchId}</p>
        <p className="text-sm whitespace-nowrap tabular-nums text-ink-2">{dateTime(atDate)}</p>
        {retryOf !== null && <p className="text-sm text-ink-2">Retry of {retryOf}</p>}
      </>
    ),
  },
  {
    head: 'Changes of',
    cell: (batch) => (
      <>
        <p>{batch.isOfMissing ? 'Missing at Salesforce' : batch.scheduled ? 'Everything unsent' : daysOf(batch)}</p>
        {batch.covered !== null && batch.covered.length > 0 && (
          <p className="text-sm whitespace-nowrap text-ink-2">{coveredText(batch.covered)}</p>
        )}
      </>
    ),
    className: 'tabular-nums min-w-26',
  },
  {
    head: 'For',
    cell: ({ provider, employer }) => (
      <>
        <p>{provider ?? (employer === null ? 'All providers' : '')}</p>
        {employer !== null && <p className={cx(provider !== null && 'text-sm text-ink-2')}>{employer}</p>}
      </>
    ),
    className: 'min-w-28',
  },
  { head: 'State', cell: (batch) => <State batch={batch} />, className: 'min-w-44' },
  { head: 'Exported', right: true, cell: ({ exported }) => number(exported) },
  { head: 'Imported', right: true, cell: ({ imported }) => (imported === null ? '–' : number(imported)) },
  {
    head: 'Failed',
    right: true,
    cell: ({ failed, unknown }) =>
      failed === null ? (
        '–'
      ) : (
        <>
          <span className={failed > 0 ? 'font-semibold text-attention' : 'text-ink-3'}>{number(failed)}</span>
          {unknown > 0 && <p className="text-sm whitespace-nowrap text-attention">{number(unknown)} unknown</p>}
        </>
      ),
  },
  {
    head: 'Salesforce job',
    cell: ({ jobStatus }) => (jobStatus === null ? '–' : <JobState state={jobStatus} />),
    className: 'text-sm text-ink-2',
  },
];

/** Salesforce's own word, which may break between its parts. */
const JobState = ({ state }: { state: string }) =>
  state.split(/(?=[A-Z])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));

function looksOf({ batchStatus, failed, unknown, retryAt }: SalesforceBatchRecord) {
  switch (batchStatus) {
    case 'STARTING':
      return { Icon: CircleDashed, tone: 'text-ink-2', word: 'Starting' };
    case 'STARTED':
      return retryAt === null
        ? { Icon: LoaderCircle, tone: 'text-info', word: 'Started' }
        : { Icon: RotateCcw, tone: 'text-attention', word: 'Started, waiting' };
    case 'COMPLETED':
      return (failed !== null && failed > 0) || unknown > 0
        ? { Icon: TriangleAlert, tone: 'text-attention', word: 'Complete' }
        : { Icon: CircleCheck, tone: 'text-good', word: 'Complete' };
    case 'STOPPED':
      return { Icon: CircleSlash, tone: 'text-ink-2', word: 'Stopped' };
    case 'FAILED':
      return { Icon: CircleAlert, tone: 'text-danger', word: 'Failed' };
  }
}

/** What stands under the state: what is done, what is waited for, or why it ended. */
function reasonOf({
  batchStatus,
  exported,
  imported,
  failed,
  unknown,
  note,
  retryAt,
}: SalesforceBatchRecord): string | null {
  if (retryAt !== null)
    return `${note ?? 'Salesforce is busy.'} Next try at ${dateTime(retryAt)}. What Salesforce has taken is not sent again.`;
  if (batchStatus !== 'COMPLETED' || imported === null || failed === null || unknown > 0) return note;
  const withdrawn = exported - imported - failed;
  const told = [
    ...(failed > 0 ? [`${number(failed)} ${failed === 1 ? 'row' : 'rows'} not accepted`] : []),
    ...(withdrawn > 0 ? [`${number(withdrawn)} withdrawn, of members erased since`] : []),
  ];
  return told.length === 0 ? null : told.join(', ');
}

function State({ batch }: { batch: SalesforceBatchRecord }) {
  const { Icon, tone, word } = looksOf(batch);
  const reason = reasonOf(batch);
  const isRunning = batch.batchStatus === 'STARTED';
  return (
    <div className="flex items-start gap-2">
      <Icon
        size={17}
        className={cx('mt-0.5 shrink-0', tone, Icon === LoaderCircle && 'motion-safe:animate-spin')}
        aria-hidden
      />
      <div className="min-w-0 flex-1">
        <p className={cx('font-semibold', tone)}>{word}</p>
        {reason !== null && <p className="text-sm wrap-anywhere text-ink-2">{reason}</p>}
        {batch.batchStatus !== 'FAILED' &&
          batch.differences.map((sentence) => (
            <p key={sentence} className="text-sm wrap-anywhere text-attention">
              {sentence}
            </p>
          ))}
        {isRunning && (
          <div
            role="progressbar"
            aria-label={`Progress of batch ${batch.batchId}`}
            aria-valuenow={Math.round(batch.progress * 100)}
            className="mt-1 h-1.5 overflow-hidden rounded-full bg-track"
          >
            <div className="settle h-full bg-brand" style={{ width: `${Math.round(batch.progress * 100)}%` }} />
          </div>
        )}
      </div>
    </div>
  );
}
