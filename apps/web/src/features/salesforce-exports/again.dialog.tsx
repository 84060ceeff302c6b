import type { SalesforceBatchRecord } from '@superscope/contracts/salesforce';
import { FileText, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { Button as FileButton, FileTrigger } from 'react-aria-components';
import { Failure } from '../../portal/api/failure';
import { useClosing } from '../../portal/forms/use-closing';
import { usualQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { Button } from '../../ui/button';
import { DetailDialog } from '../../ui/detail-dialog';
import { number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { reExecuteOff, retryOff } from './batch-rules';
import { useRetryExportMutation, useStartExportMutation } from './salesforce-exports.api';

interface Props {
  batch: SalesforceBatchRecord;
  onClose: () => void;
  onStarted: (batchId: number) => void;
}

/** Sends a batch again: everything, or the rows that failed. */
export function AgainDialog({ batch, onClose, onStarted }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [rejected, setRejected] = useState<string | null>(null);
  const [start, starting] = useStartExportMutation();
  const [retry, retrying] = useRetryExportMutation();
  useUnsaved(file === null ? null : usualQuestion);
  const [dismiss, question] = useClosing(file !== null, onClose);
  const mayRetry = retryOff([batch]);
  const mayExecute = reExecuteOff([batch], file !== null);
  const busy = starting.isLoading || retrying.isLoading;
  const error = retrying.error ?? starting.error;
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const fits = /\.csv$/i.test(chosen.name) || chosen.type === 'text/csv';
    setRejected(
      fits ? null : `File: '${chosen.name}' type: '${chosen.type}' did not pass: 'text/csv' validation constraint`,
    );
    if (fits) setFile(chosen);
  };
  const reset = () => {
    starting.reset();
    retrying.reset();
  };
  const reExecute = async () => {
    reset();
    const { startDate, endDate, providerId, employerId } = batch;
    const asked = {
      startDate,
      endDate,
      ...(providerId !== null && { providerIdFilter: providerId }),
      ...(employerId !== null && { employerIdFilter: employerId }),
    };
    const { data } = await start({ ...asked, forceNewRun: true });
    if (data !== undefined) onStarted(data.batchId);
  };
  const retryFailed = async () => {
    reset();
    const { data } = await retry({ jobId: batch.jobId, ...(file !== null && { file }) });
    if (data !== undefined) onStarted(data.batchId);
  };
  return (
    <DetailDialog title={`Batch ${batch.batchId}`} onClose={dismiss}>
      <div className="mt-4 space-y-4 text-base">
        {mayRetry === null && (
          <div>
            <p className="mb-1">
              <span className="font-semibold">Filtered members</span>{' '}
              <span className="text-ink-2">(optional, CSV)</span>
            </p>
            {file === null ? (
              <FileTrigger acceptedFileTypes={['.csv', 'text/csv']} onSelect={(chosen) => choose(chosen?.[0])}>
                <FileButton className="settle flex h-10 w-full items-center gap-2 rounded-md border border-dashed border-line-strong px-3 text-ink-2 hover:bg-hover pointer-coarse:h-11">
                  <FileText size={16} aria-hidden />
                  Choose a CSV file of members
                </FileButton>
              </FileTrigger>
            ) : (
              <p className="flex h-10 items-center gap-2 rounded-md border border-line-strong px-3 pointer-coarse:h-11">
                <FileText size={16} className="shrink-0 text-brand" aria-hidden />
                <span className="min-w-0 flex-1 truncate">{file.name}</span>
                <button
                  type="button"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => setFile(null)}
                  className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
                >
                  <X size={16} aria-hidden />
                </button>
              </p>
            )}
            <p className="mt-1 text-sm text-ink-2">
              With a column memberId. Only failed rows of these members are sent again.
            </p>
          </div>
        )}
        {rejected === null ? (
          <Failure error={error} otherwise="The batch was not started. Please try again." />
        ) : (
          <MessageBox tone="danger">{rejected}</MessageBox>
        )}
        <div className="flex flex-wrap gap-2">
          <Button disabled={mayExecute !== null} busy={busy} onClick={() => void reExecute()}>
            Re-execute
          </Button>
          <Button
            kind="primary"
            icon={RotateCcw}
            disabled={mayRetry !== null}
            busy={busy}
            onClick={() => void retryFailed()}
          >
            Retry Failed
          </Button>
        </div>
        <p className="text-sm text-ink-2">
          {mayExecute ?? 'Re-execute exports the same days again, with everything that changed in them.'}
          {mayRetry === null
            ? ` ${number(batch.failed ?? 0)} ${batch.failed === 1 ? 'row' : 'rows'} failed.`
            : ` There is nothing to retry: ${mayRetry}.`}
        </p>
      </div>
      {question}
    </DetailDialog>
  );
}
