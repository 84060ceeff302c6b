import { Controller, Module } from '@nestjs/common';
import { asfaDocument, mostDocumentBytes, type AsfaDocument } from '@superscope/contracts/asfa';
import type { FastifyReply } from 'fastify';
import { pdfUploadOf } from '../csv/upload.js';
import { CsvModule } from '../csv/csv.module.js';
import { whenGone } from '../platform/http/gone.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { readDocument } from './document-reader.js';

const readFileEndpoint = endpoint('POST /api/asfa/file', {
  summary: "Reads the figures in one of ASFA's PDFs, each with its page and line. Nothing is saved",
  right: 'retirement-standard.write',
  readsFile: true,
  body: new Media('multipart/form-data'),
  answers: { 200: asfaDocument },
});

@Controller()
class ReadFileController {
  constructor(private readonly access: AccessLog) {}

  @Endpoint(readFileEndpoint)
  async read({ caller, request }: RequestOf<typeof readFileEndpoint>, reply: FastifyReply): Promise<AsfaDocument> {
    const gone = whenGone(reply);
    const { fileName, bytes, discard } = await pdfUploadOf(request, mostDocumentBytes);
    let document: AsfaDocument | null = null;
    try {
      const parts: Uint8Array[] = [];
      for await (const part of bytes) parts.push(part);
      document = await readDocument(fileName, Buffer.concat(parts), gone);
      return document;
    } finally {
      this.access.note(request, {
        userId: caller.userId,
        role: caller.role,
        planId: null,
        action: 'read figures',
        object: 'asfa',
        rows: document?.found.length ?? null,
        outcome: document === null ? 'refused' : 'ok',
      });
      discard();
    }
  }
}

@Module({ imports: [CsvModule], controllers: [ReadFileController] })
export class ReadFileSlice {}
