import { Injectable } from '@nestjs/common';
import {
  isGone,
  receiptAfter,
  receiptCode,
  receiptOfErased,
  receiptsPerEvent,
  recordReceipts,
  salesforceReceiptsStream,
  type ReceiptRow,
} from '@superscope/domain/salesforce-batch/salesforce-receipts';
import { EventStore } from '@superscope/event-store/event-store';
import { rowsOf } from '../csv/writing/stored-rows.js';
import { systemContext } from '../platform/commands/command-context.js';
import { Analytics } from '../platform/engines.module.js';
import { jobsOf, manifestOf, type Outcomes } from './batch-outcomes.js';
import type { CrmResult } from './crm.js';
import { shipmentKey, type Shipment } from './export-files.js';
import { ExportRows } from './export-rows.js';
import type { NumberedRow } from './kept-files.js';

interface Told {
  outcome: CrmResult['outcome'];
  code: string | undefined;
  crmId: string | undefined;
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
    await this.record(batchId, shipment, part, 1, rows, () => ['written', null, null]);
  }

  /**
   * Records what Salesforce says of each row of a job that has ended, however it ended. A row that it does not name was not processed, or
   * never sent, because its member was erased. `rows` are all of the part, so that they are the same whenever they are read. `job` counts
   * from 1 within the part. Rows that are withdrawn count as neither accepted nor failed.
   */
  async received(
    batchId: string,
    shipment: Shipment,
    part: number,
    job: number,
    rows: AsyncIterable<NumberedRow[]>,
    results: AsyncIterable<CrmResult>,
  ): Promise<{ accepted: number; failed: number }> {
    const byKey = new Map<string, Told>();
    // Without its sentence, which can be long and quote the member's values.
    for await (const { key, outcome, code, crmId } of results) byKey.set(key, { outcome, code, crmId });
    return this.record(batchId, shipment, part, job, rows, ({ key, crmId = '' }) => {
      const result = byKey.get(shipment.operation === 'delete' ? crmId : key);
      if (result !== undefined && isAcceptable(shipment, result))
        return ['accepted', null, result.crmId ?? (crmId === '' ? null : crmId)];
      return result?.outcome === 'refused' ? ['refused', receiptCode(result.code), null] : ['unprocessed', null, null];
    });
  }

  private async record(
    batchId: string,
    shipment: Shipment,
    part: number,
    job: number,
    rows: AsyncIterable<NumberedRow[]>,
    outcomeOf: (row: NumberedRow) => readonly [ReceiptRow[4], ReceiptRow[5], ReceiptRow[6]],
  ): Promise<{ accepted: number; failed: number }> {
    let chunk: ReceiptRow[] = [];
    let chunks = 0;
    const counted = { accepted: 0, failed: 0 };
    const idOf = (each: number) => receiptsIdOf(batchId, shipment, part, each, chunks);
    const end = async () => {
      if (chunk.length === 0) return;
      for (let before = 1; before < job; before += 1) {
        // The chunks of a part hold the same rows each time.
        const { state } = await this.store.load(salesforceReceiptsStream, idOf(before));
        if (state !== null) chunk = chunk.map((row, at) => receiptAfter(state[at], row));
      }
      chunk = await this.withoutErased(shipment, chunk);
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
      for (const [, , , , outcome] of recorded)
        if (outcome === 'accepted') counted.accepted += 1;
        else if (outcome !== 'withdrawn') counted.failed += 1;
      chunks += 1;
      chunk = [];
    };
    for await (const some of rows)
      for (const row of some) {
        chunk.push([row.line, row.key, row.memberId, row.parentId, ...outcomeOf(row)]);
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
   * Keys of a batch's rows that Salesforce refused or did not process, and has not accepted since the batch ended, as a later batch records it.
   * They are read from the streams, so that receipts that were set aside, or are still being projected, are known all the same.
   */
  async failed(batchId: string, shipment: Shipment, { outcomes, endedAt }: Ended): Promise<Set<string>> {
    const keys = new Set<string>();
    for (const [at, part] of manifestOf(outcomes, shipment).parts.entries())
      for await (const rows of this.recorded(batchId, shipment, at + 1, jobsOf(outcomes, shipment, at + 1), part.rows))
        for (const [, key, , , outcome] of rows) if (outcome === 'refused' || outcome === 'unprocessed') keys.add(key);
    if (keys.size === 0) return keys;
    const query = `SELECT DISTINCT record_key FROM salesforce_receipt
  WHERE object = {object:String} AND operation = {operation:String} AND outcome = 'accepted'
    AND recorded_at > {since:DateTime64(3, 'UTC')}`;
    const since = endedAt.toISOString().replace('T', ' ').replace('Z', '');
    for await (const rows of rowsOf<[string]>(this.analytics.client, query, { ...shipment, since }))
      for (const [key] of rows) keys.delete(key);
    return keys;
  }

  /** The receipts of a part's last job, a chunk at a time. */
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

/** A chunk's stream. The jobs after a part's first one are named. */
const receiptsIdOf = (batchId: string, shipment: Shipment, part: number, job: number, chunk: number): string =>
  `${batchId}.${shipmentKey(shipment)}.${job === 1 ? part : `${part}-${job}`}.${chunk}`;
