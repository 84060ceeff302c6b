import { Injectable } from '@nestjs/common';
import { streamName } from '@superscope/domain/event';
import { workView } from '@superscope/contracts/read-models/work';
import { batchRegisterStream, scopeKey, type BatchRegister } from '@superscope/domain/salesforce-batch/batch-register';
import { coveredBy, type RowsCovered } from '@superscope/domain/salesforce-batch/covered-rows';
import {
  exportObjects,
  salesforceBatchStream,
  type ExportObject,
  type SalesforceBatchRequest,
} from '@superscope/domain/salesforce-batch/salesforce-batch';
import { isOwed, salesforceReceiptsStream } from '@superscope/domain/salesforce-batch/salesforce-receipts';
import { EventStore } from '@superscope/event-store/event-store';
import { decodePosition, encodePosition } from '@superscope/event-store/events/position';
import { Views } from '../platform/engines.module.js';
import { makeStep, positionStep, shipments, type BatchReach, type Outcomes } from './batch-outcomes.js';
import { ExportRows } from './export-rows.js';
import { ExportScopes, type ExportAsked, type ExportScope } from './export-scope.js';
import { ReadModelsReach } from './read-models-reach.js';

type Request = SalesforceBatchRequest & { workId: string };

/** What was not sent yet: what nobody has sent since it was recorded, and what Salesforce has not accepted. */
@Injectable()
export class UnsentRows {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly scopes: ExportScopes,
    private readonly rows: ExportRows,
    private readonly reach: ReadModelsReach,
  ) {}

  async register(): Promise<BatchRegister> {
    return (await this.store.load(batchRegisterStream, '')).state;
  }

  /**
   * The batch that has exported everything of some days, so that there is nothing new to send; null if something is unsent, or may be: of
   * what the read models lack nobody knows.
   */
  async exportedBy(asked: ExportAsked): Promise<number | null> {
    const register = await this.register();
    const before =
      coveredBy(register.coverings, await this.scopes.ownerOf(asked), asked) ?? (await this.completed(asked, register));
    if (before === null || !(await this.reach.isComplete())) return null;
    const scope = await this.scopes.of(asked, 'unsent in window', register);
    if ((await this.rows.erased(scope)).size > 0) return null;
    for (const object of exportObjects) {
      if (await this.rows.any(object, scope)) return null;
      const owed = this.rows.keyed(object, await this.owed(object, scope), scope);
      for await (const rows of owed) if (rows.length > 0) return null;
    }
    return before;
  }

  /** A batch of an earlier release, which covers no positions. */
  private async completed(asked: ExportAsked, { batchesOf, numbers }: BatchRegister): Promise<number | null> {
    const workIds = (batchesOf[scopeKey({ ...asked, retryOf: null })] ?? []).map(({ workId }) => workId);
    const [newest] = await this.views
      .of(workView)
      .find({ _id: { $in: workIds }, state: 'done' })
      .sort({ requestedAt: -1 })
      .limit(1)
      .toArray();
    return newest === undefined ? null : (numbers[newest._id] ?? null);
  }

  /** Fixes the position that a batch runs up to, and waits until the read models contain it. Null if the work is to stop. */
  async reached(
    { workId }: Request,
    done: Outcomes,
    { signal, isStopping }: { signal: AbortSignal; isStopping: () => Promise<boolean> },
    record: (position: string) => Promise<void>,
  ): Promise<BatchReach | null> {
    // A batch of an earlier release has made files of what nobody knows how old it was.
    if (shipments.some((shipment) => makeStep(shipment) in done)) return { position: '0/0', through: {} };
    const known = decodePosition(done[positionStep] ?? '');
    const position = known ?? (await this.reach.newestOf(streamName(salesforceBatchStream, workId)));
    if (position === null) throw new RangeError(`There is no batch ${workId}.`);
    if (known === null) await record(encodePosition(position));
    if (!(await this.reach.wait(position, signal, isStopping))) return null;
    const through = await this.reach.completeThrough(position);
    return {
      position: encodePosition(position),
      through: Object.fromEntries(exportObjects.map((object) => [object, through(object)?.toString() ?? null])),
    };
  }

  /** Rows that are owed: their keys, each with its member. In files everything was accepted. */
  async owed(object: ExportObject, { isConnected }: ExportScope): Promise<Map<string, string | null>> {
    if (!isConnected) return new Map();
    const owed = await this.rows.owed(object);
    for (const receiptsId of await this.reach.receiptsSetAside()) {
      if (receiptsId.split('.')[1] !== object) continue;
      const { state } = await this.store.load(salesforceReceiptsStream, receiptsId);
      for (const [, key, memberId, , outcome] of state ?? []) if (isOwed(outcome)) owed.set(key, memberId);
    }
    return owed;
  }

  /** What a batch covers, once all of its rows have receipts. Of objects whose older changes are all covered, it covers all days. */
  async covered(request: Request, { through }: BatchReach): Promise<RowsCovered> {
    const { workId, number, providerId, companyId, startDate, endDate, scheduled } = request;
    const scope = await this.scopes.of(request, 'unsent elsewhere', await this.register());
    const objects: [ExportObject, string, boolean][] = [];
    for (const object of exportObjects) {
      const to = through[object];
      if (to == null) continue;
      const isWhole = scheduled === true || !(await this.rows.any(object, { ...scope, until: BigInt(to) }));
      objects.push([object, to, isWhole]);
    }
    return { workId, number, providerId, companyId, startDate, endDate, isSent: scope.isConnected, objects };
  }
}
