import { Controller, Module } from '@nestjs/common';
import { yesOrNo } from '@superscope/contracts/fields';
import {
  jobIds,
  salesforceBatchList,
  salesforceConnection,
  type SalesforceBatchRecord,
  type SalesforceConnection,
} from '@superscope/contracts/salesforce';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { BatchRecords } from './batch-records.js';
import { CrmConnection } from './crm-connection.js';
import { CrmBusy, CrmRefused } from './crm.js';
import { SalesforceModule } from './salesforce.module.js';

const recentDays = 7;
const mostListed = 1_000;

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
  summary: 'Which Salesforce exports are sent to, and how much of the day’s allowance of calls is used',
  right: 'salesforce.export',
  answers: { 200: salesforceConnection },
});

@Controller()
class ListBatchesController {
  constructor(
    private readonly records: BatchRecords,
    private readonly connection: CrmConnection,
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
    if (crm === null) return { host: null, used: null, allowed: null, problem: null };
    try {
      return { host: crm.host, ...(await crm.usage()), problem: null };
    } catch (error) {
      if (!(error instanceof CrmBusy) && !(error instanceof CrmRefused)) throw error;
      return { host: crm.host, used: null, allowed: null, problem: error.message };
    }
  }
}

@Module({ imports: [SalesforceModule], controllers: [ListBatchesController] })
export class ListBatchesSlice {}
