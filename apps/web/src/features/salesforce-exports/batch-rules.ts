import { isBatchRunning, mayRetryBatch, type SalesforceBatchRecord } from '@superscope/contracts/salesforce';
import { listed } from '../../ui/listed';

/** Why a button is off, in words that stand beside it; null if it can be pressed. */
export type Off = string | null;

const numbers = (batches: readonly SalesforceBatchRecord[]) => listed(batches.map(({ batchId }) => String(batchId)));

/** Only batches that start or have started can be stopped. */
export function stopOff(selected: readonly SalesforceBatchRecord[]): Off {
  if (selected.length === 0) return 'Choose a batch';
  const ended = selected.filter(({ batchStatus }) => !isBatchRunning(batchStatus));
  if (ended.length === 0) return null;
  return `${numbers(ended)} ${ended.length === 1 ? 'has' : 'have'} ended`;
}

/** Files can be downloaded of one batch or more, if rows were exported. */
export const downloadOff = (selected: readonly SalesforceBatchRecord[]): Off =>
  selected.length === 0
    ? 'Choose a batch'
    : selected.some(({ hasFiles }) => hasFiles)
      ? null
      : 'There are no files to download';

/** Everything of exactly one batch can be sent again, if no file narrows it. */
export function reExecuteOff(selected: readonly SalesforceBatchRecord[], hasFile: boolean): Off {
  if (selected.length !== 1) return 'Choose one batch';
  if (hasFile) return 'Re-execute sends everything again and takes no file';
  return isBatchRunning(selected[0]!.batchStatus) ? `${selected[0]!.batchId} runs` : null;
}

/** Rows can be sent again of one batch that Salesforce worked through and that has failed rows. Only then there is a file to choose. */
export function retryOff(selected: readonly SalesforceBatchRecord[]): Off {
  if (selected.length !== 1) return 'Choose one batch';
  return mayRetryBatch(selected[0]!) ? null : `${selected[0]!.batchId} has no failed rows of a complete job`;
}
