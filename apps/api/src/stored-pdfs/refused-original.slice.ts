import { Controller, Module, NotFoundException } from '@nestjs/common';
import { fileDigest } from '@superscope/contracts/stored-pdfs';
import type { FastifyReply } from 'fastify';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { ServedPdfs } from './served-pdfs.js';
import { StoredPdfs } from './stored-pdfs.js';
import { StoredPdfsModule } from './stored-pdfs.module.js';

const originalEndpoint = endpoint('GET /api/stored-pdfs/:sha256/original', {
  summary: 'A refused PDF as it was stored, to repair it: only as a download, which the access log has',
  right: 'stored-pdfs.manage',
  params: { sha256: fileDigest },
  answers: { 200: new Media('application/pdf') },
  problems: { 404: null },
  sends: true,
});

@Controller()
class RefusedOriginalController {
  constructor(
    private readonly stored: StoredPdfs,
    private readonly served: ServedPdfs,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(originalEndpoint)
  async original(
    { params: { sha256 }, caller, request }: RequestOf<typeof originalEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const refused = (await this.stored.refused()).get(sha256);
    if (refused === undefined) throw new NotFoundException('There is no such refused PDF.');
    const { userId, role } = caller;
    const action = 'downloaded refused PDF';
    this.access.note(request, { userId, role, action, object: sha256, planId: null, rows: null, outcome: 'ok' });
    const { bytes } = refused.pdf;
    const stream = () => this.stored.in(refused.stores[0]!).read(sha256);
    await this.served.send(reply, { sha256, bytes, isKept: true, stream }, `refused-${sha256.slice(0, 12)}`);
  }
}

@Module({ imports: [StoredPdfsModule], controllers: [RefusedOriginalController] })
export class RefusedOriginalSlice {}
