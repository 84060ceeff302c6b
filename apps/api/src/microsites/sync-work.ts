import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { mostSent, type SentDocument, type SentList } from '@superscope/contracts/microsites';
import {
  documentSync,
  type DocumentSyncRequest,
  type DocumentSyncResult,
} from '@superscope/domain/document-sync/document-sync';
import { Refusal } from '../platform/http/problem.filter.js';
import { WorkKinds, type WorkKind } from '../work/work-kind.js';
import { ServedPdfs } from '../stored-pdfs/served-pdfs.js';
import { MicrositeDocuments } from './library.slice.js';
import { MicrositeLists } from './microsite-lists.js';
import { UatHost } from './uat-host.js';

const byId =
  <T>(idOf: (of: T) => string) =>
  (a: T, b: T) =>
    idOf(a) < idOf(b) ? -1 : 1;

function* chunksOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += mostSent) yield all.slice(from, from + mostSent);
}

/** Sends the documents of microsites and the lists of employers to the host for acceptance tests, and which documents were deleted. Sending twice changes nothing there. */
@Injectable()
export class SyncWork implements OnModuleInit {
  constructor(
    private readonly kinds: WorkKinds,
    private readonly documents: MicrositeDocuments,
    private readonly lists: MicrositeLists,
    private readonly served: ServedPdfs,
    private readonly uat: UatHost,
  ) {}

  onModuleInit(): void {
    const kind: WorkKind<DocumentSyncRequest, DocumentSyncResult, 'DocumentSync', 'DocumentsSynced'> = {
      manager: documentSync,
      mostAtOnce: 1,
      mostOfOnePerson: 1,
      steps: [
        {
          key: 'files',
          name: 'Sending PDFs',
          run: async ({ request, signal }) => {
            this.requireHost(request);
            await this.sendFiles((await this.allDocuments(signal)).documents, signal);
            return null;
          },
        },
        {
          key: 'lists',
          name: 'Sending documents and lists',
          run: async ({ request, signal }) => {
            this.requireHost(request);
            return JSON.stringify(await this.sendLists(signal));
          },
        },
      ],
      result: ({ done }) => JSON.parse(done['lists']!) as DocumentSyncResult,
    };
    this.kinds.add(kind);
  }

  private requireHost({ host }: DocumentSyncRequest): void {
    if (this.uat.host !== host) throw new Refusal(409, { message: 'This host no longer sends its documents there.' });
  }

  private async sendFiles(documents: readonly SentDocument[], signal: AbortSignal): Promise<void> {
    const files = new Map(documents.flatMap(({ file }) => (file === null ? [] : [[file.sha256, file]])));
    for (const digests of chunksOf([...files.keys()]))
      for (const sha256 of await this.uat.missing(digests, signal)) {
        signal.throwIfAborted();
        const file = files.get(sha256);
        const pdf = file && (await this.served.rewrittenOf('micrositeDocuments', sha256));
        if (pdf != null) await this.uat.sendFile(file!.filename, await buffer(pdf.stream()), signal);
      }
  }

  private async sendLists(signal: AbortSignal): Promise<DocumentSyncResult> {
    const { documents, refused } = await this.allDocuments(signal);
    // A document may have got another file since the files were sent.
    await this.sendFiles(documents, signal);
    const known = new Set(documents.map(({ documentId }) => documentId));
    const lists = (await this.lists.all())
      .map(({ companyId, mappings }): SentList => ({
        companyId,
        mappings: mappings.filter(({ documentId }) => known.has(documentId)),
      }))
      .sort(byId(({ companyId }) => companyId));
    let leftOut = refused;
    for (const part of chunksOf(documents)) leftOut += await this.uat.send({ documents: part }, signal);
    for (const part of chunksOf(lists)) leftOut += await this.uat.send({ lists: part }, signal);
    // Behind the lists, which no longer have them.
    const deleted = await this.documents.deleted();
    for (const part of chunksOf(deleted)) await this.uat.send({ deleted: part }, signal);
    const sha256 = createHash('sha256').update(JSON.stringify({ documents, lists, deleted })).digest('hex');
    return { documents: documents.length, lists: lists.length, leftOut, sha256 };
  }

  /** With the rewritten PDFs. Those whose PDF is refused are left out, because the other host would refuse it too. */
  private async allDocuments(signal: AbortSignal): Promise<{ documents: SentDocument[]; refused: number }> {
    const all = [...(await this.documents.all()).values()].sort(byId(({ _id }) => _id));
    const documents: SentDocument[] = [];
    for (const { _id: documentId, platformId, planId, companyId, type, title, description, url, file } of all) {
      signal.throwIfAborted();
      const pdf = file && (await this.served.rewrittenOf('micrositeDocuments', file.sha256));
      if (file !== null && pdf === null) continue;
      const sent = file && { ...file, sha256: pdf!.sha256, bytes: pdf!.bytes };
      documents.push({ documentId, platformId, planId, companyId, type, title, description, url, file: sent });
    }
    return { documents, refused: all.length - documents.length };
  }
}
