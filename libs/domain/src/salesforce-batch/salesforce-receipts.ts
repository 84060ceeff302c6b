import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { count, id, listOf, oneOf, orNull, row, text } from '../shape.js';
import { refusalCodes } from './refusal-codes.js';
import { exportObjects, type ExportObject } from './salesforce-batch.js';

/**
 * `written`: into a file only, because no Salesforce is connected. `withdrawn`: not in Salesforce, and not to be sent any more, because the
 * member was erased after the file was made.
 */
export const receiptOutcomes = ['written', 'accepted', 'refused', 'unprocessed', 'withdrawn'] as const;
export type ReceiptOutcome = (typeof receiptOutcomes)[number];

export const receiptOperations = ['upsert', 'delete'] as const;
export type ReceiptOperation = (typeof receiptOperations)[number];

/**
 * What became of one row, by position. `line` counts from 2, as in the file. `code` is Salesforce's reason; its sentence is not stored,
 * because it can quote the member's values.
 */
export type ReceiptRow = readonly [
  line: number,
  key: string,
  memberId: string | null,
  parentId: string | null,
  outcome: ReceiptOutcome,
  code: string | null,
  crmId: string | null,
];

export interface ReceiptChunk {
  /** `{batch}.{object}.{operation}.{part}.{chunk}`, the stream's id. Jobs after a part's first one are named: `{part}-{job}`. */
  receiptsId: string;
  batchId: string;
  object: ExportObject;
  operation: ReceiptOperation;
  part: number;
  rows: readonly ReceiptRow[];
}

export type ReceiptsEvent = DomainEvent<'SalesforceRowsReceived', ReceiptChunk>;

/** Rows of one event: about 150 KiB. */
export const receiptsPerEvent = 1_000;

/** A chunk of receipts: its rows, or null before it is recorded. Each has a stream of its own, so that recording one reads none of the others. */
export const salesforceReceiptsStream: StreamDefinition<readonly ReceiptRow[] | null, ReceiptsEvent> = {
  category: 'salesforceReceipts',
  initial: null,
  idOf: ({ receiptsId }) => receiptsId,
  shapes: {
    SalesforceRowsReceived: {
      receiptsId: id,
      batchId: id,
      object: oneOf(exportObjects),
      operation: oneOf(receiptOperations),
      part: count,
      rows: listOf(row(count, text, orNull(id), orNull(id), oneOf(receiptOutcomes), orNull(text), orNull(text))),
    },
  },
  evolve: (recorded, { type, data }) => (type === 'SalesforceRowsReceived' ? data.rows : recorded),
};

/** Records a chunk once. A job that has ended answers the same however often it is asked. */
export const recordReceipts =
  (chunk: ReceiptChunk): Decision<readonly ReceiptRow[] | null, ReceiptsEvent> =>
  (recorded) =>
    recorded !== null ? [] : [{ type: 'SalesforceRowsReceived', data: chunk }];

/**
 * A row's receipt after another job of the same part, which the first one did not end. What Salesforce took once it has, though it refuses the
 * row now or does not get to it.
 */
export const receiptAfter = (before: ReceiptRow | undefined, now: ReceiptRow): ReceiptRow =>
  before?.[4] === 'accepted' && before[1] === now[1] && now[4] !== 'accepted' ? before : now;

/** A code as it is stored: anything that is no code of Salesforce's could be somebody's value. */
export const receiptCode = (code: string | undefined): string =>
  code !== undefined && refusalCodes.has(code) ? code : 'OTHER';

/**
 * A row's receipt, if its member `isErased` by now: nobody can send it again, so unless Salesforce has it, it is withdrawn. A deletion is of an
 * erased member and stays as it is.
 */
export const receiptOfErased = (now: ReceiptRow, operation: ReceiptOperation, isErased: boolean): ReceiptRow => {
  const [line, key, memberId, parentId, outcome] = now;
  const isLost = outcome === 'refused' || outcome === 'unprocessed';
  return isErased && isLost && operation === 'upsert' ? [line, key, memberId, parentId, 'withdrawn', null, null] : now;
};

const goneCodes: ReadonlySet<string | undefined> = new Set([
  'ENTITY_IS_DELETED',
  'INVALID_CROSS_REFERENCE_ID',
  'INVALID_CROSS_REFERENCE_KEY',
]);

/** Whether a refused deletion is of what is gone already, and so has done what was asked. */
export const isGone = (code: string | undefined): boolean => goneCodes.has(code);
