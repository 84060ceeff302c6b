import { Readable } from 'node:stream';
import { Controller, Module } from '@nestjs/common';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { membersView } from '@superscope/contracts/read-models/members';
import { workView } from '@superscope/contracts/read-models/work';
import {
  receiptReason,
  receiptsPerPage,
  salesforceReceipts,
  salesforceReceiptsQuery,
  type SalesforceReceipt,
  type SalesforceReceipts,
} from '@superscope/contracts/salesforce';
import { salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { guardFormula } from '../platform/csv/formula-guard.js';
import { byteOrderMark, csvLine } from '../platform/csv/csv-line.js';
import { rowsOf } from '../platform/clickhouse/stored-rows.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { BatchRecords } from './batch-records.js';
import { Receipts, rowKey } from './receipts.js';
import { SalesforceModule } from './salesforce.module.js';

const receiptsEndpoint = endpoint('GET /api/salesforce/exports/receipts', {
  summary:
    'What became of each row of a batch: written, accepted, refused and why, not processed, or withdrawn; 25 a page',
  right: 'salesforce.export',
  query: salesforceReceiptsQuery,
  answers: { 200: salesforceReceipts },
  problems: { 404: null },
});

const receiptsCsvEndpoint = endpoint('GET /api/salesforce/exports/receiptsCsv', {
  summary: 'All receipts of a batch as a CSV file, by external id, without names',
  right: 'salesforce.export',
  query: z.strictObject({ jobId: salesforceReceiptsQuery.shape.jobId }),
  answers: { 200: new Media('text/csv; charset=utf-8') },
  problems: { 404: null },
  sends: true,
});

type Row = [
  object: SalesforceReceipt['object'],
  operation: SalesforceReceipt['operation'],
  part: number,
  line: number,
  key: string,
  memberId: string,
  parentId: string,
  outcome: SalesforceReceipt['outcome'],
  code: string,
];
type BatchDocument = DocumentOf<typeof workView>;
type Tried = Pick<BatchDocument, '_id' | 'terms' | 'outcomes'>;

/** Behind a space stand the fields that Salesforce named with it. */
const codeAlone = `splitByChar(' ', toString(code))[1]`;
function codeAndFields(code: string): { code: string; fields: string[] } {
  const [alone = '', named] = code.split(' ');
  return { code: alone, fields: named === undefined ? [] : named.split(',') };
}

const columns = 'object, operation, part, line, record_key, member_id, parent_id, outcome, code';
const ofBatch = 'FROM salesforce_receipt FINAL WHERE batch_id = {batch:String}';
/** What needs somebody comes first, then the order of the files. */
const order = `ORDER BY indexOf(['refused', 'unknown', 'unprocessed', 'withdrawn', 'accepted', 'written'], outcome), object, operation, part, line`;

@Controller()
class ReceiptsController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly records: BatchRecords,
    private readonly receipts: Receipts,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(receiptsEndpoint)
  async list({ query, caller, request }: RequestOf<typeof receiptsEndpoint>): Promise<SalesforceReceipts> {
    const { jobId, outcome, object, code, find, page } = query;
    const [batch] = await this.records.documents([jobId]);
    const narrowed = [
      ...(outcome === undefined ? [] : ['outcome = {outcome:String}']),
      ...(object === undefined ? [] : ['object = {object:String}']),
      ...(code === undefined ? [] : [`${codeAlone} = {code:String} AND outcome = 'refused'`]),
      ...(find === '' ? [] : ['(startsWith(record_key, {find:String}) OR member_id IN {found:Array(String)})']),
    ];
    const params = {
      batch: jobId,
      ...(outcome !== undefined && { outcome }),
      ...(object !== undefined && { object }),
      ...(code !== undefined && { code }),
      ...(find !== '' && { find, found: await this.numbered(find) }),
    };
    const where = [ofBatch, ...narrowed].join(' AND ');
    const limit = `LIMIT ${receiptsPerPage} OFFSET ${page * receiptsPerPage}`;
    const [outcomes, codes, [[count = 0] = []], rows, tries] = await Promise.all([
      this.all<[SalesforceReceipt['outcome'], number]>(`SELECT outcome, count() ${ofBatch} GROUP BY outcome`, params),
      this.all<[string, number]>(
        `SELECT ${codeAlone} AS alone, count() AS n ${ofBatch} AND outcome = 'refused' GROUP BY alone ORDER BY n DESC, alone`,
        params,
      ),
      this.all<[number]>(`SELECT count() ${where}`, params),
      this.all<Row>(`SELECT ${columns} ${where} ${order} ${limit}`, params),
      this.triesOf(batch!),
    ]);
    const repeats = await this.receipts.repeats(
      tries,
      rows.map(([, , , , key]) => key),
    );
    const named = await this.named(rows, tries.length, repeats);
    const members = [...new Set(rows.flatMap(([, , , , , memberId]) => (memberId === '' ? [] : [memberId])))];
    if (members.length > 0)
      this.access.note(request, {
        userId: caller.userId,
        role: caller.role,
        action: 'member viewed',
        object: 'Salesforce receipts',
        outcome: 'ok',
        planId: null,
        rows: rows.length,
        members,
      });
    return {
      outcomes: {
        written: 0,
        accepted: 0,
        refused: 0,
        unprocessed: 0,
        withdrawn: 0,
        unknown: 0,
        ...Object.fromEntries(outcomes),
      },
      codes: codes.map(([each, n]) => ({ code: each, rows: n })),
      count,
      rows: named,
    };
  }

  @Endpoint(receiptsCsvEndpoint)
  async csv({ query, caller, request }: RequestOf<typeof receiptsCsvEndpoint>, reply: FastifyReply): Promise<void> {
    const [batch] = await this.records.from(await this.records.documents([query.jobId]));
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      rows: null,
      action: 'export',
      object: 'Salesforce receipts',
      outcome: 'ok',
      filter: { batch: String(batch!.batchId) },
    });
    const rows = rowsOf<Row>(this.analytics.client, `SELECT ${columns} ${ofBatch} ${order}`, { batch: query.jobId });
    const pieces = async function* () {
      const head = [
        'object',
        'operation',
        'file',
        'line',
        'Superscope_Id__c',
        'belongsTo',
        'outcome',
        'code',
        'fields',
        'why',
      ];
      yield byteOrderMark + csvLine(head);
      for await (const some of rows)
        yield some
          .map(([object, operation, part, line, key, , parent, outcome, stored]) => {
            const { code, fields } = codeAndFields(stored);
            const why = receiptReason(outcome, code === '' ? null : code);
            const named = fields.join(', ');
            const cells = [object, operation, String(part), String(line), key, parent, outcome, code, named, why];
            return csvLine(cells.map(guardFormula));
          })
          .join('');
    };
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', attachment(`receipts_${batch!.batchId}`, 'csv'))
      .send(Readable.from(pieces()));
  }

  private async all<R extends readonly unknown[]>(query: string, params: Record<string, unknown>): Promise<R[]> {
    const rows: R[] = [];
    for await (const some of rowsOf<R>(this.analytics.client, query, params)) rows.push(...some);
    return rows;
  }

  /** Members with this number, by inner id. */
  private numbered(memberNumber: string): Promise<string[]> {
    return this.views.of(membersView).distinct('_id', { memberNumber });
  }

  /** The batches that have sent a batch's rows: itself, and those that it is a retry of. */
  private async triesOf(batch: BatchDocument): Promise<Tried[]> {
    if (batch.terms?.['retryOf'] === undefined) return [batch];
    // A retry is of the same days.
    const { start, end } = batch;
    const ofDays = await this.views
      .of(workView)
      .find({ category: salesforceBatchStream.category, start, end }, { projection: { terms: 1, outcomes: 1 } })
      .toArray();
    const byId = new Map(ofDays.map((each) => [each._id, each]));
    const tries: Tried[] = [];
    for (let each: Tried | undefined = batch; each !== undefined; each = byId.get(each.terms?.['retryOf'] ?? ''))
      tries.push(each);
    return tries;
  }

  private async named(
    rows: readonly Row[],
    batches: number,
    repeats: ReadonlyMap<string, number>,
  ): Promise<SalesforceReceipt[]> {
    const memberIds = rows.flatMap(([, , , , , memberId]) => (memberId === '' ? [] : [memberId]));
    const keys = rows.map(([, , , , key]) => key);
    const found = await this.views
      .of(membersView)
      .find({ _id: { $in: memberIds }, erased: { $ne: true } })
      .toArray();
    const members = new Map(found.map((member) => [member._id, member]));
    const companyIds = [...keys, ...found.map(({ companyId }) => companyId)];
    const [companies, plans] = await Promise.all([
      this.views
        .of(companiesView)
        .find({ _id: { $in: companyIds } })
        .toArray(),
      this.views
        .of(plansView)
        .find({ _id: { $in: keys } })
        .toArray(),
    ]);
    const accounts = new Map([...plans, ...companies].map(({ _id, name }) => [_id, name ?? _id]));
    return rows.map(([object, operation, , line, key, memberId, , outcome, stored]) => {
      const { code, fields } = codeAndFields(stored);
      const member = members.get(memberId);
      const name = member && ([member.surname, member.givenName].filter(Boolean).join(', ') || member.memberNumber);
      return {
        object,
        operation,
        key,
        name: memberId === '' ? (accounts.get(key) ?? null) : (name ?? null),
        employer: member === undefined ? null : (accounts.get(member.companyId) ?? null),
        outcome,
        code: code === '' ? null : code,
        fields,
        line,
        tries: batches + (repeats.get(rowKey({ object, operation }, key)) ?? 0),
      };
    });
  }
}

@Module({ imports: [SalesforceModule], controllers: [ReceiptsController] })
export class ReceiptsSlice {}
