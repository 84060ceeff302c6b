import { Controller, Module } from '@nestjs/common';
import { yesOrNo } from '@superscope/contracts/fields';
import {
  jobIds,
  salesforceBatchList,
  salesforceConnection,
  type SalesforceBatchRecord,
  type SalesforceConnection,
} from '@superscope/contracts/salesforce';
import { exportObjects } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { BatchRecords } from './batch-records.js';
import { CrmConnection } from './crm-connection.js';
import { CrmBusy, CrmRefused } from './crm.js';
import { LeftJobs } from './left-jobs.js';
import { ObjectFits } from './object-fits.js';
import { SalesforceModule } from './salesforce.module.js';

const recentDays = 7;
const mostListed = 1_000;
/** Pages ask for the connection; who changes fields in Salesforce sees the effect soon. */
const lookedAgainMilliseconds = 15_000;

const batchesEndpoint = endpoint('GET /api/salesforce/batches', {
  summary: 'Exports to Salesforce, newest first: of the last 7 days, or with `fullHistory` the newest 1,000',
  right: 'salesforce.export',
  query: z.strictObject({ fullHistory: yesOrNo.optional() }),
  polled: true,
  answers: { 200: salesforceBatchList },
});

const exportsEndpoint = endpoint('GET /api/salesforce/exports', {
  summary: 'The batches of these ids, separated by commas, in their order: how each stands, however old it is',
  right: 'salesforce.export',
  query: z.strictObject({ jobIds }),
  answers: { 200: salesforceBatchList },
  problems: { 404: null },
});

const connectionEndpoint = endpoint('GET /api/salesforce/connection', {
  summary:
    'Which Salesforce exports are sent to, how much of the day’s allowance of calls is used, what its objects lack, and which jobs could not be removed there yet',
  right: 'salesforce.export',
  answers: { 200: salesforceConnection },
});

@Controller()
class ListBatchesController {
  constructor(
    private readonly records: BatchRecords,
    private readonly connection: CrmConnection,
    private readonly fits: ObjectFits,
    private readonly jobs: LeftJobs,
  ) {}

  @Endpoint(batchesEndpoint)
  list({ query: { fullHistory = false } }: RequestOf<typeof batchesEndpoint>): Promise<SalesforceBatchRecord[]> {
    const since = new Date();
    since.setUTCDate(since.getUTCDate() - recentDays);
    return this.records.list(fullHistory ? null : since, mostListed);
  }

  @Endpoint(exportsEndpoint)
  async of({ query }: RequestOf<typeof exportsEndpoint>): Promise<SalesforceBatchRecord[]> {
    return this.records.from(await this.records.documents([...new Set(query.jobIds)]));
  }

  @Endpoint(connectionEndpoint)
  async connected(): Promise<SalesforceConnection> {
    const { crm } = this.connection;
    const leftJobs = await this.jobs.now();
    const unknown = { used: null, allowed: null, problem: null, differences: null, leftJobs };
    if (crm === null) return { host: null, ...unknown };
    const known = { ...unknown, host: crm.host };
    try {
      Object.assign(known, await crm.usage());
      const differences = await this.fits.differences(crm, exportObjects, lookedAgainMilliseconds);
      return { ...known, differences: differences.map(({ sentence }) => sentence) };
    } catch (error) {
      if (!(error instanceof CrmBusy) && !(error instanceof CrmRefused)) throw error;
      return { ...known, problem: error.message };
    }
  }
}

@Module({ imports: [SalesforceModule], controllers: [ListBatchesController] })
export class ListBatchesSlice {}
