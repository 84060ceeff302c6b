import { Injectable } from '@nestjs/common';
import {
  hasMetLock,
  isGone,
  isOfOtherKind,
  isOwed,
  receiptAfter,
  receiptCode,
  receiptOfErased,
  receiptsPerEvent,
  recordReceipts,
  salesforceReceiptsStream,
  type ReceiptRow,
} from '@superscope/domain/salesforce-batch/salesforce-receipts';
import { EventStore } from '@superscope/event-store/event-store';
import { rowsOf } from '../platform/clickhouse/stored-rows.js';
import { systemContext } from '../platform/commands/command-context.js';
import { Analytics } from '../platform/engines.module.js';
import { jobsOf, lockedJobsOf, manifestOf, type Outcomes } from './batch-outcomes.js';
import { shipmentKey, type Shipment } from './export-files.js';
import { ExportRows } from './export-rows.js';
import type { NumberedRow } from './kept-files.js';
import { nameOf, type Told, type ToldRows } from './told-rows.js';

/** What became of the rows of a part. */
export interface Counted {
  accepted: number;
  /** Refused or not processed. */
  failed: number;
  /** What Salesforce said of them is not clear. */
  unknown: number;
  /** Those among the failed that met a lock. */
  locked: number;
  /** Those among the failed that were not in the job, or were refused as if their record had come or gone. */
  ofOtherKind: number;
}

/** How rows of a part are known that Salesforce says nothing of. */
interface Unnamed {
  /** The fields for which the portal sends a row not at all, by external id. */
  tooLong: ReadonlyMap<string, readonly string[]>;
  /** Names of fields that may be kept, by their small letters. */
  names: ReadonlyMap<string, string>;
}

const isLeft = (receipt: ReceiptRow): boolean => receipt[4] === 'unprocessed' || isOfOtherKind(receipt);

/** Names of fields, separated by commas; null if there are none. A name that the object does not have could be somebody's value. */
function namesAmong(fields: readonly string[], names: ReadonlyMap<string, string>): string | null {
  const known = fields.flatMap((field) => names.get(field.toLowerCase()) ?? []);
  return known.length === 0 ? null : [...new Set(known)].join(',');
}

const isAcceptable = ({ operation }: Shipment, { outcome, code }: Told): boolean =>
  outcome === 'accepted' || (operation === 'delete' && outcome === 'refused' && isGone(code));

/** What became of each row of a batch. */
@Injectable()
export class Receipts {
  constructor(
    private readonly store: EventStore,
    private readonly analytics: Analytics,
    private readonly exportRows: ExportRows,
  ) {}

  /** Records that rows are in a file and nowhere else. */
  async written(batchId: string, shipment: Shipment, part: number, rows: AsyncIterable<NumberedRow[]>): Promise<void> {
    await this.record(batchId, shipment, part, 1, rows, () => ['written', null, null, null]);
  }

  /**
   * Records what Salesforce says of each row of a job that has ended, however it ended. A row that it does not name was not processed, or
   * not sent: because its member was erased, because a value is too long, or because the job is of other rows. If what it says is not clear,
   * nobody knows. `rows` are all of the part, so that they are the same whenever they are read. `job` counts from 1 within the part. Each job
   * has receipts of its own, which say how each row stands after it. Rows that are withdrawn count as neither accepted nor failed.
   */
  async received(
    batchId: string,
    shipment: Shipment,
    part: number,
    job: number,
    rows: AsyncIterable<NumberedRow[]>,
    { of, isClear }: ToldRows,
    { tooLong, names }: Unnamed,
  ): Promise<Counted> {
    return this.record(batchId, shipment, part, job, rows, (row) => {
      const { key, crmId = '' } = row;
      const result = of.get(nameOf(shipment, row));
      if (result !== undefined && isAcceptable(shipment, result))
        return ['accepted', null, result.crmId ?? (crmId === '' ? null : crmId), null];
      if (result?.outcome === 'refused')
        return ['refused', receiptCode(result.code), null, namesAmong(result.fields, names)];
      const long = tooLong.get(key);
      if (result === undefined && long !== undefined) return ['refused', 'STRING_TOO_LONG', null, long.join(',')];
      return [result === undefined && !isClear ? 'unknown' : 'unprocessed', null, null, null];
    });
  }

  private async record(
    batchId: string,
    shipment: Shipment,
    part: number,
    job: number,
    rows: AsyncIterable<NumberedRow[]>,
    outcomeOf: (row: NumberedRow) => readonly [ReceiptRow[4], ReceiptRow[5], ReceiptRow[6], string | null],
  ): Promise<Counted> {
    let chunk: ReceiptRow[] = [];
    let chunks = 0;
    const counted: Counted = { accepted: 0, failed: 0, unknown: 0, locked: 0, ofOtherKind: 0 };
    const idOf = (each: number) => receiptsIdOf(batchId, shipment, part, each, chunks);
    const end = async () => {
      if (chunk.length === 0) return;
      let known: readonly ReceiptRow[] = [];
      for (let before = 1; before < job; before += 1) {
        const { state } = await this.store.load(salesforceReceiptsStream, idOf(before));
        if (state !== null) known = after(known, state);
      }
      chunk = await this.withoutErased(shipment, after(known, chunk));
      const receiptsId = idOf(job);
      const { events } = await this.store.transact(
        salesforceReceiptsStream,
        receiptsId,
        recordReceipts({ receiptsId, batchId, ...shipment, part, rows: chunk }),
        systemContext(`salesforceReceipts/${receiptsId}`),
      );
      // What an earlier worker recorded stays, though a member was erased since.
      const recorded =
        events > 0 ? chunk : ((await this.store.load(salesforceReceiptsStream, receiptsId)).state ?? chunk);
      for (const receipt of recorded)
        if (receipt[4] === 'accepted') counted.accepted += 1;
        else if (receipt[4] === 'unknown') counted.unknown += 1;
        else if (receipt[4] !== 'withdrawn') {
          counted.failed += 1;
          if (hasMetLock(receipt)) counted.locked += 1;
          if (isLeft(receipt)) counted.ofOtherKind += 1;
        }
      chunks += 1;
      chunk = [];
    };
    for await (const some of rows)
      for (const row of some) {
        const [outcome, code, crmId, fields] = outcomeOf(row);
        const receipt: ReceiptRow = [row.line, row.key, row.memberId, row.parentId, outcome, code, crmId];
        chunk.push(fields === null ? receipt : ([...receipt.slice(0, 7), fields] as unknown as ReceiptRow));
        if (chunk.length === receiptsPerEvent) await end();
      }
    await end();
    return counted;
  }

  private async withoutErased({ operation }: Shipment, chunk: ReceiptRow[]): Promise<ReceiptRow[]> {
    const lost = chunk.flatMap(([, , memberId, , outcome]) =>
      memberId !== null && (outcome === 'refused' || outcome === 'unprocessed') ? [memberId] : [],
    );
    if (lost.length === 0 || operation === 'delete') return chunk;
    const present = await this.exportRows.members(lost);
    return chunk.map((row) => receiptOfErased(row, operation, row[2] !== null && !present.has(row[2])));
  }

  /**
   * Keys of a batch's rows that Salesforce refused or did not process, or of which nobody knows what became, and that it has not accepted since
   * the batch ended, as a later batch records it.
   * They are read from the streams, so that receipts that were set aside, or are still being projected, are known all the same.
   */
  async failed(batchId: string, shipment: Shipment, { outcomes, endedAt }: Ended): Promise<Set<string>> {
    const keys = new Set<string>();
    for (const [at, part] of manifestOf(outcomes, shipment).parts.entries())
      for await (const rows of this.recorded(batchId, shipment, at + 1, jobsOf(outcomes, shipment, at + 1), part.rows))
        for (const [, key, , , outcome] of rows) if (isOwed(outcome)) keys.add(key);
    if (keys.size === 0) return keys;
    const query = `SELECT DISTINCT record_key FROM salesforce_receipt
  WHERE object = {object:String} AND operation = {operation:String} AND outcome = 'accepted'
    AND recorded_at > {since:DateTime64(3, 'UTC')}`;
    const since = endedAt.toISOString().replace('T', ' ').replace('Z', '');
    for await (const rows of rowsOf<[string]>(this.analytics.client, query, { ...shipment, since }))
      for (const [key] of rows) keys.delete(key);
    return keys;
  }

  /**
   * Keys of the rows of a part that met a lock in one of its jobs, or before it, and are not accepted yet. With `andOthers` also of those that
   * were in none, or were refused as if their record had come or gone.
   */
  async left(batchId: string, shipment: Shipment, part: number, job: number, rows: number, andOthers: boolean) {
    const keys = new Set<string>();
    for await (const receipts of this.recorded(batchId, shipment, part, job, rows))
      for (const receipt of receipts) if (hasMetLock(receipt) || (andOthers && isLeft(receipt))) keys.add(receipt[1]);
    return keys;
  }

  /** How often rows were repeated within these batches because they met a lock, by `rowKey`; those that never were are missing. */
  async repeats(batches: readonly Batch[], keys: readonly string[]): Promise<Map<string, number>> {
    const repeated = new Map<string, number>();
    const outcomesOf = new Map(
      batches.flatMap(({ _id, outcomes = {} }) =>
        Object.keys(outcomes).some((step) => step.startsWith('locked-')) ? [[_id, outcomes] as const] : [],
      ),
    );
    if (outcomesOf.size === 0) return repeated;
    const query = `SELECT batch_id, object, operation, part, line, record_key FROM salesforce_receipt FINAL
  WHERE batch_id IN {batches:Array(String)} AND record_key IN {keys:Array(String)}`;
    const params = { batches: [...outcomesOf.keys()], keys };
    type Place = [string, Shipment['object'], Shipment['operation'], part: number, line: number, key: string];
    for await (const places of rowsOf<Place>(this.analytics.client, query, params))
      for (const [batchId, object, operation, part, line, key] of places) {
        const shipment = { object, operation };
        // The heading is line 1.
        const at = line - 2;
        for (const job of lockedJobsOf(outcomesOf.get(batchId) ?? {}, shipment, part)) {
          const receiptsId = receiptsIdOf(batchId, shipment, part, job, Math.floor(at / receiptsPerEvent));
          const { state } = await this.store.load(salesforceReceiptsStream, receiptsId);
          if (!hasMetLock(state?.[at % receiptsPerEvent])) continue;
          const row = rowKey(shipment, key);
          repeated.set(row, (repeated.get(row) ?? 0) + 1);
        }
      }
    return repeated;
  }

  /** The receipts of a part after one of its jobs, a chunk at a time. */
  private async *recorded(batchId: string, shipment: Shipment, part: number, job: number, rows: number) {
    for (let chunk = 0; chunk * receiptsPerEvent < rows; chunk += 1) {
      const receiptsId = receiptsIdOf(batchId, shipment, part, job, chunk);
      yield (await this.store.load(salesforceReceiptsStream, receiptsId)).state ?? [];
    }
  }
}

/** What a batch that has ended left. */
interface Ended {
  outcomes: Outcomes;
  endedAt: Date;
}

type Batch = Readonly<{ _id: string; outcomes?: Outcomes | undefined }>;

/** Names a row among those of all kinds. */
export const rowKey = (shipment: Shipment, key: string): string => `${shipmentKey(shipment)} ${key}`;

/** How each row stands after another job. The chunks of a part hold the same rows each time. */
const after = (before: readonly ReceiptRow[], now: readonly ReceiptRow[]): ReceiptRow[] =>
  now.map((row, at) => receiptAfter(before[at], row));

/** A chunk's stream. The jobs after a part's first one are named. */
const receiptsIdOf = (batchId: string, shipment: Shipment, part: number, job: number, chunk: number): string =>
  `${batchId}.${shipmentKey(shipment)}.${job === 1 ? part : `${part}-${job}`}.${chunk}`;
