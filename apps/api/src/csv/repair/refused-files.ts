import { Injectable } from '@nestjs/common';
import { ConflictError } from '@superscope/event-store/connection/errors';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { Principal } from '../../platform/access/principal.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { FileCheck, layoutFor } from '../file-check.js';
import { FileRefused } from '../file-refused.js';
import type { CheckRequest, ImportRequest } from '../import-request.js';
import { readCsv, type CsvRecord } from '../reading/csv-records.js';
import { isColumnName } from '../reading/file-layout.js';
import type { RepeatableUpload } from '../repeatable-upload.js';
import { acceptedImport } from '../run/accepted-import.js';
import { ImportSettings } from '../run/import-settings.js';
import { KeptAlready, Spools, type SpoolWriter } from '../run/spools.js';
import { EveryError } from './every-error.js';
import {
  columnsByCell,
  errorLine,
  headLine,
  KeptFile,
  recordLine,
  withoutNumbers,
  type KeptFrom,
} from './kept-file.js';

/** A file may have a gigabyte. */
const mostKept = 20;

/** A file to keep, and where it came from if no person sent it. */
type FileToKeep = CheckRequest & { from?: KeptFrom };

/** All rows of a file are right, so it can be imported as it is. */
export class NothingToMend extends Refusal {
  constructor() {
    super(400, { message: 'All rows of this file are right. There is nothing to mend: import it.' });
  }
}

/** Takes files that an import refuses, to be mended. */
@Injectable()
export class RefusedFiles {
  constructor(
    private readonly files: FileCheck,
    private readonly spools: Spools,
    private readonly settings: ImportSettings,
    private readonly store: EventStore,
  ) {}

  /**
   * Keeps a file that an import would refuse, under the id of its later import; once, however often the request is sent. Throws FileRefused
   * for a file that nobody can mend cell by cell, Refusal 400 for one that is right and 409 for one too many, and ConflictError if the
   * request's key was used for another file.
   */
  async keep(upload: RepeatableUpload, asked: FileToKeep, caller: Principal, by: CommandContext): Promise<void> {
    const { importId } = upload;
    if (await this.isKept(importId)) {
      await upload.readToEnd();
      return this.refuseOther(upload);
    }
    await this.refuseMoreThan(mostKept - 1, caller);
    const request = { ...asked, bytes: upload.bytes };
    const spool = await this.spools.create(importId, caller.userId);
    try {
      const errors = new EveryError();
      const records = kept(readCsv(request.bytes, isColumnName), request, caller, spool);
      const { layout } = await this.files.read(request, records, caller, by, { errors, effectOf: 'nothing' });
      if (layout === null || !errors.areOfCells(columnsByCell(layout))) throw new FileRefused(errors);
      if (errors.count === 0) throw new NothingToMend();
      await spool.keep(errors.all.map(errorLine));
      await spool.finish(false, upload.command().bodyDigest);
      // Others may have been kept meanwhile.
      await this.refuseMoreThan(mostKept, caller);
    } catch (error) {
      await spool.abort();
      if (!(error instanceof KeptAlready)) throw error;
      await this.refuseOther(upload);
    }
  }

  async isKept(importId: string): Promise<boolean> {
    return (await this.spools.findRefused(importId)) !== null;
  }

  /** Throws ConflictError unless what is kept is what this upload has sent. */
  private async refuseOther(upload: RepeatableUpload): Promise<void> {
    const { importId } = upload;
    const kept = await this.spools.findRefused(importId);
    if (kept?.bodyDigest !== upload.command().bodyDigest)
      throw new ConflictError('command-reused', importId, 'This request id was used before for something else.');
  }

  /** The caller's files that are neither imported nor discarded, the newest first. */
  async waiting({ userId }: Principal): Promise<KeptFile[]> {
    const since = new Date(Date.now() - this.settings.keepRefusedMilliseconds);
    const found: KeptFile[] = [];
    for (const importId of await this.spools.refusedOf(userId, since)) {
      if ((await acceptedImport(this.store, importId)) !== null) {
        await this.spools.noteTaken(importId);
        continue;
      }
      const spool = await this.spools.findRefused(importId);
      // Somebody may discard it meanwhile.
      if (spool !== null) found.push(await KeptFile.open(importId, spool));
    }
    return found.toSorted((a, b) => b.keptSince.getTime() - a.keptSince.getTime());
  }

  /** Throws Refusal 409 if the caller keeps more files than `most` that wait to be mended. */
  private async refuseMoreThan(most: number, caller: Principal): Promise<void> {
    const since = new Date(Date.now() - this.settings.keepRefusedMilliseconds);
    // Those that were imported are told apart only where it matters.
    if ((await this.spools.refusedOf(caller.userId, since)).length <= most) return;
    if ((await this.waiting(caller)).length > most)
      throw new Refusal(409, {
        message: `You keep ${mostKept} files to repair already. Import or discard one first.`,
      });
  }
}

/** Keeps the records as they are read, without tax file numbers, which the check refuses by line. Throws HeaderProblem. */
async function* kept(
  batches: AsyncGenerator<CsvRecord[]>,
  request: ImportRequest & Pick<FileToKeep, 'from'>,
  { userId }: Principal,
  spool: SpoolWriter,
): AsyncGenerator<CsvRecord[]> {
  let choices: ReadonlySet<number> | null = null;
  for await (const batch of batches) {
    if (choices === null) {
      const layout = layoutFor(batch[0]!, request);
      const { fileName, platformId, planId, from } = request;
      const columns = columnsByCell(layout);
      const head = { fileName, table: layout.table, platformId, planId, keptBy: userId, columns };
      await spool.keep([headLine({ ...head, ...(from !== undefined && { from }) })]);
      choices = new Set(
        layout.columns.flatMap(({ column, index }) =>
          index !== -1 && (column.type === 'choice' || column.type === 'flag') ? [index] : [],
        ),
      );
    }
    const of = choices;
    const records = batch.map((record) => withoutNumbers(record, of));
    await spool.keep(records.map(recordLine));
    yield records;
  }
}
