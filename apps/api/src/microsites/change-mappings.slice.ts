import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changedSince } from '@superscope/contracts/changed-since';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import {
  documentIdField,
  mappingOrder,
  mappingRequest,
  mappingSaved,
  planMapped,
  planMappingRequest,
  titleOf,
} from '@superscope/contracts/microsites';
import { usersView } from '@superscope/contracts/read-models/users';
import { sydneyTime } from '@superscope/contracts/sydney-time';
import type { Decision } from '@superscope/domain/event';
import { isFor, micrositeDocumentStream } from '@superscope/domain/microsite-document/microsite-document';
import {
  listChanged,
  mapDocument,
  mapDocumentUnlessMapped,
  micrositeListStream,
  reorderMappings,
  reviseMapping,
  unmapDeleted,
  unmapDocument,
  type MicrositeList,
  type MicrositeListEvent,
} from '@superscope/domain/microsite-list/microsite-list';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { Reading } from '@superscope/event-store/appending/deciding';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { z } from 'zod';
import { Commands, writeAnswerOf } from '../platform/commands/commands.js';
import { Revisions, type RecordFields, type SavedRecord } from '../platform/commands/revisions.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { addedBy } from './command-ids.js';
import { Employers } from './employers.js';
import { LibrarySlice, MicrositeDocuments } from './library.slice.js';
import { listChanges, listChangesOf } from './list-history.js';
import { MicrositeLists } from './microsite-lists.js';

const common = {
  right: 'microsite-documents.write',
  problems: { 404: null, 409: null },
  noted: 'changed microsite list',
} as const;

const saveMappingEndpoint = endpoint('POST /api/documents/mappings', {
  ...common,
  summary:
    'Adds a document to the microsite of an employer for whom it is, or with `mappingId` gives one another sequence. With `revision`, a place that somebody changed since is kept',
  body: mappingRequest,
  answers: { 200: mappingSaved },
  problems: { 404: null, 409: changedSince },
});

const mapPlanEndpoint = endpoint('POST /api/documents/mappings/plan', {
  ...common,
  summary: 'Adds a document to the microsites of all employers of a plan for whom it is and who do not have it',
  body: planMappingRequest,
  answers: { 200: planMapped },
});

const orderEndpoint = endpoint('PATCH /api/documents/mappings', {
  ...common,
  summary:
    'Puts the documents of an employer’s microsite in an order, unless somebody changed the list in the meantime',
  body: mappingOrder,
  answers: { 200: writeAnswer },
});

const unmapEndpoint = endpoint('DELETE /api/documents/mappings/:mappingId', {
  ...common,
  summary: 'Removes a document from an employer’s microsite',
  params: { mappingId: documentIdField },
  answers: { 200: writeAnswer },
});

/** Changes the documents of an employer's microsite by one decision. */
class ChangeMicrositeList extends Command<Written> {
  constructor(
    readonly companyId: string,
    readonly decision: Decision<MicrositeList, MicrositeListEvent>,
    readonly by: CommandContext,
    /** The document that it maps; null if it maps none. */
    readonly documentId: string | null = null,
    /** The list as somebody had read it; empty if nobody said. */
    readonly reading: Reading<MicrositeList> = {},
  ) {
    super();
  }
}

/** One mapping of a list. */
const recordOf = (companyId: string, mappingId: string): SavedRecord<MicrositeList> => ({
  stream: micrositeListStream,
  id: companyId,
  fields: ({ mappings }): Record<string, string | null> => {
    const mapping = mappings.find((each) => each.mappingId === mappingId);
    return mapping === undefined ? {} : { Sequence: String(mapping.sequence), Document: mapping.documentId };
  },
});

interface ListsChanged {
  /** Where the last change stands. */
  last: Written | null;
  changed: number;
  /** The employers whose lists could not be changed, and why. */
  leftOut: { companyId: string; reason: string }[];
}

/** Changes the lists of several employers. */
export class ChangeMicrositeLists extends Command<ListsChanged> {
  constructor(
    readonly companyIds: readonly string[],
    readonly decision: (companyId: string) => Decision<MicrositeList, MicrositeListEvent>,
    readonly by: CommandContext,
    readonly documentId: string | null = null,
  ) {
    super();
  }
}

/** Removes a document that was deleted while it was mapped, and throws RuleViolation. Deleting looks for mappings in turn, once it is done. */
async function keepMapped(
  store: EventStore,
  companyIds: readonly string[],
  documentId: string,
  by: CommandContext,
): Promise<void> {
  if ((await store.load(micrositeDocumentStream, documentId)).state !== null) return;
  await unmapDeletedOf(store, companyIds, documentId, by);
  throw new RuleViolation('not-found', 'There is no such document.');
}

/** Removes a deleted document from the lists of employers. */
export async function unmapDeletedOf(
  store: EventStore,
  companyIds: readonly string[],
  documentId: string,
  by: CommandContext,
): Promise<void> {
  const command = { ...by, commandId: `${by.commandId}/unmap` };
  for (const companyId of companyIds)
    await store.transact(micrositeListStream, companyId, unmapDeleted(companyId, documentId), command);
}

@CommandHandler(ChangeMicrositeList)
@Injectable()
class ChangeMicrositeListHandler implements ICommandHandler<ChangeMicrositeList> {
  constructor(private readonly store: EventStore) {}

  async execute({ companyId, decision, by, documentId, reading }: ChangeMicrositeList): Promise<Written> {
    const written = await this.store.transact(micrositeListStream, companyId, decision, by, reading);
    if (documentId !== null) await keepMapped(this.store, [companyId], documentId, by);
    return written;
  }
}

@CommandHandler(ChangeMicrositeLists)
@Injectable()
class ChangeMicrositeListsHandler implements ICommandHandler<ChangeMicrositeLists> {
  constructor(private readonly store: EventStore) {}

  async execute({ companyIds, decision, by, documentId }: ChangeMicrositeLists): Promise<ListsChanged> {
    let last: Written | null = null;
    let changed = 0;
    const leftOut: ListsChanged['leftOut'] = [];
    for (const companyId of companyIds)
      try {
        const written = await this.store.transact(micrositeListStream, companyId, decision(companyId), by);
        if (written.events > 0) changed += 1;
        if (last === null || written.events > 0) last = written;
      } catch (error) {
        // What hinders one employer hinders no other one.
        if (!(error instanceof RuleViolation)) throw error;
        leftOut.push({ companyId, reason: error.message });
      }
    if (documentId !== null) await keepMapped(this.store, companyIds, documentId, by);
    return { last, changed, leftOut };
  }
}

@Controller()
class ChangeMappingsController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly documents: MicrositeDocuments,
    private readonly lists: MicrositeLists,
    private readonly employers: Employers,
    private readonly revisions: Revisions,
  ) {}

  @Endpoint(saveMappingEndpoint)
  async save({ body, caller, request }: RequestOf<typeof saveMappingEndpoint>): Promise<z.output<typeof mappingSaved>> {
    const { companyId, documentId, sequence } = body;
    const employer = await this.employers.one(companyId, caller);
    const document = await this.documents.one(documentId, caller);
    if (!isFor(document, employer)) throw new Refusal(400, { message: `This document is not for ${employer.name}.` });
    if (body.mappingId != null && sequence == null) throw new Refusal(400, { message: 'Sequence must be at least 1' });
    let mappingId = body.mappingId ?? '';
    const read = body.mappingId == null ? undefined : body.revision;
    const save = (reading: Reading<MicrositeList>) =>
      this.commands.write(request, (by) => {
        if (body.mappingId == null) mappingId = addedBy(by, companyId);
        const decision =
          body.mappingId == null
            ? mapDocument(companyId, { mappingId, documentId, sequence: sequence ?? null })
            : reviseMapping(companyId, { mappingId, documentId, sequence: sequence! });
        return new ChangeMicrositeList(companyId, decision, by, documentId, reading);
      });
    const written = await this.revisions.guard(recordOf(companyId, mappingId), read, save, (fields) =>
      this.documentsInWords(fields),
    );
    return { ...written, mappingId };
  }

  @Endpoint(mapPlanEndpoint)
  async mapPlan({ body, caller, request }: RequestOf<typeof mapPlanEndpoint>): Promise<z.output<typeof planMapped>> {
    const { planId, documentId } = body;
    const employers = await this.employers.ofPlan(planId, caller);
    const document = await this.documents.one(documentId, caller);
    const names = new Map(employers.filter((each) => isFor(document, each)).map((each) => [each.companyId, each.name]));
    const { last, changed, leftOut } = await this.commands.execute(
      request,
      (by) =>
        new ChangeMicrositeLists(
          [...names.keys()],
          (companyId) => mapDocumentUnlessMapped(companyId, { mappingId: addedBy(by, companyId), documentId }),
          by,
          documentId,
        ),
    );
    if (last === null) {
      const message = leftOut[0]?.reason ?? 'This plan has no employer for whom this document is.';
      throw new Refusal(409, { message });
    }
    return {
      ...writeAnswerOf(last),
      added: changed,
      leftOut: leftOut.map(({ companyId, reason }) => ({ companyName: names.get(companyId)!, reason })),
    };
  }

  @Endpoint(orderEndpoint)
  async order({ body, caller, request }: RequestOf<typeof orderEndpoint>): Promise<WriteAnswer> {
    const { companyId, mappingIds, changes } = body;
    await this.employers.one(companyId, caller);
    try {
      return await this.commands.write(
        request,
        (by) => new ChangeMicrositeList(companyId, reorderMappings(companyId, mappingIds, changes), by),
      );
    } catch (error) {
      if (!(error instanceof RuleViolation) || error.message !== listChanged) throw error;
      throw new Refusal(409, { message: await this.whoChanged(companyId) });
    }
  }

  @Endpoint(unmapEndpoint)
  async unmap({ params, caller, request }: RequestOf<typeof unmapEndpoint>): Promise<WriteAnswer> {
    const companyId = await this.lists.employerOf(params.mappingId);
    if (companyId === null) throw new NotFoundException('There is no such mapping.');
    await this.employers.one(companyId, caller);
    const decision = unmapDocument(companyId, params.mappingId);
    return this.commands.write(request, (by) => new ChangeMicrositeList(companyId, decision, by));
  }

  private async documentsInWords(all: readonly RecordFields[]): Promise<(value: string, field: string) => string> {
    const documents = await this.documents.all(all.flatMap((fields) => fields['Document'] ?? []));
    const titles = new Map([...documents].map(([id, document]) => [id, titleOf(document)]));
    return (value, field) => (field === 'Document' ? (titles.get(value) ?? 'A deleted document') : value);
  }

  /** Names who changed a list last, as far as their account is still there. */
  private async whoChanged(companyId: string): Promise<string> {
    const changes = await listChangesOf(this.store, companyId);
    const last = changes.findLast(({ type }) => listChanges.includes(type));
    const user = last && (await this.views.of(usersView).findOne({ _id: last.metadata.actor }));
    if (!user) return listChanged;
    const name = user.personal?.name ?? user.personal?.username;
    return `${name} changed this list at ${sydneyTime(last.created)}. Yours was not saved: see theirs and move again.`;
  }
}

@Module({
  imports: [LibrarySlice],
  controllers: [ChangeMappingsController],
  providers: [ChangeMicrositeListHandler, ChangeMicrositeListsHandler],
})
export class ChangeMappingsSlice {}
