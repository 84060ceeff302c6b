import { Controller, Module } from '@nestjs/common';
import { membersView } from '@superscope/contracts/read-models/members';
import {
  mayRetryBatch,
  salesforceBatchBegun,
  salesforceRetryRequest,
  type SalesforceBatchBegun,
} from '@superscope/contracts/salesforce';
import { CsvSyntaxError, readCsv } from '../csv/reading/csv-records.js';
import { unguardFormula } from '../platform/csv/formula-guard.js';
import { Commands } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { formTypes } from '../platform/http/form-fields.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { MadeFiles } from '../work/made-files.js';
import { manifestOf, shipments } from './batch-outcomes.js';
import { BatchRecords, firstFileOf } from './batch-records.js';
import { CrmConnection } from './crm-connection.js';
import { formWithFile } from './form-fields.js';
import { filesGone, KeptFiles } from './kept-files.js';
import { Receipts } from './receipts.js';
import { SalesforceModule } from './salesforce.module.js';
import { StartBatch } from './start-batch.slice.js';
import { StartExportSlice } from './start-export.slice.js';

const retryExportEndpoint = endpoint('PATCH /api/salesforce/retry', {
  summary:
    'Sends again the rows of a batch that Salesforce refused or did not process; form fields jobId and, to narrow them, `file`: a CSV file with a column memberId',
  right: 'salesforce.export',
  noted: 'started Salesforce export',
  body: new Media(...formTypes),
  answers: { 202: salesforceBatchBegun },
  problems: { 404: null, 409: null, 410: null, 413: null, 415: null },
});

/** Columns by which a list of members may name them: the fund's numbers, or the external ids of receipts. */
const idColumns = ['memberId', 'Superscope_Id__c'];

@Controller()
class RetryExportController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly records: BatchRecords,
    private readonly receipts: Receipts,
    private readonly kept: KeptFiles,
    private readonly files: MadeFiles,
    private readonly connection: CrmConnection,
  ) {}

  @Endpoint(retryExportEndpoint)
  async retry({ request }: RequestOf<typeof retryExportEndpoint>): Promise<SalesforceBatchBegun> {
    const { fields, file } = await formWithFile(request);
    const read = salesforceRetryRequest.safeParse(fields);
    if (!read.success) throw new Refusal(400, { message: read.error.issues[0]!.message });
    const { jobId } = read.data;
    const documents = await this.records.documents([jobId]);
    const [batch] = await this.records.from(documents);
    const { outcomes = {}, endedAt } = documents[0]!;
    if (!mayRetryBatch(batch!))
      throw new Refusal(409, { message: 'Only a batch that is complete and has failed rows can be retried.' });
    if (this.connection.crm === null) throw new Refusal(409, { message: 'No Salesforce is connected.' });
    if (!batch!.hasFiles || firstFileOf(outcomes) === null) throw filesGone;

    const members = new Set<string>();
    let [failed, present] = [0, 0];
    for (const shipment of shipments) {
      const keys = await this.receipts.failed(jobId, shipment, { outcomes, endedAt: endedAt! });
      failed += keys.size;
      if (keys.size === 0) continue;
      for (const part of manifestOf(outcomes, shipment).parts)
        for await (const some of this.kept.rows(shipment, part))
          for (const { key, memberId } of some)
            if (keys.has(key)) {
              present += 1;
              if (memberId !== null) members.add(memberId);
            }
    }
    if (failed === 0)
      throw new Refusal(409, { message: 'Salesforce has accepted all failed rows of this batch since.' });
    if (present === 0)
      throw new Refusal(409, { message: 'All failed rows of this batch are of members who were erased since.' });
    const filterSha256 = file === null ? null : await this.filter(file, members);
    const { startDate, endDate, providerId, employerId: companyId } = batch!;
    return this.commands.execute(
      request,
      (by) =>
        new StartBatch({ startDate, endDate, providerId, companyId, forced: false, retryOf: jobId, filterSha256 }, by),
    );
  }

  /** Keeps the members of a list who have failed rows, by inner id. Throws Refusal 400 for another file, or if none of them has any. */
  private async filter(file: Buffer, failed: ReadonlySet<string>): Promise<string> {
    const listed = await idsIn(file);
    const found = await this.views
      .of(membersView)
      .find({ _id: { $in: [...failed] } }, { projection: { memberNumber: 1 } })
      .toArray();
    const wanted = found
      .filter(({ _id, memberNumber }) => listed.has(_id) || listed.has(memberNumber))
      .map(({ _id }) => _id);
    if (wanted.length === 0)
      throw new Refusal(400, { message: 'No member of this file has a failed row in this batch.' });
    return this.files.keep(Buffer.from(JSON.stringify(wanted.toSorted())));
  }
}

/** What stands in the column of ids. Throws Refusal 400. */
async function idsIn(file: Buffer): Promise<Set<string>> {
  const ids = new Set<string>();
  let column: number | null = null;
  try {
    for await (const records of readCsv(once(file), (name) => idColumns.includes(name)))
      for (const { cells } of records) {
        if (column !== null) ids.add(unguardFormula((cells[column] ?? '').trim()));
        else {
          column = cells.findIndex((name) => idColumns.includes(name.trim()));
          if (column === -1)
            throw new Refusal(400, { message: 'The file has no column memberId, which says which members to retry.' });
        }
      }
  } catch (error) {
    if (error instanceof CsvSyntaxError) throw new Refusal(400, { message: `Line ${error.line}: ${error.message}` });
    throw error;
  }
  if (column === null) throw new Refusal(400, { message: 'The file is empty.' });
  ids.delete('');
  return ids;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

@Module({ imports: [SalesforceModule, StartExportSlice], controllers: [RetryExportController] })
export class RetryExportSlice {}
