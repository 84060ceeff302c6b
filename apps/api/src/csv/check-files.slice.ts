import { Controller, Module } from '@nestjs/common';
import {
  checkedFiles,
  type CheckedFiles,
  type ImportAnswer,
  type ImportRefusal,
  mostFilesTogether,
} from '@superscope/contracts/csv-import';
import { isCsvTable } from '@superscope/contracts/csv-tables';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { Commands } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { CsvModule } from './csv.module.js';
import { ImportFile } from './import-file.slice.js';
import { placeOf, placeQuery } from './import-place.js';
import { ImportSettings } from './run/import-settings.js';
import { csvUploadsOf, type NamedUpload } from './upload.js';
import { DroppedRows } from './validate/dropped-rows.js';

const checkFilesEndpoint = endpoint('POST /api/csv/check', {
  summary:
    'Checks several CSV files before the first is imported: rows of a file count as known to the files after it. Nothing is written',
  right: 'import-export.write',
  query: z.strictObject(placeQuery),
  body: new Media('multipart/form-data'),
  answers: { 200: checkedFiles },
});

/** The form field of a file whose header tells its table. A file in a field of a table's name is of that table. */
const ofAnyTable = 'file';

@Controller()
class CheckFilesController {
  constructor(
    private readonly commands: Commands,
    private readonly settings: ImportSettings,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(checkFilesEndpoint)
  async check(asked: RequestOf<typeof checkFilesEndpoint>): Promise<CheckedFiles> {
    const { maxFileBytes } = this.settings;
    const dropped = new DroppedRows();
    const files: CheckedFiles['files'] = [];
    for await (const upload of csvUploadsOf(asked.request, { maxFileBytes, mostFiles: mostFilesTogether })) {
      const result = await this.checked(upload, dropped, asked);
      this.note(asked, result.answer);
      // The rows that are not right are not known to the files after theirs.
      if (result.refusal !== null && files.some(({ refusal }) => refusal !== null))
        result.refusal = {
          ...result.refusal,
          message: `${result.refusal.message} A file before it is not right either: rows that this one refers to may be missing because of it.`,
        };
      files.push({ fileName: upload.fileName, ...result });
    }
    return { files };
  }

  private async checked(
    upload: NamedUpload,
    dropped: DroppedRows,
    { query, caller, request }: RequestOf<typeof checkFilesEndpoint>,
  ): Promise<{ answer: ImportAnswer | null; refusal: ImportRefusal | null }> {
    const { fileName, bytes, fieldName } = upload;
    const table = tableOf(fieldName);
    try {
      const file = { fileName, bytes, table, dryRun: true, dropped, ...placeOf(query) };
      const answer = await this.commands.execute(request, (by) => new ImportFile(file, caller, by));
      return { answer, refusal: null };
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      return { answer: null, refusal: refusalOf(error) };
    } finally {
      upload.discard();
    }
  }

  private note({ query, caller, request }: RequestOf<typeof checkFilesEndpoint>, answer: ImportAnswer | null): void {
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      planId: query.planId ?? null,
      outcome: answer === null ? 'refused' : 'ok',
      action: 'check-import',
      object: answer?.table ?? null,
      rows: answer?.rows ?? null,
    });
  }
}

function tableOf(fieldName: string) {
  if (fieldName === ofAnyTable) return null;
  if (isCsvTable(fieldName)) return fieldName;
  throw new Refusal(400, { message: 'Send each file in a field `file`, or in a field with the name of its table.' });
}

/** A file that is refused as a whole has one error, without a line. */
const refusalOf = ({ body }: Refusal): ImportRefusal =>
  'errors' in body
    ? (body as unknown as ImportRefusal)
    : { message: body.message, errors: [{ line: null, column: null, message: body.message }], errorCount: 1 };

@Module({ imports: [CsvModule], controllers: [CheckFilesController] })
export class CheckFilesSlice {}
