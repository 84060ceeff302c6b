import { randomUUID } from 'node:crypto';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { syncState, type SyncState } from '@superscope/contracts/microsites';
import { workView } from '@superscope/contracts/read-models/work';
import { workBegun, type WorkBegun } from '@superscope/contracts/work';
import { documentSync, documentSyncStream } from '@superscope/domain/document-sync/document-sync';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { WorkModule } from '../work/work.module.js';
import { Worker } from '../work/worker.js';
import { StoredPdfsModule } from '../stored-pdfs/stored-pdfs.module.js';
import { LibrarySlice } from './library.slice.js';
import { SyncWork } from './sync-work.js';
import { UatHost } from './uat-host.js';

const syncEndpoint = endpoint('POST /api/documents/syncUAT', {
  summary:
    'On the production host: sends all documents of microsites and the lists of employers to the host for acceptance tests, in the background',
  right: 'microsite-documents.write',
  answers: { 202: workBegun },
  problems: { 409: null },
});

const syncStateEndpoint = endpoint('GET /api/documents/syncUAT', {
  summary: 'Whether this host sends documents to the one for acceptance tests, and what came of the newest time',
  right: 'microsite-documents.write',
  answers: { 200: syncState },
});

/** Sends the documents to the host for acceptance tests. */
class SyncDocuments extends Command<Written> {
  constructor(
    readonly workId: string,
    readonly host: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SyncDocuments)
@Injectable()
class SyncDocumentsHandler implements ICommandHandler<SyncDocuments> {
  constructor(private readonly store: EventStore) {}

  execute({ workId, host, by }: SyncDocuments): Promise<Written> {
    return this.store.transact(documentSyncStream, workId, documentSync.request(workId, by.actor, { host }), by);
  }
}

const underWay = ['waiting', 'running', 'retrying', 'stopping'];

@Controller()
class SyncDocumentsController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly worker: Worker,
    private readonly uat: UatHost,
  ) {}

  @Endpoint(syncEndpoint)
  async sync({ caller, request }: RequestOf<typeof syncEndpoint>): Promise<WorkBegun> {
    const { host } = this.uat;
    if (host === null) throw new Refusal(409, { message: 'Only the production host sends documents to UAT.' });
    if (caller.scope.kind !== 'all')
      throw new Refusal(403, { message: 'You do not have access to all plans whose documents would be sent.' });
    const last = await this.newest();
    if (last !== null && underWay.includes(last.state)) return { workId: last._id, isNew: false };
    const workId = randomUUID();
    await this.commands.execute(request, (by) => new SyncDocuments(workId, host, by));
    this.worker.begin(documentSyncStream.category, workId, caller.userId);
    return { workId, isNew: true };
  }

  @Endpoint(syncStateEndpoint)
  async state({ caller }: RequestOf<typeof syncStateEndpoint>): Promise<SyncState> {
    const last = await this.newest();
    return {
      isOffered: this.uat.host !== null && caller.scope.kind === 'all',
      last: last && { workId: last._id, state: last.state, reason: last.reason ?? null },
    };
  }

  private newest() {
    const { category } = documentSyncStream;
    return this.views.of(workView).findOne({ category, requestedAt: { $exists: true } }, { sort: { requestedAt: -1 } });
  }
}

@Module({
  imports: [LibrarySlice, StoredPdfsModule, WorkModule],
  controllers: [SyncDocumentsController],
  providers: [SyncDocumentsHandler, SyncWork, UatHost],
})
export class SyncDocumentsSlice {}
