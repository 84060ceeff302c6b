import { buffer } from 'node:stream/consumers';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  missingFiles,
  missingFilesRequest,
  received,
  receivedRequest,
  type SentDocument,
  type SentList,
} from '@superscope/contracts/microsites';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import {
  followDeletion,
  followDocument,
  micrositeDocumentStream,
  type DocumentFile,
} from '@superscope/domain/microsite-document/microsite-document';
import { followList, micrositeListStream } from '@superscope/domain/microsite-list/microsite-list';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { whenGone } from '../platform/http/gone.js';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { cleanPdf } from '../platform/pdf/clean-pdf.js';
import { withSpooledPdf } from '../platform/pdf/pdf-upload.js';
import { unmapDeletedOf } from './change-mappings.slice.js';
import { DocumentFiles } from './document-files.js';
import { LibrarySlice, MicrositeDocuments } from './library.slice.js';
import { MicrositeLists } from './microsite-lists.js';
import { UatHost } from './uat-host.js';

const right = 'microsite-documents.receive';

const missingEndpoint = endpoint('POST /api/documents/sync/missing', {
  summary: 'On a host for acceptance tests: which of these PDFs it does not have',
  right,
  body: missingFilesRequest,
  answers: { 200: missingFiles },
  problems: { 409: null },
  onlyAsks: true,
});

const fileEndpoint = endpoint('POST /api/documents/sync/file', {
  summary: 'On a host for acceptance tests: takes a PDF of the production host',
  right,
  body: new Media('multipart/form-data'),
  readsFile: true,
  answers: { 200: z.object({ sha256: z.string() }) },
  problems: { 409: null, 413: null },
});

const receiveEndpoint = endpoint('POST /api/documents/sync', {
  summary:
    'On a host for acceptance tests: makes documents and lists of employers what they are on the production host, and deletes those that were deleted there',
  right,
  body: receivedRequest,
  answers: { 200: received },
  problems: { 409: null },
  noted: 'synced microsite documents',
});

/** Makes documents and lists what they are on another host. */
class FollowDocuments extends Command<void> {
  constructor(
    readonly documents: readonly SentDocument[],
    readonly lists: readonly SentList[],
    /** Documents that were deleted there, with the employers here whose lists may have them. */
    readonly deleted: ReadonlyMap<string, readonly string[]>,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(FollowDocuments)
@Injectable()
class FollowDocumentsHandler implements ICommandHandler<FollowDocuments> {
  constructor(private readonly store: EventStore) {}

  async execute({ documents, lists, deleted, by }: FollowDocuments): Promise<void> {
    for (const { documentId, ...details } of documents)
      await this.store.transact(micrositeDocumentStream, documentId, followDocument(documentId, details), by);
    for (const { companyId, mappings } of lists)
      await this.store.transact(micrositeListStream, companyId, followList(companyId, mappings), by);
    for (const [documentId, companyIds] of deleted) {
      const own = { ...by, commandId: `${by.commandId}/${documentId}` };
      await this.store.transact(micrositeDocumentStream, documentId, followDeletion(documentId), own);
      await unmapDeletedOf(this.store, companyIds, documentId, own);
    }
  }
}

@Controller()
class ReceiveDocumentsController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly documents: MicrositeDocuments,
    private readonly lists: MicrositeLists,
    private readonly files: DocumentFiles,
    private readonly uat: UatHost,
  ) {}

  @Endpoint(missingEndpoint)
  async missing({ body, caller }: RequestOf<typeof missingEndpoint>): Promise<z.output<typeof missingFiles>> {
    this.requireTestHost(caller);
    return { missing: await this.absent(body.digests) };
  }

  @Endpoint(fileEndpoint)
  async file({ caller, request }: RequestOf<typeof fileEndpoint>, reply: FastifyReply): Promise<{ sha256: string }> {
    const gone = whenGone(reply);
    this.requireTestHost(caller);
    return withSpooledPdf(request, async ({ fileName, file }) => {
      const { bytes, texts } = await cleanPdf(fileName, file, gone);
      return { sha256: await this.files.keepPdf(bytes, texts.length, file.sha256) };
    });
  }

  @Endpoint(receiveEndpoint)
  async receive(
    { body, caller, request }: RequestOf<typeof receiveEndpoint>,
    reply: FastifyReply,
  ): Promise<z.output<typeof received>> {
    const gone = whenGone(reply);
    this.requireTestHost(caller);
    const [absent] = await this.absent(body.documents.flatMap(({ file }) => file?.sha256 ?? []));
    if (absent !== undefined) throw new Refusal(409, { message: `There is no file with the digest ${absent}.` });
    const documents = await this.withFiles(await this.known(body.documents), gone);
    const lists = await this.known(body.lists.map((list) => ({ platformId: null, planId: null, ...list })));
    const deleted = await this.having(body.deleted);
    await this.commands.execute(request, (by) => new FollowDocuments(documents, lists, deleted, by));
    const leftOut = body.documents.length + body.lists.length - documents.length - lists.length;
    return { documents: documents.length, lists: lists.length, leftOut };
  }

  private requireTestHost({ scope }: Principal): void {
    if (this.uat.isProduction)
      throw new Refusal(409, { message: 'The production host takes no documents of another host.' });
    if (!this.uat.takesDocuments)
      throw new Refusal(409, { message: 'This host takes no documents of another host until PRODUCTION_HOST is set.' });
    if (scope.kind !== 'all') throw new Refusal(403, { message: 'You do not have access to all plans.' });
  }

  /** The employers of this host that have each of some documents. */
  private async having(documentIds: readonly string[]): Promise<Map<string, string[]>> {
    const lists = documentIds.length === 0 ? [] : await this.lists.all();
    const having = (documentId: string) =>
      lists.filter(({ mappings }) => mappings.some((each) => each.documentId === documentId));
    return new Map(documentIds.map((id) => [id, having(id).map(({ companyId }) => companyId)]));
  }

  private async absent(digests: readonly string[]): Promise<string[]> {
    const found = await Promise.all(
      digests.map(async (sha256) => ((await this.files.keptAs(sha256)) === null ? [sha256] : [])),
    );
    return found.flat();
  }

  /**
   * With digest, bytes and pages as they were read from the stored files, whatever the other host says: what it sent was written anew, which
   * changes a file of an earlier release.
   */
  private async withFiles(documents: readonly SentDocument[], gone: AbortSignal): Promise<SentDocument[]> {
    const stored = await this.documents.all(documents.map(({ documentId }) => documentId));
    const read: SentDocument[] = [];
    for (const document of documents) {
      const was = stored.get(document.documentId)?.file ?? null;
      const file = document.file && (await this.readFile(document.file, was, gone));
      read.push({ ...document, file: file && { ...file, filename: document.file!.filename } });
    }
    return read;
  }

  private async readFile(sent: DocumentFile, was: DocumentFile | null, gone: AbortSignal): Promise<DocumentFile> {
    const { filename } = sent;
    const sha256 = (await this.files.keptAs(sent.sha256))!;
    if (was?.sha256 === sha256) return was;
    const { bytes, pages } = (await this.files.factsOf(sha256))!;
    if (pages !== null) return { filename, sha256, bytes, pages };
    const clean = await cleanPdf(filename, await buffer(this.files.read(sha256)), gone);
    const kept = await this.files.keepPdf(clean.bytes, clean.texts.length, sha256);
    return { filename, sha256: kept, bytes: clean.bytes.length, pages: clean.texts.length };
  }

  /** Those whose platform, plan and employer this host has: its fund may be another one. */
  private async known<T extends { platformId: string | null; planId: string | null; companyId: string | null }>(
    all: readonly T[],
  ): Promise<T[]> {
    const given = (of: 'platformId' | 'planId' | 'companyId') => ({ $in: all.flatMap((each) => each[of] ?? []) });
    const only = { projection: { _id: 1 } } as const;
    const found = await Promise.all([
      this.views
        .of(platformsView)
        .find({ _id: given('platformId') }, only)
        .toArray(),
      this.views
        .of(plansView)
        .find({ _id: given('planId') }, only)
        .toArray(),
      this.views
        .of(companiesView)
        .find({ _id: given('companyId') }, only)
        .toArray(),
    ]);
    const [platforms, plans, companies] = found.map((each) => new Set<string | null>(each.map(({ _id }) => _id)));
    return all.filter(
      ({ platformId, planId, companyId }) =>
        (platformId === null || platforms!.has(platformId)) &&
        (planId === null || plans!.has(planId)) &&
        (companyId === null || companies!.has(companyId)),
    );
  }
}

@Module({
  imports: [LibrarySlice],
  controllers: [ReceiveDocumentsController],
  providers: [FollowDocumentsHandler, UatHost],
})
export class ReceiveDocumentsSlice {}
