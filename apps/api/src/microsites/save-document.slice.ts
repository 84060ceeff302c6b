import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changedSince } from '@superscope/contracts/changed-since';
import { documentIdField, documentSaved, type DocumentSaved } from '@superscope/contracts/microsites';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import type { Decision } from '@superscope/domain/event';
import {
  addDocument,
  deleteDocument,
  isFor,
  micrositeDocumentStream,
  reviseDocument,
  type DocumentScope,
  type MicrositeDocument,
  type MicrositeDocumentEvent,
} from '@superscope/domain/microsite-document/microsite-document';
import { micrositeListStream } from '@superscope/domain/microsite-list/microsite-list';
import { checkPdfName } from '@superscope/domain/pdf-resources/pdf-resources';
import type { Reading } from '@superscope/event-store/appending/deciding';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { Position } from '@superscope/event-store/events/position';
import { readerOf, type EventReader } from '@superscope/event-store/events/by-event';
import { isUndecodable, type CommandContext, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { FastifyReply } from 'fastify';
import { whenGone } from '../platform/http/gone.js';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Revisions, type RecordFields, type SavedRecord } from '../platform/commands/revisions.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { cleanPdf } from '../platform/pdf/clean-pdf.js';
import { unmapDeletedOf } from './change-mappings.slice.js';
import { addedBy, withContents } from './command-ids.js';
import { documentUploadOf } from './document-upload.js';
import { DocumentFiles } from './document-files.js';
import { Employers } from './employers.js';
import { LibrarySlice, MicrositeDocuments } from './library.slice.js';
import { MicrositeLists } from './microsite-lists.js';

const saveDocumentEndpoint = endpoint('POST /api/documents', {
  summary:
    'Adds a document of microsites, or with `documentId` revises one: the part `document` is JSON, and `file` a PDF of at most 20 MB unless the document has an address. With `revision`, a document that somebody changed since is kept',
  right: 'microsite-documents.write',
  body: new Media('multipart/form-data'),
  readsFile: true,
  answers: { 200: documentSaved },
  problems: { 404: null, 409: changedSince, 413: null },
  noted: 'changed microsite document',
});

const deleteDocumentEndpoint = endpoint('DELETE /api/documents/:documentId', {
  summary: 'Deletes a document that is mapped to no employer',
  right: 'microsite-documents.write',
  params: { documentId: documentIdField },
  answers: { 200: writeAnswer },
  problems: { 404: null, 409: null },
  noted: 'changed microsite document',
});

/** For whom a document is, as an id with its kind until a refusal says the name. */
const scopeField = 'For';
const recordOf = (documentId: string): SavedRecord<MicrositeDocument> => ({
  stream: micrositeDocumentStream,
  id: documentId,
  fields: (document): Record<string, string | null> =>
    document === null
      ? {}
      : {
          Type: document.type,
          [scopeField]: document.companyId ?? document.planId ?? document.platformId ?? everybody,
          Title: document.title,
          Description: document.description,
          'PDF or address': document.file?.filename ?? document.url,
          // Another file of the same name is a change too.
          'Content of the PDF': document.file === null ? null : `${document.file.sha256.slice(0, 12)}…`,
        },
});
const everybody = 'All';

/** Changes a document of microsites by one decision. */
const ChangeDocument = decides(
  'ChangeDocument',
  micrositeDocumentStream,
  (decision: Decision<MicrositeDocument, MicrositeDocumentEvent>) => decision,
);

/** How many lists are read at a time. */
const readsAtOnce = 8;

/** Deletes a document unless one of these employers has it, by their lists' own streams: what is read of them may be late. */
class DeleteDocument extends Command<Written> {
  constructor(
    readonly documentId: string,
    readonly companyIds: readonly string[],
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteDocument)
@Injectable()
class DeleteDocumentHandler implements ICommandHandler<DeleteDocument> {
  constructor(private readonly store: EventStore) {}

  async execute({ documentId, companyIds, by }: DeleteDocument): Promise<Written> {
    const before = await this.newest();
    const mapped = (await this.having(companyIds, documentId)).length;
    const decision = deleteDocument(documentId, mapped);
    const written = await this.store.transact(micrositeDocumentStream, documentId, decision, by);
    // Those that got it meanwhile. Whoever maps it from now on finds that it is deleted.
    await unmapDeletedOf(this.store, await this.mappedSince(before, documentId), documentId, by);
    return written;
  }

  private async having(companyIds: readonly string[], documentId: string): Promise<string[]> {
    const found: string[] = [];
    const left = [...companyIds];
    const reads = Array.from({ length: readsAtOnce }, async () => {
      for (let companyId = left.pop(); companyId !== undefined; companyId = left.pop()) {
        const { state } = await this.store.load(micrositeListStream, companyId);
        if (state.mappings.some((each) => each.documentId === documentId)) found.push(companyId);
      }
    });
    await Promise.all(reads);
    return found;
  }

  private async newest(): Promise<Position | null> {
    for await (const [event] of this.store.newest(1)) return event?.position ?? null;
    return null;
  }

  /** The employers whose lists got a document after a position, by the log: to read each list again would take as long as before. */
  private async mappedSince(from: Position | null, documentId: string): Promise<string[]> {
    const found = new Set<string>();
    for await (const batch of this.store.readAll({ from, prefixes: [`${micrositeListStream.category}-`] }))
      for (const event of batch) {
        const concerned = isUndecodable(event) ? null : concernedBy(event);
        if (concerned?.documentId === documentId) found.add(concerned.companyId);
      }
    return [...found];
  }
}

const mapping = ({ data }: RecordedEvent<{ companyId: string; documentId: string }>) => data;

/** The document that an event puts into an employer's list or takes out of it. */
const concernedBy: EventReader<{ companyId: string; documentId: string }> = readerOf(
  micrositeListStream,
  { ignores: ['DocumentMappingsReordered', 'MicrositeCacheCleared'] },
  { DocumentMapped: mapping, DocumentMappingRevised: mapping, DocumentUnmapped: mapping },
);

type Given = Partial<Record<keyof DocumentScope, string | null | undefined>>;

@Controller()
class SaveDocumentController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly documents: MicrositeDocuments,
    private readonly lists: MicrositeLists,
    private readonly employers: Employers,
    private readonly files: DocumentFiles,
    private readonly revisions: Revisions,
  ) {}

  @Endpoint(saveDocumentEndpoint)
  async save({ caller, request }: RequestOf<typeof saveDocumentEndpoint>, reply: FastifyReply): Promise<DocumentSaved> {
    const gone = whenGone(reply);
    const { document, file } = await documentUploadOf(request);
    const { documentId, type, title, description, url, revision } = document;
    const scope = await this.scopeOf(document, caller);
    await this.documents.requireChange(caller, scope);
    if (documentId !== undefined) {
      const was = await this.documents.one(documentId, caller);
      await this.documents.requireChange(caller, was);
      await this.requireEmployers(documentId, scope);
    }
    if (file !== null && url !== null)
      throw new Refusal(400, { message: 'A document is a PDF or an address, not both.' });
    const stored = file && (await this.stored(file, gone));
    const details = { ...scope, type, title, description, url, file: stored?.details ?? null };
    let id = documentId ?? '';
    const read = documentId === undefined ? undefined : revision;
    const save = (reading: Reading<MicrositeDocument>) =>
      this.commands.write(request, (by) => {
        if (documentId === undefined) id = addedBy(by, 'document');
        const decision = documentId === undefined ? addDocument(id, details) : reviseDocument(id, details);
        return ChangeDocument.of(id, decision)(withContents(by, { id, ...details }), reading);
      });
    const written = await this.revisions.guard(recordOf(id), read, save, (fields) => this.scopesInWords(fields));
    return { ...written, documentId: id, notices: stored?.notices ?? [] };
  }

  @Endpoint(deleteDocumentEndpoint)
  async delete({ params, caller, request }: RequestOf<typeof deleteDocumentEndpoint>): Promise<WriteAnswer> {
    const { documentId } = params;
    const document = await this.documents.one(documentId, caller);
    await this.documents.requireChange(caller, document);
    const companyIds = new Set([...(await this.lists.having(documentId)), ...(await this.companiesOf(document))]);
    return this.commands.write(request, (by) => new DeleteDocument(documentId, [...companyIds], by));
  }

  /** The employers whose lists may have a document. */
  private async companiesOf({ platformId, planId, companyId }: DocumentScope): Promise<string[]> {
    if (companyId !== null) return [companyId];
    const only = { projection: { _id: 1 } } as const;
    const plans = this.views.of(plansView).find(platformId === null ? {} : { platformId }, only);
    const planIds = planId === null ? (await plans.toArray()).map(({ _id }) => _id) : [planId];
    const companies = this.views.of(companiesView).find({ planId: { $in: planIds } }, only);
    return (await companies.toArray()).map(({ _id }) => _id);
  }

  private async scopesInWords(all: readonly RecordFields[]): Promise<(value: string, field: string) => string> {
    const ids = { $in: all.flatMap((fields) => fields[scopeField] ?? []) };
    const named = await Promise.all([
      this.views.of(companiesView).find({ _id: ids }).toArray(),
      this.views.of(plansView).find({ _id: ids }).toArray(),
      this.views.of(platformsView).find({ _id: ids }).toArray(),
    ]);
    const names = new Map(named.flat().map(({ _id, name }) => [_id, name ?? _id]));
    return (value, field) => (field === scopeField ? (names.get(value) ?? value) : value);
  }

  /** Stores the bytes first, so that an event never names a file that does not exist. */
  private async stored({ name, bytes }: { name: string; bytes: Buffer }, gone: AbortSignal) {
    checkPdfName(name);
    const { notices, texts, ...clean } = await cleanPdf(name, bytes, gone);
    const pages = texts.length;
    const sha256 = await this.files.keepPdf(clean.bytes, pages);
    return { details: { filename: name, sha256, bytes: clean.bytes.length, pages }, notices };
  }

  /** The whole scope of the narrowest that is given. Throws 403 out of reach, and 404 for what does not exist. */
  private async scopeOf({ platformId, planId, companyId }: Given, caller: Principal): Promise<DocumentScope> {
    if (companyId != null) {
      const employer = await this.employers.one(companyId, caller);
      return { platformId: employer.platformId, planId: employer.planId, companyId };
    }
    if (planId != null) return { platformId: await this.employers.platformOf(planId), planId, companyId: null };
    if (platformId == null) return { platformId: null, planId: null, companyId: null };
    const platform = await this.views.of(platformsView).findOne({ _id: platformId }, { projection: { _id: 1 } });
    if (platform === null) throw new NotFoundException('There is no such platform.');
    return { platformId, planId: null, companyId: null };
  }

  /** Throws 409 if an employer has the document that it would no longer be for. */
  private async requireEmployers(documentId: string, scope: DocumentScope): Promise<void> {
    const companies = await this.views
      .of(companiesView)
      .find({ _id: { $in: await this.lists.having(documentId) } })
      .toArray();
    for (const { _id, name, planId } of companies) {
      const employer = { companyId: _id, planId, platformId: await this.employers.platformOf(planId) };
      if (!isFor(scope, employer))
        throw new Refusal(409, { message: `It is mapped to ${name ?? _id}, for whom it would no longer be.` });
    }
  }
}

@Module({
  imports: [LibrarySlice],
  controllers: [SaveDocumentController],
  providers: [ChangeDocument.handler, DeleteDocumentHandler],
})
export class SaveDocumentSlice {}
