import {
  receiptReason,
  receiptsPerPage,
  type ExportObject,
  type SalesforceBatchRecord,
  type SalesforceReceipt,
} from '@superscope/contracts/salesforce';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  FileText,
  ReceiptText,
  RotateCcw,
} from 'lucide-react';
import { useState } from 'react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { dateTime, number } from '../../ui/format';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { useSettled } from '../../ui/use-settled';
import { retryOff } from './batch-rules';
import { OBJECT_NAMES } from './object-names';
import { receiptsCsvOf, useSalesforceReceiptsQuery } from './salesforce-exports.api';

const ASK_AFTER_MS = 300;

type Outcome = SalesforceReceipt['outcome'];
const OUTCOMES: Record<Outcome, string> = {
  refused: 'Refused',
  unprocessed: 'Not processed',
  withdrawn: 'Withdrawn',
  unknown: 'Unknown',
  accepted: 'Accepted',
  written: 'In a file',
};

interface Props {
  batch: SalesforceBatchRecord;
  onRetry: () => void;
}

/** What became of each row of a batch: which were refused and why. */
export function ReceiptsCard({ batch, onRetry }: Props) {
  const { jobId, batchId, batchStatus, endedAt, exported, failed, unknown } = batch;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [object, setObject] = useState('');
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(0);
  const find = useSettled(typed.trim(), ASK_AFTER_MS);
  const receipts = useSalesforceReceiptsQuery({
    jobId,
    page,
    find,
    ...(outcome !== null && { outcome }),
    ...(code !== null && { code }),
    ...(object !== '' && { object: object as ExportObject }),
  });
  const { download, busy, failure } = useDownload();
  const { data } = receipts;
  const narrow = (set: () => void) => {
    set();
    setPage(0);
  };
  const listed = Object.values(data?.outcomes ?? {}).reduce((sum, rows) => sum + rows, 0);
  const missing = data !== undefined && batchStatus === 'COMPLETED' ? exported - listed : 0;
  const shown = (Object.keys(OUTCOMES) as Outcome[]).filter((each) => (data?.outcomes[each] ?? 0) > 0);
  return (
    <RecordTable
      label={`Receipts of batch ${batchId}`}
      what="The receipts"
      query={receipts}
      dimmed={receipts.isFetching}
      rows={data?.rows}
      columns={COLUMNS}
      idOf={({ object: of, operation, key }) => `${of} ${operation} ${key}`}
      pages={{ page, size: receiptsPerPage, count: data?.count ?? 0, onChange: setPage }}
      empty={{
        icon: ReceiptText,
        title: 'No receipts',
        children: 'A row has a receipt once its job has ended.',
      }}
      head={
        <>
          <div className="flex flex-wrap items-center gap-3 px-5 py-4">
            <div className="min-w-0 flex-1 basis-64">
              <h2 className="text-md font-semibold">Receipts of batch {batchId}</h2>
              <p className="text-sm text-ink-2">
                One row for each record that was exported
                {endedAt !== null && <>; kept since the batch ended, {dateTime(endedAt)}</>}
              </p>
            </div>
            <Button
              icon={FileText}
              busy={busy}
              disabled={(data?.count ?? 0) === 0 && shown.length === 0}
              onClick={() => void download(receiptsCsvOf(jobId))}
            >
              Receipts CSV
            </Button>
            {retryOff([batch]) === null && (
              <Button icon={RotateCcw} onClick={onRetry}>
                Retry {number((failed ?? 0) + unknown)} {failed === null || failed === 0 ? 'unknown' : 'failed'}
              </Button>
            )}
          </div>
          <div className="px-5 empty:hidden">
            <DownloadFailed what="The receipts" failure={failure} />
            {missing > 0 && (
              <p className="pb-3 text-sm text-ink-2">
                {missing === 1 ? '1 receipt is' : `${number(missing)} receipts are`} not listed: still being written, or
                set aside, which the page Dead letters says. Retry Failed also sends rows whose receipts are not listed.
              </p>
            )}
          </div>
          <div className="flex flex-wrap items-end gap-2 border-t px-5 py-3">
            {shown.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={outcome === each}
                onClick={() =>
                  narrow(() => {
                    setOutcome(outcome === each ? null : each);
                    setCode(null);
                  })
                }
                className={cx(
                  'settle flex h-8 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold pointer-coarse:h-11',
                  outcome === each
                    ? 'border-brand bg-brand-soft text-brand'
                    : 'border-line-strong bg-surface text-ink-2 hover:bg-hover',
                )}
              >
                {OUTCOMES[each]} <span className="tabular-nums">{number(data?.outcomes[each] ?? 0)}</span>
              </button>
            ))}
            <div className="flex w-full flex-wrap items-end gap-2 sm:ml-auto sm:w-auto">
              <SelectField
                label="Objects"
                labelHidden
                placeholder="All objects"
                options={Object.entries(OBJECT_NAMES).map(([value, label]) => ({ value, label }))}
                value={object}
                onChange={(chosen) => narrow(() => setObject(chosen))}
              />
              <div className="w-full sm:w-56">
                <TextField
                  compact
                  label="Find"
                  placeholder="Number or id"
                  maxLength={100}
                  value={typed}
                  onChange={({ target }) => narrow(() => setTyped(target.value))}
                />
              </div>
            </div>
          </div>
          {data !== undefined && data.codes.length > 0 && (
            <div role="group" aria-label="Refusals by reason" className="grid border-t sm:grid-cols-2 lg:grid-cols-3">
              {data.codes.map(({ code: each, rows }) => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={code === each}
                  onClick={() => narrow(() => setCode(code === each ? null : each))}
                  className={cx(
                    'border-b px-5 py-3 text-left hover:bg-hover sm:border-r',
                    code === each && 'bg-brand-soft',
                  )}
                >
                  <span className="flex justify-between gap-3">
                    <code className="text-sm break-all text-ink-2">{each}</code>
                    <b className="font-semibold tabular-nums">{number(rows)}</b>
                  </span>
                  <span className="mt-0.5 block text-sm text-ink-2">{receiptReason('refused', each)}</span>
                </button>
              ))}
            </div>
          )}
        </>
      }
    />
  );
}

const LOOKS = {
  refused: [CircleAlert, 'text-danger'],
  unprocessed: [CircleDashed, 'text-ink-2'],
  withdrawn: [CircleSlash, 'text-ink-2'],
  unknown: [CircleHelp, 'text-attention'],
  accepted: [CircleCheck, 'text-good'],
  written: [FileText, 'text-ink-2'],
} as const;

const COLUMNS: readonly RecordColumn<SalesforceReceipt>[] = [
  {
    head: 'Record',
    leads: true,
    names: true,
    cell: ({ name, object, operation, key }) => (
      <>
        {name !== null && <p className="font-semibold">{name}</p>}
        <p className="text-sm wrap-anywhere text-ink-2">
          {OBJECT_NAMES[object]}
          {operation === 'delete' && ', deletion'} · {key}
        </p>
      </>
    ),
    className: 'min-w-52',
  },
  { head: 'Employer', cell: ({ employer }) => employer ?? '–', className: 'min-w-36' },
  {
    head: 'Result',
    cell: ({ outcome }) => {
      const [Icon, tone] = LOOKS[outcome];
      return (
        <span className={cx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', tone)}>
          <Icon size={16} className="shrink-0" aria-hidden />
          {OUTCOMES[outcome]}
        </span>
      );
    },
  },
  {
    head: 'Why',
    cell: ({ outcome, code, fields }) => receiptReason(outcome, code, fields) || '–',
    className: 'min-w-52',
  },
  { head: 'Line', right: true, cell: ({ line }) => number(line) },
  { head: 'Tries', right: true, cell: ({ tries }) => tries },
];
