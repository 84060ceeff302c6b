import { Controller, Module } from '@nestjs/common';
import { keptRefusedFile, type KeptRefusedFile } from '@superscope/contracts/import-repair';
import { importRefusal } from '@superscope/contracts/csv-import';
import { isCsvTable } from '@superscope/contracts/csv-tables';
import { onecentralRepair } from '@superscope/contracts/onecentral-imports';
import { mayMend } from '@superscope/domain/onecentral-import/onecentral-import';
import { CsvModule } from '../csv/csv.module.js';
import { NothingToMend, RefusedFiles } from '../csv/repair/refused-files.js';
import { importIdOf, RepeatableUpload } from '../csv/repeatable-upload.js';
import { AccessLog } from '../platform/access/access-log.js';
import { CommandContexts } from '../platform/commands/command-context.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { InboxFiles } from './inbox-files.js';
import { onecentral } from './inbox-repairs.js';
import { OnecentralFileList } from './onecentral-file-list.js';
import { OnecentralImportsModule } from './onecentral-imports.module.js';

const repairEndpoint = endpoint('POST /api/devops/onecentral/imports/repair', {
  summary:
    'Keeps a copy of a file of the inbox that failed because of its cells, encrypted and for 30 days, so that they are corrected in the portal; once, whoever asks. The file stays as it is until the copy is imported',
  right: 'onecentral-imports.manage',
  body: onecentralRepair,
  answers: { 201: keptRefusedFile },
  problems: { 400: importRefusal.partial({ errors: true, errorCount: true }), 404: null, 409: null, 410: null },
});

@Controller()
class RepairImportController {
  constructor(
    private readonly list: OnecentralFileList,
    private readonly files: InboxFiles,
    private readonly refused: RefusedFiles,
    private readonly contexts: CommandContexts,
    private readonly access: AccessLog,
  ) {}

  /** All who ask for a file get the same copy, which is imported once. */
  @Endpoint(repairEndpoint)
  async repair({ body, caller, request }: RequestOf<typeof repairEndpoint>): Promise<KeptRefusedFile> {
    const { _id: fileId, status, name, table, sha256, mendedBy } = await this.list.one(body.filename);
    const by = this.contexts.of(request);
    const ofFile = { ...by, commandId: `onecentral/${fileId}/repair`, bodyDigest: sha256 };
    const importId = importIdOf(ofFile);
    if (mendedBy === undefined && !mayMend(status))
      throw new Refusal(409, { message: `A file that is ${status} cannot be repaired.` });
    if (!(await this.refused.isKept(importId))) {
      // Its import says what became of it.
      if (mendedBy !== undefined) return { importId };
      const content = await this.files.read(sha256);
      if (content === null) throw new Refusal(410, { message: 'The content of this file is no longer kept.' });
      const asked = {
        fileName: name,
        table: table !== null && isCsvTable(table) ? table : null,
        platformId: null,
        planId: null,
        dryRun: true,
        from: { area: onecentral, id: fileId },
      };
      await this.refused.keep(new RepeatableUpload(content, ofFile), asked, caller, by).catch((error: unknown) => {
        // What it refers to has come since.
        if (error instanceof NothingToMend)
          throw new Refusal(409, { message: 'All rows of this file are right by now. Queue it instead.' });
        throw error;
      });
    }
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      outcome: 'ok',
      action: 'kept refused file',
      object: importId,
      rows: null,
    });
    return { importId };
  }
}

@Module({ imports: [CsvModule, OnecentralImportsModule], controllers: [RepairImportController] })
export class RepairImportSlice {}
