import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AccessLog, type Access } from '../platform/access/access-log.js';
import type { RequestOf } from '../platform/endpoint/endpoint.js';
import { attachment } from '../platform/http/attachment.js';
import { DocumentMaker } from './document-maker.js';
import { whenGone } from '../platform/http/gone.js';

interface PrintedDocument {
  /** Names the document in its token, in its page's path and in the access log. */
  document: string;
  title: string;
  /** Without `.pdf`. */
  fileName: string;
  planId: string;
  /** The member whom it is about, if it is about one. */
  memberId?: string | null;
  /** Null if it shows no member's figures. */
  rows: number | null;
  filter?: Access['filter'];
  /** What its page shows, though nothing stores it. */
  content: unknown;
}

/** Sends PDFs whose pages are handed what they show. */
@Injectable()
export class PrintedDocuments {
  constructor(
    private readonly documents: DocumentMaker,
    private readonly access: AccessLog,
  ) {}

  /** The access log records the document before it is sent. Throws 403 for a plan outside the caller's scope. */
  async send(
    { document, title, fileName, planId, memberId = null, rows, filter, content }: PrintedDocument,
    { caller, request }: Pick<RequestOf<object>, 'caller' | 'request'>,
    reply: FastifyReply,
  ): Promise<void> {
    const asked = { document, planId, path: `/documents/${document}`, as: 'pdf', shows: { title, content } } as const;
    const file = await this.documents.make(asked, caller, whenGone(reply));
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId,
      action: 'export',
      object: document,
      members: memberId === null ? [] : [memberId],
      rows,
      outcome: 'ok',
      ...(filter && { filter }),
    });
    await reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', attachment(fileName, 'pdf'))
      .send(file);
  }
}
