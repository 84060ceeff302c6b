import { Readable } from 'node:stream';
import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { providersView } from '@superscope/contracts/read-models/fund';
import { workView } from '@superscope/contracts/read-models/work';
import { salesforceBatchBegun, type SalesforceBatchBegun } from '@superscope/contracts/salesforce';
import {
  differenceSides,
  mostDifferences,
  reconciliationBegun,
  reconciliationDifferences,
  salesforceReconciliations,
  totalOf,
  type ReconciliationBegun,
  type ReconciliationDifference,
  type ReconciliationDifferences,
  type ReconciliationRecord,
  type SalesforceReconciliations,
} from '@superscope/contracts/salesforce-reconciliation';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { batchRegisterStream, scopeKey } from '@superscope/domain/salesforce-batch/batch-register';
import { batchStatus, isBatchRunning } from '@superscope/domain/salesforce-batch/salesforce-batch';
import {
  salesforceReconciliation,
  salesforceReconciliationStream,
} from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { guardFormula } from '../platform/csv/formula-guard.js';
import { byteOrderMark, csvLine } from '../platform/csv/csv-line.js';
import { inTurns } from '../platform/turns.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Commands, writeAnswerOf } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { nextDue } from '../work/clock-times.js';
import { userNames } from '../users/user-names.js';
import { Worker } from '../work/worker.js';
import { BatchProgress } from './batch-progress.js';
import { BatchStates } from './batch-states.js';
import { CrmConnection } from './crm-connection.js';
import { exportFiles } from './export-files.js';
import {
  compareStep,
  crmObjects,
  KeptDifferences,
  objectsReconciled,
  type KeptDifference,
} from './kept-differences.js';
import { SalesforceModule } from './salesforce.module.js';
import { StartBatch, workIdOf } from './start-batch.slice.js';
import { StartExportSlice } from './start-export.slice.js';
import { ReconcileSalesforce, weekly, WeeklyReconciliation } from './weekly-reconciliation.js';

type WorkDocument = DocumentOf<typeof workView>;

const mostOfHistory = 10;
const { category } = salesforceReconciliationStream;
const params = { workId: z.uuid() };

const reconcileEndpoint = endpoint('POST /api/salesforce/reconciliations', {
  summary:
    'Compares what Salesforce has with what it should have, in the background; one that runs already is answered',
  right: 'salesforce.reconcile',
  answers: { 202: reconciliationBegun },
  problems: { 409: null },
  noted: 'compared with Salesforce',
});

const reconciliationsEndpoint = endpoint('GET /api/salesforce/reconciliations', {
  summary:
    'What the newest comparison with Salesforce found, by provider and object, how one that runs stands, and the last ten',
  right: 'salesforce.export',
  polled: true,
  answers: { 200: salesforceReconciliations },
});

const differencesEndpoint = endpoint('GET /api/salesforce/reconciliations/:workId/differences', {
  summary:
    'Ids that a comparison found on one side only: the first 100 of those that Salesforce misses, or has beside ours',
  right: 'salesforce.export',
  params,
  query: z.strictObject({ side: z.enum(differenceSides) }),
  answers: { 200: reconciliationDifferences },
  problems: { 404: null, 410: null },
});

const differencesCsvEndpoint = endpoint('GET /api/salesforce/reconciliations/:workId/differencesCsv', {
  summary: 'All ids that a comparison found on one side only, as a CSV file without names',
  right: 'salesforce.export',
  params,
  answers: { 200: new Media('text/csv; charset=utf-8') },
  problems: { 404: null, 410: null },
  sends: true,
});

const sendMissingEndpoint = endpoint('POST /api/salesforce/reconciliations/:workId/missing', {
  summary: 'Sends the rows that the newest comparison found missing at Salesforce, and no others, as a batch',
  right: 'salesforce.export',
  params,
  answers: { 202: salesforceBatchBegun },
  problems: { 404: null, 409: null, 410: null },
  noted: 'started Salesforce export',
});

@CommandHandler(ReconcileSalesforce)
@Injectable()
class ReconcileSalesforceHandler implements ICommandHandler<ReconcileSalesforce> {
  constructor(
    private readonly store: EventStore,
    private readonly worker: Worker,
  ) {}

  async execute({ isWeekly, by }: ReconcileSalesforce): Promise<ReconciliationBegun> {
    const workId = workIdOf(by.commandId);
    const requested = salesforceReconciliation.request(workId, by.actor, { weekly: isWeekly });
    const written = await this.store.transact(salesforceReconciliationStream, workId, requested, by);
    this.worker.begin(category, workId, by.actor);
    return { workId, isNew: true, ...writeAnswerOf(written) };
  }
}

@Controller()
class ReconcileSalesforceController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly connection: CrmConnection,
    private readonly progress: BatchProgress,
    private readonly states: BatchStates,
    private readonly kept: KeptDifferences,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(reconcileEndpoint)
  async reconcile({ request }: RequestOf<typeof reconcileEndpoint>): Promise<ReconciliationBegun> {
    this.assertConnected();
    const [newest] = await this.newest(1);
    if (newest !== undefined && isRunning(newest)) return { workId: newest._id, isNew: false };
    return this.commands.execute(request, (by: CommandContext) => new ReconcileSalesforce(false, by));
  }

  @Endpoint(reconciliationsEndpoint)
  async show(): Promise<SalesforceReconciliations> {
    const newest = await this.newest(mostOfHistory);
    const last = newest.find(({ state }) => state === 'done') ?? (await this.lastDone());
    const running = newest.find(isRunning) ?? null;
    const shown = [...newest, ...(last === null ? [] : [last]), ...(running === null ? [] : [running])];
    const names = await userNames(
      this.views,
      shown.flatMap(({ by }) => by ?? []),
    );
    const host = this.connection.crm?.host ?? null;
    return {
      host,
      next: host === null ? null : nextDue(weekly, new Date()).toISOString(),
      running: running && { ...recordOf(running, names), ...(await this.stands(running)) },
      last: last && { ...recordOf(last, names), ...(await this.found(last)) },
      history: newest.map((each) => recordOf(each, names)),
    };
  }

  private async stands({ _id, outcomes = {}, state, reason, retryAt }: WorkDocument) {
    const live = (await this.progress.of([_id])).get(_id);
    const steps = crmObjects.filter((crmObject) => compareStep(crmObject) in outcomes).length;
    return {
      note: state === 'retrying' ? (reason ?? null) : state === 'stopping' ? 'Stops soon' : (live?.note ?? null),
      retryAt: (retryAt ?? live?.retryAt)?.toISOString() ?? null,
      progress: steps / crmObjects.length,
    };
  }

  private async found({ _id, outcomes = {}, reconciled }: WorkDocument) {
    const { groups = [], isPartial = false } = reconciled ?? {};
    const names = await this.providers();
    return {
      groups: groups
        .map((group) => ({
          ...group,
          provider: group.providerId && (names.get(group.providerId) ?? group.providerId),
          crmObject: exportFiles[group.object].crmObject,
        }))
        // What is of no provider comes last.
        .toSorted((a, b) => compared(a.provider ?? '\uffff', b.provider ?? '\uffff')),
      isPartial,
      hasIds: await this.kept.areKept(objectsReconciled(outcomes)),
      sentBy: await this.sentBy(_id),
    };
  }

  /** The newest batch of what a comparison found missing. */
  private async sentBy(missingOf: string): Promise<NonNullable<SalesforceReconciliations['last']>['sentBy']> {
    const { batchesOf } = (await this.store.load(batchRegisterStream, '')).state;
    const batches = batchesOf[scopeKey({ ...ofNoDays, missingOf })] ?? [];
    const states = await this.states.of(batches);
    const newest = batches.findLast(({ workId }) => states.get(workId) != null);
    return newest === undefined ? null : { batchId: newest.number, status: batchStatus(states.get(newest.workId)!) };
  }

  @Endpoint(differencesEndpoint)
  async differences({ params: { workId }, query: { side } }: RequestOf<typeof differencesEndpoint>) {
    const { outcomes = {} } = await this.done(workId);
    const names = await this.providers();
    const found: ReconciliationDifferences = { count: 0, rows: [] };
    for await (const some of this.kept.of(objectsReconciled(outcomes)))
      for (const difference of some) {
        if (difference.side !== side) continue;
        found.count += 1;
        if (found.rows.length < mostDifferences) found.rows.push(rowOf(difference, names));
      }
    return found;
  }

  @Endpoint(differencesCsvEndpoint)
  async csv(
    { params: { workId }, caller, request }: RequestOf<typeof differencesCsvEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const { outcomes = {}, requestedAt } = await this.done(workId);
    const objects = objectsReconciled(outcomes);
    const pieces = this.kept.of(objects);
    const names = await this.providers();
    // Whether they are kept is known before the answer begins.
    const first = await pieces.next();
    const day = sydneyDate(requestedAt!);
    const { userId, role } = caller;
    await this.access.noteNow(request, {
      userId,
      role,
      planId: null,
      rows: null,
      action: 'export',
      object: 'ids that differ at Salesforce',
      outcome: 'ok',
      filter: { compared: day },
    });
    const lines = (some: readonly KeptDifference[]) =>
      some
        .map((each) => {
          const { side, provider, object, crmObject, key, crmId, why, isToDelete } = rowOf(each, names);
          const reason = why === null ? '' : isToDelete ? `${why}, deleted by the next export` : why;
          return csvLine([side, provider ?? '', object, crmObject, key ?? '', crmId ?? '', reason].map(guardFormula));
        })
        .join('');
    const text = async function* () {
      yield byteOrderMark + csvLine(['side', 'provider', 'object', 'crmObject', 'Superscope_Id__c', 'Id', 'why']);
      if (first.done !== true) yield lines(first.value);
      for await (const some of pieces) yield lines(some);
    };
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', attachment(`salesforce_differences_${day}`, 'csv'))
      .send(Readable.from(inTurns(text())));
  }

  @Endpoint(sendMissingEndpoint)
  async sendMissing({
    params: { workId },
    request,
  }: RequestOf<typeof sendMissingEndpoint>): Promise<SalesforceBatchBegun> {
    this.assertConnected();
    const comparison = await this.done(workId);
    if ((await this.lastDone())?._id !== workId)
      throw new Refusal(409, { message: 'There is a newer comparison. Send what that one found missing.' });
    if (totalOf(comparison.reconciled?.groups ?? [], 'missing') === 0)
      throw new Refusal(409, { message: 'Nothing was missing at Salesforce.' });
    if (!(await this.kept.areKept(objectsReconciled(comparison.outcomes ?? {}))))
      throw new Refusal(410, { message: 'The ids of this comparison are no longer kept. Please compare again.' });
    const sent = await this.sentBy(workId);
    if (sent !== null && sent.status === 'COMPLETED')
      throw new Refusal(409, {
        message: `Batch ${sent.batchId} has sent them. Compare again to see what is still missing.`,
      });
    const today = sydneyDate(new Date());
    const asked = { ...ofNoDays, startDate: today, endDate: today, forced: false, filterSha256: null };
    return this.commands.execute(request, (by) => new StartBatch({ ...asked, missingOf: workId }, by));
  }

  private assertConnected(): void {
    if (this.connection.crm === null) throw new Refusal(409, { message: 'No Salesforce is connected.' });
  }

  private newest(most: number): Promise<WorkDocument[]> {
    return this.views
      .of(workView)
      .find({ category, requestedAt: { $exists: true } })
      .sort({ requestedAt: -1 })
      .limit(most)
      .toArray();
  }

  private lastDone(): Promise<WorkDocument | null> {
    return this.views.of(workView).findOne({ category, state: 'done' }, { sort: { requestedAt: -1 } });
  }

  /** Throws 404 for a comparison that is not there, or has not come to its end. */
  private async done(workId: string): Promise<WorkDocument> {
    const found = await this.views.of(workView).findOne({ _id: workId, category, state: 'done' });
    if (found === null) throw new NotFoundException('There is no such comparison.');
    return found;
  }

  private async providers(): Promise<Map<string, string>> {
    const found = await this.views.of(providersView).find().toArray();
    return new Map(found.map(({ _id, name }) => [_id, name ?? _id]));
  }
}

/** What stands for the days of a batch that has none. */
const ofNoDays = { startDate: '', endDate: '', providerId: null, companyId: null, retryOf: null } as const;

const isRunning = ({ state }: WorkDocument): boolean => isBatchRunning(batchStatus(state));

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const recordOf = (work: WorkDocument, names: ReadonlyMap<string, string>): ReconciliationRecord => {
  const { _id, requestedAt, endedAt, state, by = '', reason, reconciled } = work;
  const sum = (of: 'ours' | 'theirs' | 'missing' | 'unsent' | 'extra' | 'toDelete') =>
    totalOf(reconciled?.groups ?? [], of);
  return {
    workId: _id,
    requestedAt: requestedAt!.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    state,
    askedBy: names.get(by) ?? 'Somebody whose account is gone',
    reason: reason ?? null,
    totals:
      reconciled === undefined
        ? null
        : {
            ours: sum('ours'),
            theirs: sum('theirs'),
            missing: sum('missing'),
            unsent: sum('unsent'),
            extra: sum('extra'),
            toDelete: sum('toDelete'),
          },
  };
};

const rowOf = (difference: KeptDifference, names: ReadonlyMap<string, string>): ReconciliationDifference => {
  const { side, object, providerId, key } = difference;
  const isExtra = side === 'extra';
  return {
    side,
    object,
    crmObject: exportFiles[object].crmObject,
    provider: providerId && (names.get(providerId) ?? providerId),
    key,
    crmId: isExtra ? difference.crmId : null,
    why: isExtra ? difference.why : null,
    isToDelete: isExtra && difference.isToDelete,
  };
};

@Module({
  imports: [SalesforceModule, StartExportSlice],
  controllers: [ReconcileSalesforceController],
  providers: [ReconcileSalesforceHandler, WeeklyReconciliation],
})
export class ReconcileSalesforceSlice {}
