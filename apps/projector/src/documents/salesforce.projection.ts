import {
  salesforceReceiptTable,
  salesforceRegisterId,
  salesforceRegisterView,
} from '@superscope/contracts/read-models/salesforce';
import { batchRegisterStream } from '@superscope/domain/salesforce-batch/batch-register';
import { salesforceReceiptsStream } from '@superscope/domain/salesforce-batch/salesforce-receipts';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentWrite, rowWrite } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

/** Exports to Salesforce that were taken off the lists. */
export const salesforceRegister = projectionOf(
  batchRegisterStream,
  {
    readModel: salesforceRegisterView.announces,
    ignores: ['SalesforceBatchNumbered', 'SalesforceRowsCovered', 'SalesforceTurnTaken'],
  },
  {
    SalesforceBatchesRemoved: (event) => {
      const removed = Object.fromEntries(event.data.workIds.map((workId) => [`removed.${workId}`, true]));
      return { documents: [documentWrite(salesforceRegisterView, salesforceRegisterId, event, removed)] };
    },
  },
);

/** A row for each record that was exported to Salesforce. */
export const salesforceReceipts = projectionOf(
  salesforceReceiptsStream,
  { readModel: salesforceReceiptTable.announces, ofTheLog: true },
  {
    SalesforceRowsReceived: (event) => {
      const { batchId, object, operation, part, rows } = event.data;
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
  },
);
