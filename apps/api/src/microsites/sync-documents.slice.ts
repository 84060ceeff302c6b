import { randomUUID } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import { syncState, type SyncState } from '@superscope/contracts/microsites';
import { workView } from '@superscope/contracts/read-models/work';
import { workBegun, type WorkBegun } from '@superscope/contracts/work';
import { documentSync, documentSyncStream } from '@superscope/domain/document-sync/document-sync';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
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
const SyncDocuments = decides(
  'SyncDocuments',
  documentSyncStream,
  (host: string) => (sync, by, workId) => documentSync.request(workId, by.actor, { host })(sync),
);

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
    await this.commands.execute(request, SyncDocuments.of(workId, host));
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
  providers: [SyncDocuments.handler, SyncWork, UatHost],
})
export class SyncDocumentsSlice {}
