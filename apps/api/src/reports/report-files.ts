import { Injectable, NotFoundException } from '@nestjs/common';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import type { workView } from '@superscope/contracts/read-models/work';
import type { ReportKind } from '@superscope/domain/report/report';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import type { Principal } from '../platform/access/principal.js';
import { attachment } from '../platform/http/attachment.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { Downloads } from '../work/downloads.js';
import { MadeFiles } from '../work/made-files.js';
import { requireRight } from './report-documents.js';

/** Documents that were made, as downloads. */
@Injectable()
export class ReportFiles {
  constructor(
    private readonly files: MadeFiles,
    private readonly downloads: Downloads,
    private readonly access: AccessLog,
  ) {}

  /** Sends the file and records the access. Throws 403 if the right or the plan was taken away, 404 for work without a file, 410 later on. */
  async send(
    work: DocumentOf<typeof workView>,
    caller: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { _id: workId, kind, planId, pdfSha256, fileName, terms } = work;
    if (pdfSha256 === undefined || planId == null) throw new NotFoundException('There is no such file.');
    requireRight(kind as ReportKind, caller);
    requirePlan(caller, planId);
    const file = await this.files.read(pdfSha256);
    if (file === null) throw new Refusal(410, { message: 'This file is no longer kept. Please have it made again.' });
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId,
      rows: null,
      action: 'export',
      object: kind!,
      outcome: 'ok',
      filter: { ...termsToNote(kind as ReportKind, terms), work: workId },
    });
    await this.downloads.note(workId, caller.userId);
    await reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', attachment(fileName!.replace(/\.pdf$/, ''), 'pdf'))
      .send(file);
  }
}

/** What tells documents of one kind apart, such as exact evidence from the employer’s view. A request that names no audience got the latter. */
const termsToNote = (kind: ReportKind, terms: Readonly<Record<string, string>> = {}) =>
  kind === 'evidence' ? { audience: 'employer', ...terms } : terms;
