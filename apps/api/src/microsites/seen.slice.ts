import { Controller, Module } from '@nestjs/common';
import { seenDocuments, seenQuery, titleOf, type SeenDocuments } from '@superscope/contracts/microsites';
import { sydneyDate } from '@superscope/contracts/sydney-time';
import { addDays } from '@superscope/domain/calendar-dates';
import { isFor, type DocumentDetails } from '@superscope/domain/microsite-document/microsite-document';
import { differenceOf, micrositeListStream } from '@superscope/domain/microsite-list/microsite-list';
import { EventStore } from '@superscope/event-store/event-store';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { parseInstant } from '../platform/time/sydney-instant.js';
import { Employers, type Employer } from './employers.js';
import { LibrarySlice, MicrositeDocuments } from './library.slice.js';
import { documentAt, listChangesOf } from './list-history.js';
import { MicrositeLists } from './microsite-lists.js';

const seenEndpoint = endpoint('GET /api/documents/seen', {
  summary:
    'The documents that members of an employer find on its microsite today, or with `on` at the end of that day in Sydney, by the recorded events',
  right: 'microsite-documents.write',
  query: seenQuery,
  answers: { 200: seenDocuments },
  problems: { 404: null },
});

const seenOf = (documentId: string, details: DocumentDetails): SeenDocuments['documents'][number] => ({
  documentId,
  type: details.type,
  title: titleOf(details),
  url: details.url,
  pages: details.file?.pages ?? null,
  size: details.file?.bytes ?? null,
});

@Controller()
class SeenController {
  constructor(
    private readonly store: EventStore,
    private readonly documents: MicrositeDocuments,
    private readonly lists: MicrositeLists,
    private readonly employers: Employers,
  ) {}

  @Endpoint(seenEndpoint)
  async seen({ query: { companyId, on }, caller }: RequestOf<typeof seenEndpoint>): Promise<SeenDocuments> {
    const employer = await this.employers.one(companyId, caller);
    return on === undefined || on >= sydneyDate(new Date()) ? this.today(employer) : this.atEndOf(companyId, on);
  }

  private async today(employer: Employer): Promise<SeenDocuments> {
    const { companyId } = employer;
    const { mappings, revision } = await this.lists.one(companyId);
    const documents = await this.documents.all(mappings.map(({ documentId }) => documentId));
    const shown = mappings.flatMap(({ documentId }) => {
      const document = documents.get(documentId);
      return document === undefined || !isFor(document, employer) ? [] : [seenOf(documentId, document)];
    });
    return { companyId, revision, documents: shown, since: null };
  }

  private async atEndOf(companyId: string, on: string): Promise<SeenDocuments> {
    const until = new Date(parseInstant(addDays(on, 1))!);
    const changes = await listChangesOf(this.store, companyId);
    const before = changes.filter(({ created }) => created.getTime() < until.getTime());
    const fold = (events: typeof changes) => events.reduce(micrositeListStream.evolve, micrositeListStream.initial);
    const [then, now] = [fold(before), fold(changes)];
    const documents = await Promise.all(
      then.mappings.map(async ({ documentId }) => {
        const document = await documentAt(this.store, documentId, until);
        return document === null ? [] : [seenOf(documentId, document)];
      }),
    );
    return {
      companyId,
      revision: Number(before.at(-1)?.revision ?? -1),
      documents: documents.flat(),
      since: differenceOf(then.mappings, now.mappings),
    };
  }
}

@Module({ imports: [LibrarySlice], controllers: [SeenController] })
export class SeenSlice {}
