import type { ImportAnswer, UncountedLines } from '@superscope/contracts/csv-import';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import { Injectable } from '@nestjs/common';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import {
  acceptImport,
  csvImportStream,
  type AcceptedImport,
  type MendedCells,
} from '@superscope/domain/csv-import/csv-import';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { Principal } from '../platform/access/principal.js';
import { AskedBefore } from './effect/asked-before.js';
import type { FileEffect } from './effect/file-effect.js';
import { ImportAskedFirst, ImportOutdated } from './effect/questions.js';
import { FileCheck } from './file-check.js';
import type { CheckRequest } from './import-request.js';
import type { CsvRecord } from './reading/csv-records.js';
import { acceptedImport } from './run/accepted-import.js';
import { ImportLeases, severalPlans } from './run/import-leases.js';
import { ImportRunner } from './run/import-runner.js';
import { ImportTurns } from './run/import-turns.js';
import { Spools } from './run/spools.js';
import type { Validation } from './validate/validation.js';

/** A file to import, from its upload or as somebody mended it. */
interface FileToTake {
  importId: string;
  records: AsyncGenerator<CsvRecord[]>;
  /** The command that begins the import. It is complete once all records have been read. */
  command: () => CommandContext;
  /** The import that an earlier attempt of the same request began; null if there is none. */
  begun: () => Promise<ImportAnswer | null>;
  mended?: MendedCells;
  /** Called right before the import begins. Nothing is imported if it throws. */
  claim?: () => Promise<void>;
}

interface BegunImport {
  answer: ImportAnswer;
  actor: string;
  bodyDigest: string | undefined;
  at: string;
}

const alreadyImported = ({ at }: BegunImport) => {
  const day = sydneyDate(at).split('-').toReversed().join('/');
  return new RuleViolation(
    'conflict',
    `This file was imported on ${day} at ${sydneyTime(at)}. The history of imports says what became of it. Nothing is imported twice.`,
  );
};

/** Takes a whole file in: checks it, keeps its valid lines, and begins the import that writes them. */
@Injectable()
export class TakeIn {
  constructor(
    private readonly store: EventStore,
    private readonly files: FileCheck,
    private readonly spools: Spools,
    private readonly leases: ImportLeases,
    private readonly runner: ImportRunner,
    private readonly askedBefore: AskedBefore,
    private readonly turns: ImportTurns,
  ) {}

  /** An import that has begun, with the digest of the request that began it; null if there is none. */
  async begun(importId: string): Promise<BegunImport | null> {
    const found = await acceptedImport(this.store, importId);
    if (found === null) return null;
    const { accepted, metadata } = found;
    const { table, rows, erasedRows = 0, uncountedRows = 0, uncounted = none } = accepted;
    const lines = { left: [...uncounted.left], notJoined: [...uncounted.notJoined] };
    const answer = { importId, table, rows, erasedRows, uncountedRows, uncounted: lines, effect: null };
    return { answer, actor: metadata.actor, bodyDigest: metadata.bodyDigest, at: metadata.at };
  }

  /** The import of a mended file if the same request began it; null if none has begun. Throws RuleViolation('conflict') otherwise. */
  async begunBy(importId: string, { actor, bodyDigest }: CommandContext): Promise<ImportAnswer | null> {
    const begun = await this.begun(importId);
    if (begun === null) return null;
    if (begun.actor === actor && begun.bodyDigest === bodyDigest) return begun.answer;
    throw alreadyImported(begun);
  }

  /** Throws RuleViolation('conflict') if the import of a mended file has begun. */
  async refuseBegun(importId: string): Promise<void> {
    const begun = await this.begun(importId);
    if (begun !== null) throw alreadyImported(begun);
  }

  /** Throws what `ImportFile` throws, and nothing of the file is kept then. */
  async take(
    request: CheckRequest & { asOf: number },
    { importId, records, command, begun, mended, claim }: FileToTake,
    caller: Principal,
  ): Promise<ImportAnswer> {
    const spool = await this.spools.create(importId);
    let sha256: string | null = null;
    try {
      const { layout, validation, effect } = await this.files.check(request, records, caller, spool, command());
      const confirmed = await this.askFirst(effect, layout.table, request, caller);
      ({ sha256 } = await spool.finish(validation.contiguous));
      // During validation, another upload of the same request may have begun the import.
      const earlier = await begun();
      if (earlier !== null) {
        await spool.abort();
        return earlier;
      }
      const { table } = layout;
      const counts = countsOf(validation);
      const accepted = {
        importId,
        table,
        planId: only(validation.planIds),
        ...counts,
        platformId: only(validation.platformIds),
        fileSha256: sha256,
        fileName: request.fileName,
        startedBy: caller.userId,
        ...confirmed,
        ...(mended !== undefined && { mended }),
      };
      await this.accept(accepted, table, request.asOf, command(), claim);
      this.runner.start(importId);
      // Forgotten after a day in any case.
      if (confirmed.confirmed !== undefined)
        await this.askedBefore.forget(caller.userId, request.fileName).catch(() => undefined);
      return { importId, table, ...counts, effect: null };
    } catch (error) {
      if (sha256 === null || !(await this.mayHaveBegun(importId, sha256))) await spool.abort();
      throw error;
    }
  }

  /** Who confirmed how many changes. Throws ImportAskedFirst if some are to be confirmed that were not, or others than were shown. */
  private async askFirst(
    { questions }: FileEffect,
    table: CsvTable,
    { confirmed = null, fileName }: CheckRequest,
    { userId }: Principal,
  ): Promise<Pick<AcceptedImport, 'confirmed' | 'confirmedBy'>> {
    const { code, count } = questions;
    if (code === null) return {};
    const before = await this.askedBefore.code(userId, fileName);
    const shown = before === undefined ? code : before;
    const isConfirmed = confirmed !== null && code === (confirmed.code ?? shown);
    if (isConfirmed) return { confirmed: count, confirmedBy: confirmed.by };
    await this.askedBefore.keep(userId, fileName, table, code);
    throw new ImportAskedFirst({ shown: questions.shown, count, code }, confirmed !== null);
  }

  private async accept(
    accepted: AcceptedImport,
    table: CsvTable,
    asOf: number,
    command: CommandContext,
    claim: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { importId, planId, fileSha256, startedBy } = accepted;
    const plan = planId ?? severalPlans;
    await this.leases.take(table, plan, importId);
    try {
      if (await this.turns.isOutdated(asOf, { table, plan, startedBy })) throw new ImportOutdated(table);
      await claim();
      await this.turns.note({ table, plan, startedBy });
      await this.store.transact(csvImportStream, importId, acceptImport(accepted), command);
    } catch (error) {
      if (!(await this.mayHaveBegun(importId, fileSha256))) await this.leases.giveBack(table, plan, importId);
      throw error;
    }
  }

  /**
   * Whether an import of this spool is running although its answer was lost. Also true if that is unknown: then the import runner decides.
   */
  private async mayHaveBegun(importId: string, sha256: string): Promise<boolean> {
    return acceptedImport(this.store, importId).then(
      (begun) => begun?.accepted.fileSha256 === sha256,
      () => true,
    );
  }
}

export const countsOf = ({ rows, erased, uncounted }: Validation) => ({
  rows,
  erasedRows: erased.count,
  uncountedRows: uncounted.count,
  uncounted: uncounted.lines,
});

const none: UncountedLines = { left: [], notJoined: [] };

const only = (ids: ReadonlySet<string>): string | null => (ids.size === 1 ? [...ids][0]! : null);
