import { createHash, hash } from 'node:crypto';
import { Controller, Injectable, Module } from '@nestjs/common';
import { CommandHandler, Command, type ICommandHandler } from '@nestjs/cqrs';
import { companiesView, platformsView, plansView, providersView } from '@superscope/contracts/read-models/fund';
import { workView } from '@superscope/contracts/read-models/work';
import {
  salesforceBatchBegun,
  salesforceExportRequest,
  salesforcePreview,
  salesforcePreviewQuery,
  type SalesforceBatchBegun,
  type SalesforceExportRequest,
  type SalesforcePreview,
} from '@superscope/contracts/salesforce';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { batchRegisterStream, numberBatch, scopeKey } from '@superscope/domain/salesforce-batch/batch-register';
import {
  exportObjects,
  salesforceBatch,
  salesforceBatchStream,
  type SalesforceBatchRequest,
} from '@superscope/domain/salesforce-batch/salesforce-batch';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands, writeAnswerOf } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { formFieldsOf, formTypes } from '../platform/http/form-fields.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { Worker } from '../work/worker.js';
import { BatchStates } from './batch-states.js';
import { ExportRows } from './export-rows.js';
import { ExportScopes, type ExportAsked } from './export-scope.js';
import { SalesforceModule } from './salesforce.module.js';

const startExportEndpoint = endpoint('POST /api/salesforce/exports', {
  summary:
    'Exports what changed from one day to another, of a provider, an employer or all, to Salesforce or into files; form fields startDate, endDate, providerIdFilter, employerIdFilter, forceNewRun',
  right: 'salesforce.export',
  noted: 'started Salesforce export',
  body: new Media(...formTypes),
  answers: { 202: salesforceBatchBegun },
  problems: { 404: null, 409: null, 415: null },
});

const previewExportEndpoint = endpoint('GET /api/salesforce/exports/preview', {
  summary: 'About how many records an export would have, and the batch that has exported the same days already',
  right: 'salesforce.export',
  query: salesforcePreviewQuery,
  answers: { 200: salesforcePreview },
  problems: { 404: null },
});

/** Begins a batch, once it is clear that no other of the same is in its way. */
export class StartBatch extends Command<SalesforceBatchBegun> {
  constructor(
    readonly request: Omit<SalesforceBatchRequest, 'number'>,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(StartBatch)
@Injectable()
class StartBatchHandler implements ICommandHandler<StartBatch> {
  constructor(
    private readonly store: EventStore,
    private readonly states: BatchStates,
    private readonly worker: Worker,
  ) {}

  async execute({ request, by: asked }: StartBatch): Promise<SalesforceBatchBegun> {
    const by = withFields(asked, request);
    // The same command, sent again, is the same batch.
    const workId = uuidOf(by.commandId);
    const register = await this.store.load(batchRegisterStream, '');
    const states = await this.states.of(register.state.batchesOf[scopeKey(request)] ?? []);
    // One that was numbered meanwhile is in the way.
    const stateOf = (id: string) => (states.has(id) ? states.get(id)! : 'waiting');
    await this.store.transact(batchRegisterStream, '', numberBatch(workId, request, request.forced, stateOf), by);
    const number = (await this.store.load(batchRegisterStream, '')).state.numbers[workId]!;
    const requested = salesforceBatch.request(workId, by.actor, { ...request, number });
    const written = await this.store.transact(salesforceBatchStream, workId, requested, by);
    this.worker.begin(salesforceBatchStream.category, workId, by.actor);
    return { jobId: workId, batchId: number, ...writeAnswerOf(written) };
  }
}

/** The digest of a form's request is of its address only. */
const withFields = (by: CommandContext, fields: object): CommandContext =>
  by.bodyDigest === undefined
    ? by
    : { ...by, bodyDigest: hash('sha256', `${by.bodyDigest}\n${JSON.stringify(fields)}`, 'base64url') };

const uuidOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

@Controller()
class StartExportController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly scopes: ExportScopes,
    private readonly exportRows: ExportRows,
  ) {}

  @Endpoint(startExportEndpoint)
  async start({ request }: RequestOf<typeof startExportEndpoint>): Promise<SalesforceBatchBegun> {
    const read = salesforceExportRequest.safeParse(await formFieldsOf(request));
    if (!read.success) throw new Refusal(400, { message: read.error.issues[0]!.message });
    const asked = await this.asked(read.data);
    const forced = read.data.forceNewRun;
    return this.commands.execute(
      request,
      (by) => new StartBatch({ ...asked, forced, retryOf: null, filterSha256: null }, by),
    );
  }

  @Endpoint(previewExportEndpoint)
  async preview({ query }: RequestOf<typeof previewExportEndpoint>): Promise<SalesforcePreview> {
    const asked = await this.asked(query);
    const scope = await this.scopes.of(asked);
    const [counts, erased, before] = await Promise.all([
      Promise.all(exportObjects.map(async (object) => [object, await this.exportRows.count(object, scope)] as const)),
      this.exportRows.erased(scope),
      this.before(asked),
    ]);
    return {
      records: Object.fromEntries(counts) as SalesforcePreview['records'],
      erased: erased.get('contacts')?.length ?? 0,
      before,
    };
  }

  /** The batch that has exported the same completely. */
  private async before(asked: ExportAsked): Promise<SalesforcePreview['before']> {
    const { state } = await this.store.load(batchRegisterStream, '');
    const batches = state.batchesOf[scopeKey({ ...asked, retryOf: null })] ?? [];
    const workIds = batches.map(({ workId }) => workId);
    const [work] = await this.views
      .of(workView)
      .find({ _id: { $in: workIds }, state: 'done' })
      .sort({ requestedAt: -1 })
      .limit(1)
      .toArray();
    return work === undefined ? null : { batchId: state.numbers[work._id]!, atDate: work.requestedAt!.toISOString() };
  }

  /** Throws RuleViolation for a provider or an employer that there is not, or that do not belong together. */
  private async asked({
    startDate,
    endDate,
    providerIdFilter: providerId = null,
    employerIdFilter: companyId = null,
  }: Pick<SalesforceExportRequest, 'startDate' | 'endDate'> & {
    providerIdFilter?: string | null | undefined;
    employerIdFilter?: string | null | undefined;
  }): Promise<ExportAsked> {
    if (providerId !== null && (await this.views.of(providersView).findOne({ _id: providerId })) === null)
      throw new RuleViolation('not-found', 'There is no such provider.');
    if (companyId !== null && (await this.providerOf(companyId, providerId)) === null)
      throw new RuleViolation('not-found', 'There is no such employer of this provider.');
    return { startDate, endDate, providerId, companyId };
  }

  /** The plan of an employer that a provider has, of any provider if null; null if there is none. */
  private async providerOf(companyId: string, providerId: string | null): Promise<string | null> {
    const company = await this.views.of(companiesView).findOne({ _id: companyId });
    if (company === null || providerId === null) return company?.planId ?? null;
    const plan = await this.views.of(plansView).findOne({ _id: company.planId });
    const platform = plan && (await this.views.of(platformsView).findOne({ _id: plan.platformId, providerId }));
    return platform === null ? null : company.planId;
  }
}

@Module({
  imports: [SalesforceModule],
  controllers: [StartExportController],
  providers: [StartBatchHandler],
})
export class StartExportSlice {}
