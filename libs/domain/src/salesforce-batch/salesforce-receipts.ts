import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { count, id, listOf, oneOf, optional, orNull, row, text } from '../shape.js';
import { refusalCodes } from './refusal-codes.js';
import { exportObjects, type ExportObject } from './salesforce-batch.js';

/**
 * `written`: into a file only, because no Salesforce is connected. `withdrawn`: not in Salesforce, and not to be sent any more, because the
 * member was erased after the file was made. `unknown`: it was sent, and what Salesforce said of it does not add up or could not be read.
 */
export const receiptOutcomes = ['written', 'accepted', 'refused', 'unprocessed', 'withdrawn', 'unknown'] as const;
export type ReceiptOutcome = (typeof receiptOutcomes)[number];

const owedOutcomes: ReadonlySet<ReceiptOutcome> = new Set(['refused', 'unprocessed', 'unknown']);

/** Whether a row has to be sent again, because Salesforce is not known to have it. */
export const isOwed = (outcome: ReceiptOutcome): boolean => owedOutcomes.has(outcome);

export const receiptOperations = ['upsert', 'delete'] as const;
export type ReceiptOperation = (typeof receiptOperations)[number];

/**
 * What became of one row, by position. `line` counts from 2, as in the file. `code` is Salesforce's reason; its sentence is not stored,
 * because it can quote the member's values. `fields` are the names of the fields that were refused, separated by commas; receipts of earlier
 * releases lack them.
 */
export type ReceiptRow = readonly [
  line: number,
  key: string,
  memberId: string | null,
  parentId: string | null,
  outcome: ReceiptOutcome,
  code: string | null,
  crmId: string | null,
  fields?: string | null | undefined,
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
      rows: listOf(
        row(
          count,
          text,
          orNull(id),
          orNull(id),
          oneOf(receiptOutcomes),
          orNull(text),
          orNull(text),
          optional(orNull(text)),
        ),
      ),
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
 * A row's receipt after another job of the same part: one that has to do what the first one did not, or that repeats the rows that met locks.
 * What Salesforce took once it has, though it refuses the row now, and a row that this job did not do, or did not get, is as it was. So is a
 * row that was refused for good, though nobody knows what became of the rows of this job.
 */
export const receiptAfter = (before: ReceiptRow | undefined, now: ReceiptRow): ReceiptRow => {
  if (before === undefined || before[1] !== now[1]) return now;
  const stays =
    now[4] === 'unprocessed' ||
    (before[4] === 'accepted' && now[4] !== 'accepted') ||
    (now[4] === 'unknown' && (before[4] === 'withdrawn' || (before[4] === 'refused' && !mayRepeat(before))));
  return stays ? before : now;
};

/** Whether a row was refused because another change held its record, or the one that it belongs to, at that moment: it is to be repeated. */
export const hasMetLock = (receipt: ReceiptRow | undefined): boolean =>
  receipt?.[4] === 'refused' && receipt[5] === 'UNABLE_TO_LOCK_ROW';

/**
 * Codes with which rows are refused that hold what only new records may have, or lack what new records need: the record came or went after
 * Salesforce was asked for it.
 */
const otherKindCodes: ReadonlySet<string | null> = new Set([
  'INVALID_FIELD_FOR_INSERT_UPDATE',
  'REQUIRED_FIELD_MISSING',
]);

/** Whether a row was refused as it would be if its record came or went at that moment. */
export const isOfOtherKind = (receipt: ReceiptRow | undefined): boolean =>
  receipt?.[4] === 'refused' && otherKindCodes.has(receipt[5]);

/** Whether a batch may send a refused row again by itself. */
const mayRepeat = (receipt: ReceiptRow): boolean => hasMetLock(receipt) || isOfOtherKind(receipt);

/** A code as it is stored: anything that is no code of Salesforce's could be somebody's value. */
export const receiptCode = (code: string | undefined): string =>
  code !== undefined && refusalCodes.has(code) ? code : 'OTHER';

/**
 * A row's receipt, if its member `isErased` by now: nobody can send it again, so unless Salesforce has it, it is withdrawn. A deletion is of an
 * erased member and stays as it is.
 */
export const receiptOfErased = (now: ReceiptRow, operation: ReceiptOperation, isErased: boolean): ReceiptRow => {
  const [line, key, memberId, parentId, outcome] = now;
  // Salesforce may have a row whose outcome is unknown.
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
