import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { fileDigest, keepPdfRequest } from '@superscope/contracts/stored-pdfs';
import type { Decision } from '@superscope/domain/event';
import {
  keepRefusedPdf,
  keptPdfsStream,
  noLongerKeepPdf,
  type KeptPdfs,
  type KeptPdfsEvent,
} from '@superscope/domain/kept-pdfs/kept-pdfs';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { StoredPdfs } from './stored-pdfs.js';
import { StoredPdfsModule } from './stored-pdfs.module.js';

const keepEndpoint = endpoint('POST /api/stored-pdfs/:sha256/keep', {
  summary: 'Keeps a refused PDF, with a reason: it is served again as it is, and still goes into no report',
  right: 'stored-pdfs.manage',
  params: { sha256: fileDigest },
  body: keepPdfRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null, 409: null },
  noted: 'kept refused PDF',
});

const takeBackEndpoint = endpoint('DELETE /api/stored-pdfs/:sha256/keep', {
  summary: 'Takes back that a refused PDF is kept',
  right: 'stored-pdfs.manage',
  params: { sha256: fileDigest },
  answers: { 200: writeAnswer },
  noted: 'no longer kept refused PDF',
});

/** Changes which refused PDFs are kept by one decision. */
class ChangeKeptPdfs extends Command<Written> {
  constructor(
    readonly decision: Decision<KeptPdfs, KeptPdfsEvent>,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeKeptPdfs)
@Injectable()
class ChangeKeptPdfsHandler implements ICommandHandler<ChangeKeptPdfs> {
  constructor(private readonly store: EventStore) {}

  execute({ decision, by }: ChangeKeptPdfs): Promise<Written> {
    return this.store.transact(keptPdfsStream, '', decision, by);
  }
}

@Controller()
class KeepStoredPdfController {
  constructor(
    private readonly commands: Commands,
    private readonly stored: StoredPdfs,
  ) {}

  @Endpoint(keepEndpoint)
  async keep({ params: { sha256 }, body, request }: RequestOf<typeof keepEndpoint>): Promise<WriteAnswer> {
    if (!(await this.stored.refused()).has(sha256)) throw new NotFoundException('There is no such refused PDF.');
    const { reason } = body;
    return this.commands.write(
      request,
      (by) => new ChangeKeptPdfs(keepRefusedPdf(sha256, { by: by.actor, at: by.at, reason }), by),
    );
  }

  @Endpoint(takeBackEndpoint)
  takeBack({ params: { sha256 }, request }: RequestOf<typeof takeBackEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new ChangeKeptPdfs(noLongerKeepPdf(sha256, by.actor), by));
  }
}

@Module({
  imports: [StoredPdfsModule],
  controllers: [KeepStoredPdfController],
  providers: [ChangeKeptPdfsHandler],
})
export class KeepStoredPdfSlice {}
