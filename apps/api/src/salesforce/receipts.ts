import { Injectable } from '@nestjs/common';
import {
  receiptCode,
  receiptsPerEvent,
  recordReceipts,
  salesforceReceiptsStream,
  type ReceiptRow,
} from '@superscope/domain/salesforce-batch/salesforce-receipts';
import { EventStore } from '@superscope/event-store/event-store';
import { rowsOf } from '../csv/writing/stored-rows.js';
import { systemContext } from '../platform/commands/command-context.js';
import { Analytics } from '../platform/engines.module.js';
import type { CrmResult } from './crm.js';
import { shipmentKey, type Shipment } from './export-files.js';
import type { NumberedRow } from './kept-files.js';

interface Told {
  outcome: CrmResult['outcome'];
  code: string | undefined;
  crmId: string | undefined;
}

/** A deletion of what is gone already has done what was asked. */
const isAcceptable = ({ operation }: Shipment, { outcome, code }: Told): boolean =>
  outcome === 'accepted' || (operation === 'delete' && outcome === 'refused' && code === 'ENTITY_IS_DELETED');

/** What became of each row of a batch. */
@Injectable()
export class Receipts {
  constructor(
    private readonly store: EventStore,
    private readonly analytics: Analytics,
  ) {}

  /** Records that rows are in a file and nowhere else. */
  async written(batchId: string, shipment: Shipment, part: number, rows: AsyncIterable<NumberedRow[]>): Promise<void> {
    await this.record(batchId, shipment, part, rows, () => ['written', null, null]);
  }

  /** Records what Salesforce says of each row of a job that has ended. A row that it does not name was not processed. */
  async received(
    batchId: string,
    shipment: Shipment,
    part: number,
    rows: AsyncIterable<NumberedRow[]>,
    results: AsyncIterable<CrmResult>,
  ): Promise<{ accepted: number; failed: number }> {
    const byKey = new Map<string, Told>();
    // Without its sentence, which can be long and quote the member's values.
    for await (const { key, outcome, code, crmId } of results) byKey.set(key, { outcome, code, crmId });
    const counted = { accepted: 0, failed: 0 };
    await this.record(batchId, shipment, part, rows, ({ key, crmId = '' }) => {
      const result = byKey.get(shipment.operation === 'delete' ? crmId : key);
      if (result !== undefined && isAcceptable(shipment, result)) {
        counted.accepted += 1;
        return ['accepted', null, result.crmId ?? (crmId === '' ? null : crmId)];
      }
      counted.failed += 1;
      return result?.outcome === 'refused' ? ['refused', receiptCode(result.code), null] : ['unprocessed', null, null];
    });
    return counted;
  }

  private async record(
    batchId: string,
    shipment: Shipment,
    part: number,
    rows: AsyncIterable<NumberedRow[]>,
    outcomeOf: (row: NumberedRow) => readonly [ReceiptRow[4], ReceiptRow[5], ReceiptRow[6]],
  ): Promise<void> {
    let chunk: ReceiptRow[] = [];
    let chunks = 0;
    const end = async () => {
      if (chunk.length === 0) return;
      const receiptsId = `${batchId}.${shipmentKey(shipment)}.${part}.${chunks}`;
      const recorded = { receiptsId, batchId, ...shipment, part, rows: chunk };
      await this.store.transact(
        salesforceReceiptsStream,
        receiptsId,
        recordReceipts(recorded),
        systemContext(`salesforceReceipts/${receiptsId}`),
      );
      chunks += 1;
      chunk = [];
    };
    for await (const some of rows)
      for (const row of some) {
        chunk.push([row.line, row.key, row.memberId, row.parentId, ...outcomeOf(row)]);
        if (chunk.length === receiptsPerEvent) await end();
      }
    await end();
  }

  /** Keys of a batch's rows that Salesforce refused or did not process, and has not accepted from a later batch. */
  async failed(batchId: string, { object, operation }: Shipment): Promise<Set<string>> {
    const query = `SELECT DISTINCT record_key FROM salesforce_receipt FINAL
  WHERE batch_id = {batch:String} AND object = {object:String} AND operation = {operation:String}
    AND outcome IN ('refused', 'unprocessed')
    AND record_key NOT IN (SELECT record_key FROM salesforce_receipt
      WHERE object = {object:String} AND operation = {operation:String} AND outcome = 'accepted'
        AND recorded_at > (SELECT max(recorded_at) FROM salesforce_receipt WHERE batch_id = {batch:String}))`;
    const keys = new Set<string>();
    for await (const rows of rowsOf<[string]>(this.analytics.client, query, { batch: batchId, object, operation }))
      for (const [key] of rows) keys.add(key);
    return keys;
  }
}
