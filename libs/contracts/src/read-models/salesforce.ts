import { exportObjects } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { receiptOperations, receiptOutcomes } from '@superscope/domain/salesforce-batch/salesforce-receipts';
import { z } from 'zod';
import { analyticsTable, category, count, instant, oneOf, text } from './analytics-table.js';
import { documentView } from './document-view.js';

/** The one document of `salesforceRegisterView`. */
export const salesforceRegisterId = 'register';

/** Which exports to Salesforce were taken off the lists. */
export const salesforceRegisterView = documentView({
  collection: 'salesforceRegister',
  announces: 'salesforceBatches',
  shape: z.object({ removed: z.record(z.string(), z.literal(true)).optional() }),
  indexes: [],
});

/** What became of each row that was exported to Salesforce. No column holds anything personal. */
export const salesforceReceiptTable = analyticsTable({
  table: 'salesforce_receipt',
  announces: 'salesforceReceipts',
  columns: {
    batch_id: category,
    object: oneOf(exportObjects),
    operation: oneOf(receiptOperations),
    part: count,
    /** In the file of its part; the heading is line 1. */
    line: count,
    /** The external id. */
    record_key: text,
    /** The member whom the row is about; empty for plans and employers. */
    member_id: text,
    /** The record that it belongs to in Salesforce, by its external id; empty for plans. */
    parent_id: category,
    outcome: oneOf(receiptOutcomes),
    /** Salesforce's code, and behind a space the fields that it named, separated by commas. */
    code: category,
    crm_id: text,
    recorded_at: instant,
  },
  key: ['batch_id', 'object', 'operation', 'record_key', 'part'],
  indexes: { record_key: 'bloom_filter(0.01)', member_id: 'bloom_filter(0.01)' },
  // Of the whole fund, so no plan as it stood has them.
  ofTheLog: true,
});
