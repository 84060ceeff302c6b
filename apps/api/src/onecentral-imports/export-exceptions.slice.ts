import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { exportExceptions, onecentralImportStream } from '@superscope/domain/onecentral-import/onecentral-import';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyReply } from 'fastify';
import { AccessLog } from '../platform/access/access-log.js';
import { Commands } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { attachment } from '../platform/http/attachment.js';
import { exceptionRows, exceptionsSheet } from './exceptions-sheet.js';
import { OnecentralFileList } from './onecentral-file-list.js';
import { OnecentralImportsModule } from './onecentral-imports.module.js';

/** How many errors a spreadsheet lists, up to the end of a file. Files that are not in it stay Failed, for the next one. */
const mostExceptions = 20_000;
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const exceptionsEndpoint = endpoint('GET /api/devops/onecentral/imports/report', {
  summary:
    'The errors of all files that are Failed or Exported, one row for each, as a spreadsheet. Files that are Failed are Exported then',
  right: 'onecentral-imports.manage',
  answers: { 200: new Media(spreadsheet) },
  sends: true,
});

/** Notes that the errors of a file were fetched. */
class ExportExceptions extends Command<void> {
  constructor(
    readonly fileIds: readonly string[],
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ExportExceptions)
@Injectable()
class ExportExceptionsHandler implements ICommandHandler<ExportExceptions> {
  constructor(private readonly store: EventStore) {}

  async execute({ fileIds, by }: ExportExceptions): Promise<void> {
    for (const fileId of fileIds) {
      const command = { ...by, commandId: `${by.commandId}/${fileId}` };
      await this.store.transact(onecentralImportStream, fileId, exportExceptions(by.actor), command);
    }
  }
}

@Controller()
class ExportExceptionsController {
  constructor(
    private readonly commands: Commands,
    private readonly list: OnecentralFileList,
    private readonly access: AccessLog,
  ) {}

  /** A file whose errors did not reach their reader can be fetched again: it is in the next spreadsheet too. */
  @Endpoint(exceptionsEndpoint)
  async export({ caller, request }: RequestOf<typeof exceptionsEndpoint>, reply: FastifyReply): Promise<void> {
    const { files, count } = await this.list.withExceptions(mostExceptions);
    const rows = files.flatMap(exceptionRows);
    const file = await exceptionsSheet(rows, count);
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      action: 'export',
      object: 'onecentralExceptions',
      rows: rows.length,
      outcome: 'ok',
    });
    const failed = files.filter(({ status }) => status === 'Failed').map(({ _id }) => _id);
    await this.commands.execute(request, (by) => new ExportExceptions(failed, by));
    const [year, month, day] = sydneyDate(new Date()).split('-');
    await reply
      .header('Content-Type', spreadsheet)
      .header('Content-Disposition', attachment(`OneCentralExceptions - ${day}${month}${year}`, 'xlsx'))
      .send(file);
  }
}

@Module({
  imports: [OnecentralImportsModule],
  controllers: [ExportExceptionsController],
  providers: [ExportExceptionsHandler],
})
export class ExportExceptionsSlice {}
