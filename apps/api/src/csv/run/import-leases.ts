import { Injectable } from '@nestjs/common';
import { tableInSentence } from '@superscope/contracts/csv-table-words';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import { csvImportStream } from '@superscope/domain/csv-import/csv-import';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore } from '@superscope/event-store/event-store';
import { unlessDuplicate } from '@superscope/event-store/connection/duplicate-key';
import {
  expired,
  newHolder,
  renewedFor,
  takenBy,
  type LeaseDocument,
} from '@superscope/event-store/leases/lease-document';
import { Ops } from '../../platform/engines.module.js';
import { ImportSettings } from './import-settings.js';

/** Its `_id` is `{table}/{plan}`. */
interface ImportLease extends LeaseDocument {
  table: CsvTable;
  /** Inner id, or `*` if the lines belong to several plans or to none. */
  plan: string;
  importId: string;
}

export const severalPlans = '*';

/**
 * Allows one running import for each table and plan. A lease outlives its api: an accepted import holds it until it has ended. Once the
 * lease expires, another api may continue the import, but no other import may begin.
 */
@Injectable()
export class ImportLeases {
  /** Identifies this process. */
  private readonly holder = newHolder();

  constructor(
    private readonly ops: Ops,
    private readonly store: EventStore,
    private readonly settings: ImportSettings,
  ) {}

  private get leases() {
    return this.ops.db.collection<ImportLease>('import_leases');
  }

  private get taken(): Omit<LeaseDocument, '_id'> {
    return takenBy(this.holder, this.settings.leaseMilliseconds);
  }

  /** Takes the lease of a new import. Throws RuleViolation('conflict') while another one of the table and plan runs. */
  async take(table: CsvTable, plan: string, importId: string): Promise<void> {
    await this.refuseOthers(table, plan, importId);
    const _id = `${table}/${plan}`;
    const lease = { _id, table, plan, importId, ...this.taken };
    if (!(await unlessDuplicate(this.leases.insertOne(lease)))) throw alreadyRunning(table);
    try {
      // An import of several plans may have taken its lease in the meantime. If two imports see each other, neither begins.
      await this.refuseOthers(table, plan, importId);
    } catch (error) {
      await this.giveBack(table, plan, importId);
      throw error;
    }
  }

  /** Undoes `take`. Other leases of the import, which an upload of the same request may have taken, are kept. */
  async giveBack(table: CsvTable, plan: string, importId: string): Promise<void> {
    await this.leases.deleteOne({ _id: `${table}/${plan}`, importId });
  }

  private async refuseOthers(table: CsvTable, plan: string, importId: string): Promise<void> {
    for (const lease of await this.leases.find({ table, importId: { $ne: importId } }).toArray()) {
      if (lease.plan !== plan && lease.plan !== severalPlans && plan !== severalPlans) continue;
      if (lease.expiresAt > new Date() || (await this.isUnfinished(lease.importId))) throw alreadyRunning(table);
      await this.leases.deleteOne({ _id: lease._id, importId: lease.importId });
    }
  }

  private async isUnfinished(importId: string): Promise<boolean> {
    const { state } = await this.store.load(csvImportStream, importId);
    return state.accepted !== null && !state.ended;
  }

  /** Takes over the lease of an abandoned import; false while a process runs it. */
  async takeOver(table: CsvTable, plan: string, importId: string): Promise<boolean> {
    const _id = `${table}/${plan}`;
    const taken = await this.leases.updateOne({ _id, importId, ...expired() }, { $set: this.taken });
    if (taken.modifiedCount > 0) return true;
    if (await this.leases.findOne({ _id })) return false;
    // The lease was lost with the rest of `ops`.
    return this.take(table, plan, importId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof RuleViolation) return false;
        throw error;
      },
    );
  }

  /** Extends this process's lease of an import; false if another process has it. */
  async renew(importId: string): Promise<boolean> {
    const mine = { importId, holder: this.holder };
    const renewed = await this.leases.updateOne(mine, renewedFor(this.settings.leaseMilliseconds));
    return renewed.matchedCount > 0;
  }

  /** Lets another process, or this one after a restart, continue the import at once. */
  async handOver(importId: string): Promise<void> {
    await this.leases.updateOne({ importId, holder: this.holder }, { $set: { expiresAt: new Date(0) } });
  }

  /** Ends the lease of an import that has ended or was never accepted. */
  async release(importId: string): Promise<void> {
    await this.leases.deleteOne({ importId });
  }

  /** One of the tables whose import is running or waiting to be continued; null if there is none. */
  async running(tables: readonly CsvTable[]): Promise<CsvTable | null> {
    if (tables.length === 0) return null;
    const lease = await this.leases.findOne({ table: { $in: [...tables] } });
    return lease?.table ?? null;
  }

  /** Imports whose lease has expired. */
  async expired(): Promise<{ importId: string; table: CsvTable; plan: string }[]> {
    return this.leases.find(expired()).toArray();
  }
}

const alreadyRunning = (table: CsvTable) =>
  new RuleViolation(
    'conflict',
    `Another import of ${tableInSentence(table)} is running. Please wait until it has ended.`,
  );
