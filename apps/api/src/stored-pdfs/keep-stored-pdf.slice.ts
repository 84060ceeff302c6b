import { Controller, Module, NotFoundException } from '@nestjs/common';
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
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
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
const ChangeKeptPdfs = decides(
  'ChangeKeptPdfs',
  keptPdfsStream,
  (change: (by: CommandContext) => Decision<KeptPdfs, KeptPdfsEvent>) => (kept, by) => change(by)(kept),
);

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
      ChangeKeptPdfs.of('', (by) => keepRefusedPdf(sha256, { by: by.actor, at: by.at, reason })),
    );
  }

  @Endpoint(takeBackEndpoint)
  takeBack({ params: { sha256 }, request }: RequestOf<typeof takeBackEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(
      request,
      ChangeKeptPdfs.of('', (by) => noLongerKeepPdf(sha256, by.actor)),
    );
  }
}

@Module({
  imports: [StoredPdfsModule],
  controllers: [KeepStoredPdfController],
  providers: [ChangeKeptPdfs.handler],
})
export class KeepStoredPdfSlice {}
