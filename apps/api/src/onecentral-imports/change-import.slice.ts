import { Controller, Logger, Module } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { onecentralQueueForm } from '@superscope/contracts/onecentral-imports';
import type { Decision } from '@superscope/domain/event';
import {
  deleteFile,
  onecentralImportStream,
  queueFile,
  type OnecentralImport,
  type OnecentralImportEvent,
} from '@superscope/domain/onecentral-import/onecentral-import';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { formFieldsOf, formTypes } from '../platform/http/form-fields.js';
import { Refusal, unknownField } from '../platform/http/problem.filter.js';
import { Inbox } from './inbox.js';
import { InboxClearing } from './inbox-clearing.js';
import { InboxFiles } from './inbox-files.js';
import { OnecentralFileList, type FileDocument } from './onecentral-file-list.js';
import { OnecentralImporter } from './onecentral-importer.js';
import { OnecentralImportsModule } from './onecentral-imports.module.js';

const changes = {
  right: 'onecentral-imports.manage',
  answers: { 200: writeAnswer },
  problems: { 404: null, 409: null },
} as const;

const queueEndpoint = endpoint('PATCH /api/devops/onecentral/imports/queue', {
  summary: 'Has a file of the inbox that is Failed, Pending or Complete imported again; form field `filename`',
  ...changes,
  body: new Media(...formTypes),
  problems: { 404: null, 409: null, 410: null, 415: null },
  noted: 'queued OneCentral file',
});

const deleteEndpoint = endpoint('DELETE /api/devops/onecentral/imports/delete', {
  summary: 'Takes a file that is not Complete out of the list and the inbox. Its errors stay in the log',
  ...changes,
  query: z.strictObject({ filename: z.string().min(1).max(300) }),
  noted: 'deleted OneCentral file',
});

/** Changes one file of the inbox by one decision. */
const ChangeImport = decides(
  'ChangeImport',
  onecentralImportStream,
  (change: (by: CommandContext) => Decision<OnecentralImport, OnecentralImportEvent>) => (file, by) => change(by)(file),
);

/** The name in the form. Throws Refusal 415 for another body, and 400 for a form with anything else. */
async function filenameIn(request: FastifyRequest): Promise<string> {
  const fields = await formFieldsOf(request);
  const other = Object.keys(fields).find((name) => name !== 'filename');
  if (other !== undefined) throw new Refusal(400, { message: unknownField(other) });
  const read = onecentralQueueForm.safeParse(fields);
  if (!read.success) throw new Refusal(400, { message: 'This form has the field filename.' });
  return read.data.filename;
}

@Controller()
class ChangeImportController {
  private readonly log = new Logger('OneCentral');

  constructor(
    private readonly commands: Commands,
    private readonly list: OnecentralFileList,
    private readonly files: InboxFiles,
    private readonly inbox: Inbox,
    private readonly clearing: InboxClearing,
    private readonly importer: OnecentralImporter,
  ) {}

  @Endpoint(queueEndpoint)
  async queue({ request }: RequestOf<typeof queueEndpoint>): Promise<WriteAnswer> {
    const { _id, status, sha256, mendedBy } = await this.list.one(await filenameIn(request));
    if (status === 'Complete' && mendedBy === undefined && !(await this.files.keptAmong([sha256])).has(sha256))
      throw new Refusal(410, {
        message: 'The content of this file is no longer kept. Leave the file in the inbox again.',
      });
    const answer = await this.commands.write(
      request,
      ChangeImport.of(_id, (by) => queueFile(by.actor)),
    );
    void this.importer.look();
    return answer;
  }

  @Endpoint(deleteEndpoint)
  async delete({ query, request }: RequestOf<typeof deleteEndpoint>): Promise<WriteAnswer> {
    const file = await this.list.one(query.filename);
    const answer = await this.commands.write(
      request,
      ChangeImport.of(file._id, (by) => deleteFile(by.actor)),
    );
    if (!(await this.list.isNeeded(file.sha256, file._id))) await this.files.delete(file.sha256);
    // One that stays, because the inbox does not answer, is known: it is not taken again, and removed once that answers. One whose content
    // was never read stays for good, because nobody knows what would be removed.
    if (file.source === this.inbox.source && file.sha256 !== '')
      await this.removed(file).catch((err: unknown) =>
        this.log.warn({
          msg: 'a deleted file stays in the inbox',
          fileId: file._id,
          code: String((err as { code?: unknown }).code),
        }),
      );
    return answer;
  }

  private async removed({ _id, name, sha256 }: Pick<FileDocument, '_id' | 'name' | 'sha256'>): Promise<void> {
    // What lies in the inbox under its name and with its content may have been left there again since.
    if (!(await this.clearing.removeFailed(_id, sha256))) await this.clearing.remove(_id, { key: name }, sha256);
  }
}

@Module({
  imports: [OnecentralImportsModule],
  controllers: [ChangeImportController],
  providers: [ChangeImport.handler],
})
export class ChangeImportSlice {}
