import { Controller, Module } from '@nestjs/common';
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
import { exportObjects } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { Commands } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { formFieldsOf, formTypes } from '../platform/http/form-fields.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AccessLog } from '../platform/access/access-log.js';
import { ExportRows } from './export-rows.js';
import { ExportScopes, type ExportAsked } from './export-scope.js';
import { SalesforceModule } from './salesforce.module.js';
import { StartBatch, StartBatchHandler } from './start-batch.slice.js';
import { UnsentRows } from './unsent-rows.js';

const startExportEndpoint = endpoint('POST /api/salesforce/exports', {
  summary:
    'Exports what changed from one day to another, of a provider, an employer or all, to Salesforce or into files; form fields startDate, endDate, providerIdFilter, employerIdFilter, forceNewRun',
  right: 'salesforce.export',
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

@Controller()
class StartExportController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly scopes: ExportScopes,
    private readonly exportRows: ExportRows,
    private readonly unsent: UnsentRows,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(startExportEndpoint)
  async start({ request, caller }: RequestOf<typeof startExportEndpoint>): Promise<SalesforceBatchBegun> {
    const read = salesforceExportRequest.safeParse(await formFieldsOf(request));
    if (!read.success) throw new Refusal(400, { message: read.error.issues[0]!.message });
    const asked = await this.asked(read.data);
    const forced = read.data.forceNewRun;
    const begun = await this.commands.execute(
      request,
      (by) => new StartBatch({ ...asked, forced, retryOf: null, filterSha256: null }, by),
    );
    const { userId, role } = caller;
    this.access.note(request, {
      userId,
      role,
      planId: null,
      action: 'started Salesforce export',
      object: `batch ${begun.batchId}`,
      filter: {
        days: `${asked.startDate} to ${asked.endDate}`,
        provider: asked.providerId ?? 'all',
        employer: asked.companyId ?? 'all',
        again: forced ? 'yes' : 'no',
      },
      rows: null,
      outcome: 'ok',
    });
    return begun;
  }

  @Endpoint(previewExportEndpoint)
  async preview({ query }: RequestOf<typeof previewExportEndpoint>): Promise<SalesforcePreview> {
    const asked = await this.asked(query);
    const scope = await this.scopes.of(asked, 'window', await this.unsent.register());
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

  /** The batch that has exported all of it. */
  private async before(asked: ExportAsked): Promise<SalesforcePreview['before']> {
    const batchId = await this.unsent.exportedBy(asked);
    if (batchId === null) return null;
    const { numbers } = await this.unsent.register();
    const workId = Object.keys(numbers).find((each) => numbers[each] === batchId)!;
    const work = await this.views.of(workView).findOne({ _id: workId });
    return work?.requestedAt === undefined ? null : { batchId, atDate: work.requestedAt.toISOString() };
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
