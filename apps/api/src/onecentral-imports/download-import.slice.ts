import { Readable } from 'node:stream';
import { Controller, Module } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { attachment } from '../platform/http/attachment.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { InboxFiles } from './inbox-files.js';
import { OnecentralFileList } from './onecentral-file-list.js';
import { OnecentralImportsModule } from './onecentral-imports.module.js';

const downloadEndpoint = endpoint('GET /api/devops/onecentral/imports/download', {
  summary: 'A file of the inbox as it arrived, while its content is kept',
  right: 'onecentral-imports.manage',
  query: z.strictObject({ filename: z.string().min(1).max(300) }),
  answers: { 200: new Media('application/octet-stream') },
  problems: { 404: null, 410: null },
  sends: true,
});

@Controller()
class DownloadImportController {
  constructor(
    private readonly list: OnecentralFileList,
    private readonly files: InboxFiles,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(downloadEndpoint)
  async download({ query, caller, request }: RequestOf<typeof downloadEndpoint>, reply: FastifyReply): Promise<void> {
    const { name, sha256, rows } = await this.list.one(query.filename);
    const content = await this.files.read(sha256);
    if (content === null) throw new Refusal(410, { message: 'The content of this file is no longer kept.' });
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      action: 'export',
      object: 'onecentralFile',
      rows,
      outcome: 'ok',
    });
    const dot = name.lastIndexOf('.');
    await reply
      // Never opened by a browser: what a sender wrote is no page of the portal.
      .header('Content-Type', 'application/octet-stream')
      .header(
        'Content-Disposition',
        dot <= 0 ? attachment(name, 'csv') : attachment(name.slice(0, dot), name.slice(dot + 1)),
      )
      .send(Readable.from(content));
  }
}

@Module({ imports: [OnecentralImportsModule], controllers: [DownloadImportController] })
export class DownloadImportSlice {}
