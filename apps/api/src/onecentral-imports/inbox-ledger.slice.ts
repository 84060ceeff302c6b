import { Readable } from 'node:stream';
import { Controller, Injectable, Module } from '@nestjs/common';
import {
  onecentralLedger,
  type OnecentralLedger,
  type OnecentralLedgerLine,
} from '@superscope/contracts/onecentral-imports';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { guardFormula } from '../platform/csv/formula-guard.js';
import { byteOrderMark, csvLine } from '../platform/csv/csv-line.js';
import { inTurns } from '../platform/turns.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { attachment } from '../platform/http/attachment.js';
import { InboxLedger } from './inbox-ledger.js';
import { describedLine } from './ledger-line.js';
import { OnecentralFileList } from './onecentral-file-list.js';
import { OnecentralImportsModule } from './onecentral-imports.module.js';
import { OnecentralSettings } from './onecentral-settings.js';

const right = 'onecentral-imports.manage';
const linesAtOnce = 500;

const ledgerEndpoint = endpoint('GET /api/devops/onecentral/ledger', {
  summary:
    'Every name that was ever seen in the inbox, with what became of it and where its file is: a page, the newest first',
  right,
  polled: true,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(100).default(10),
  }),
  answers: { 200: onecentralLedger },
});

const ledgerCsvEndpoint = endpoint('GET /api/devops/onecentral/ledgerCsv', {
  summary: 'The whole ledger of the inbox as a CSV file; the access log records it first',
  right,
  answers: { 200: new Media('text/csv; charset=utf-8') },
  sends: true,
});

const columns = [
  'name',
  'firstSeenAt',
  'bytes',
  'fate',
  'note',
  'place',
  'where',
  'placedAt',
  'filename',
  'importId',
  'manifest',
  'contentHash',
] as const satisfies readonly (keyof OnecentralLedgerLine)[];

@Injectable()
class LedgerLines {
  constructor(
    private readonly ledger: InboxLedger,
    private readonly list: OnecentralFileList,
    private readonly settings: OnecentralSettings,
  ) {}

  async page(size: number, skip: number): Promise<OnecentralLedger> {
    const { lines, total } = await this.ledger.page(size, skip);
    const files = await this.list.byId(lines.map(({ id }) => id));
    return { lines: lines.map((line) => describedLine(line, files.get(line.id), this.settings.failedDays)), total };
  }

  async *csv(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(columns);
    for (let skip = 0; ; skip += linesAtOnce) {
      const { lines } = await this.page(linesAtOnce, skip);
      yield lines.map((line) => csvLine(columns.map((column) => guardFormula(String(line[column] ?? ''))))).join('');
      if (lines.length < linesAtOnce) return;
    }
  }
}

@Controller()
class InboxLedgerController {
  constructor(
    private readonly lines: LedgerLines,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(ledgerEndpoint)
  list({ query: { page, size } }: RequestOf<typeof ledgerEndpoint>): Promise<OnecentralLedger> {
    return this.lines.page(size, (page - 1) * size);
  }

  @Endpoint(ledgerCsvEndpoint)
  async csv({ caller, request }: RequestOf<typeof ledgerCsvEndpoint>, reply: FastifyReply): Promise<void> {
    const { total } = await this.lines.page(1, 0);
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      action: 'export',
      object: 'onecentralLedger',
      rows: total,
      outcome: 'ok',
    });
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', attachment('onecentralLedger', 'csv'))
      .send(Readable.from(inTurns(this.lines.csv())));
  }
}

@Module({
  imports: [OnecentralImportsModule],
  controllers: [InboxLedgerController],
  providers: [LedgerLines],
})
export class InboxLedgerSlice {}
