import {
  salesforceReceiptTable,
  salesforceRegisterId,
  salesforceRegisterView,
} from '@superscope/contracts/read-models/salesforce';
import type { ReceiptChunk } from '@superscope/domain/salesforce-batch/salesforce-receipts';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite, rowWrite, type Projection } from '../runtime/writing/projection.js';

/** Exports to Salesforce that were taken off the lists. */
export const salesforceRegister: Projection = {
  readModel: salesforceRegisterView.announces,
  handles: ['SalesforceBatchesRemoved'],
  project: (event) => {
    const { workIds } = event.data as { workIds: readonly string[] };
    const removed = Object.fromEntries(workIds.map((workId) => [`removed.${workId}`, true]));
    return { documents: [documentWrite(salesforceRegisterView, salesforceRegisterId, event, removed)] };
  },
};

/** A row for each record that was exported to Salesforce. */
export const salesforceReceipts: Projection = {
  readModel: salesforceReceiptTable.announces,
  handles: ['SalesforceRowsReceived'],
  ofTheLog: true,
  project: (event) => {
    const { batchId, object, operation, part, rows } = event.data as ReceiptChunk;
    const recorded_at = recordedAt(event);
    return {
      rows: rows.map(([line, key, memberId, parentId, outcome, code, crmId, fields]) =>
        rowWrite(salesforceReceiptTable, {
          batch_id: batchId,
          object,
          operation,
          part,
          line,
          record_key: key,
          member_id: memberId ?? '',
          parent_id: parentId ?? '',
          outcome,
          // A column more would be another layout, for which an upgrade makes the table anew.
          code: [code, fields].filter(Boolean).join(' '),
          crm_id: crmId ?? '',
          recorded_at,
        }),
      ),
    };
  },
};
