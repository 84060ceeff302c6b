import { importsView } from '@superscope/contracts/read-models/imports';
import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { isCsvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import {
  completeImport,
  csvImportStream,
  failImport,
  progressImport,
  type Outcome,
} from '@superscope/domain/csv-import/csv-import';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext, EventMetadata } from '@superscope/event-store/events/recorded-event';
import { Views } from '../../platform/engines.module.js';
import { Spools } from './spools.js';
import type { Run } from '../tables/import-table.js';
import { tables } from '../tables/tables.js';
import { acceptedImport, type AcceptedEvent } from './accepted-import.js';
import { ImportLeases, severalPlans } from './import-leases.js';
import { ImportSettings } from './import-settings.js';
import { ImportTurns } from './import-turns.js';
import { ImportVisibility } from './import-visibility.js';
import { ImportStopped, ImportWriter, mayPass } from './import-writer.js';
import { recordingClock } from '../../platform/time/recording-clock.js';

const unexpected =
  'Something went wrong midway. What was written stays; importing the same file again writes the rest. Please tell us if it goes on.';

/** Runs accepted imports in the background, and continues those whose api died. */
@Injectable()
export class ImportRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Import');
  private readonly running = new Map<string, { stop: AbortController; ended: Promise<void> }>();
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly spools: Spools,
    private readonly leases: ImportLeases,
    private readonly turns: ImportTurns,
    private readonly visibility: ImportVisibility,
    private readonly settings: ImportSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.lookForUnfinished(0);
  }

  /** Runs while the engines are still connected, so that imports can be handed over. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    for (const { stop } of this.running.values()) stop.abort();
    await Promise.all([...this.running.values()].map(({ ended }) => ended));
  }

  /** Starts writing an import whose lease this process has. */
  start(importId: string): void {
    if (this.stopped || this.running.has(importId)) return;
    const stop = new AbortController();
    const ended = this.run(importId, stop)
      .catch((err: unknown) =>
        this.log.error({ msg: 'an import was interrupted and will be continued', importId, err }),
      )
      .finally(() => this.running.delete(importId));
    this.running.set(importId, { stop, ended });
  }

  private lookForUnfinished(afterMilliseconds: number): void {
    this.timer = setTimeout(() => {
      this.carryOn()
        .catch((err: unknown) => this.log.warn({ msg: 'the search for unfinished imports failed', err }))
        .finally(() => {
          if (!this.stopped) this.lookForUnfinished(this.settings.leaseMilliseconds / 2);
        });
    }, afterMilliseconds);
    this.timer.unref();
  }

  /** Continues imports whose lease has expired, and running imports that have no lease because `ops` was lost. */
  private async carryOn(): Promise<void> {
    const running = await this.views.of(importsView).find({ state: 'running' }).toArray();
    const expired = await this.leases.expired();
    for (const importId of new Set([...expired.map((lease) => lease.importId), ...running.map((d) => d._id)])) {
      if (this.running.has(importId)) continue;
      const isExpired = expired.some((lease) => lease.importId === importId);
      await this.besideOthers(importId, () => this.carryOnWith(importId, isExpired));
    }
    await this.deleteOldSpools();
  }

  private async carryOnWith(importId: string, isExpired: boolean): Promise<void> {
    const { state } = await this.store.load(csvImportStream, importId);
    if (state.accepted === null || state.ended) {
      // A crash came between the end of the import and the release of its lease.
      if (isExpired) await this.leases.release(importId);
      return;
    }
    const { table, planId } = state.accepted;
    if (isCsvTable(table) && (await this.leases.takeOver(table, planId ?? severalPlans, importId))) {
      this.log.warn({ msg: 'continuing an import', importId });
      this.start(importId);
    }
  }

  /**
   * Keeps an unreadable import from stopping the others. Its lease and its spool stay, because it may not have ended: until that is known,
   * no other import of its table and plan begins.
   */
  private async besideOthers(importId: string, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (err) {
      this.log.warn({ msg: 'the state of an import cannot be read; the import stays as it is', importId, err });
    }
  }

  private async deleteOldSpools(): Promise<void> {
    const before = new Date(Date.now() - this.settings.keepSpoolsMilliseconds);
    for (const { spoolId, importId } of await this.spools.begunBefore(before))
      await this.besideOthers(importId, async () => {
        const { state } = await this.store.load(csvImportStream, importId);
        if (state.accepted === null || state.ended) await this.spools.delete(spoolId);
      });
    await this.spools.deleteCutOff(before);
    const kept = new Date(Date.now() - this.settings.keepRefusedMilliseconds);
    for (const { spoolId } of await this.spools.begunBefore(kept, 'refused')) await this.spools.delete(spoolId);
  }

  private async run(importId: string, stop: AbortController): Promise<void> {
    const lease = setInterval(() => {
      this.leases
        .renew(importId)
        .then((mine) => (mine ? undefined : stop.abort()))
        // The engine is unavailable. The lease holds until it expires, and nothing is written twice in any case.
        .catch(() => undefined);
    }, this.settings.leaseMilliseconds / 4);
    try {
      // This process may have been suspended since it took the lease. If another import has the lease now, this one is continued once that
      // import has ended.
      if (!(await this.leases.renew(importId))) throw new ImportStopped();
      const begun = await acceptedImport(this.store, importId);
      if (begun === null) throw new Error(`The stream of import ${importId} does not begin with an accepted import.`);
      const { accepted } = begun;
      const table = isCsvTable(accepted.table) ? accepted.table : null;
      if (table === null) throw new Error(`Import ${importId} is of the unknown table ${accepted.table}.`);
      await this.write(begun, table, stop.signal);
      const { planId, startedBy } = accepted;
      await this.turns.note({ table, plan: planId ?? severalPlans, startedBy });
      await this.leases.release(importId);
    } catch (error) {
      await this.leases.handOver(importId).catch(() => undefined);
      if (!(error instanceof ImportStopped)) throw error;
    } finally {
      clearInterval(lease);
    }
  }

  private async write(
    { accepted, metadata, position }: AcceptedEvent,
    table: CsvTable,
    signal: AbortSignal,
  ): Promise<Written> {
    const { importId } = accepted;
    const by = (name: string) => contextOf(importId, name, metadata);
    const trace = await this.visibility.follow(importId, table);
    const accept = { acceptedOn: sydneyDate(metadata.at), acceptedAt: position };
    let events = 0;
    const wrote = (written: Written) => {
      events += written.events;
      trace.wrote(written);
    };
    const run: Run = { importId, ...accept, store: this.store, by, wrote };
    const writer = new ImportWriter(run, this.views, signal);
    const outcome = (handled: number) => ({ ...outcomeOf(writer, handled), events });
    const end = async (decision: ReturnType<typeof completeImport>) => {
      // Before the import ends: after a crash in between, the import is continued and finds its earlier writes.
      await trace.keep();
      return this.store.transact(csvImportStream, importId, decision, by('end'));
    };
    const progress = this.noteProgress(() => [writer.done, events], importId, by);
    try {
      await writer.write(tables[table].imported, await this.spools.find(importId, accepted.fileSha256));
    } catch (error) {
      // An accepted import only rolls forward. After a transient error it is handed over and later continued from its spool.
      if (error instanceof ImportStopped || mayPass(error)) throw error;
      this.log.error({ msg: 'an import failed', importId, err: error });
      return await end(failImport(unexpected, outcome(writer.done)));
    } finally {
      await progress();
    }
    if (signal.aborted) throw new ImportStopped();
    return end(completeImport(outcome(accepted.rows)));
  }

  /** Appends the import's progress at intervals. The returned function stops this. */
  private noteProgress(
    soFar: () => [rows: number, events: number],
    importId: string,
    by: Run['by'],
  ): () => Promise<void> {
    let noted = 0;
    let noting: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      const [rows, events] = soFar();
      if (rows === noted) return;
      noted = rows;
      noting = noting.then(() =>
        this.store
          .transact(csvImportStream, importId, progressImport(rows, events), by(`progress/${randomUUID()}`))
          // Only a notice, which the next one supersedes.
          .catch(() => undefined),
      );
    }, this.settings.progressMilliseconds);
    return async () => {
      clearInterval(timer);
      await noting;
    };
  }
}

const outcomeOf = ({ written, refused }: ImportWriter, handled: number): Outcome => ({
  written,
  skipped: handled - written - refused.count,
  refused: refused.count,
  errors: refused.first,
});

/** An import's commands act for the user who started it. Each has a fixed id, so that repeating it writes nothing. */
const contextOf = (importId: string, name: string, accepted: EventMetadata): CommandContext => ({
  actor: accepted.actor,
  role: accepted.role as CommandContext['role'],
  commandId: `import/${importId}/${name}`,
  correlationId: accepted.correlationId,
  causationId: accepted.commandId,
  at: recordingClock.at(),
});
