import { Readable } from 'node:stream';
import { Controller, Module } from '@nestjs/common';
import { jobIds } from '@superscope/contracts/salesforce';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { inParts } from '../platform/access/access-parts.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { attachment } from '../platform/http/attachment.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { BatchRecords } from './batch-records.js';
import { manifestOf, shipments, type Outcomes } from './batch-outcomes.js';
import { exportFiles, type FilePart, type Shipment } from './export-files.js';
import { filesGone, KeptFiles } from './kept-files.js';
import { SalesforceModule } from './salesforce.module.js';
import { zipOf, type ZipEntry } from './zip-stream.js';

const exportFilesEndpoint = endpoint('GET /api/salesforce/exports/files', {
  summary:
    'The files of batches as a zip archive: one CSV file per object, several where it is long. Members erased since are left out',
  right: 'salesforce.export',
  query: z.strictObject({ jobIds }),
  answers: { 200: new Media('application/zip') },
  problems: { 404: null, 409: null, 410: null },
  sends: true,
});

interface BatchFiles {
  number: number;
  outcomes: Outcomes;
}

@Controller()
class ExportFilesController {
  constructor(
    private readonly records: BatchRecords,
    private readonly files: KeptFiles,
    private readonly access: AccessLog,
  ) {}

  /** The access log records the export before anything is sent, and the members in it once it has ended. */
  @Endpoint(exportFilesEndpoint)
  async download(
    { query, caller, request }: RequestOf<typeof exportFilesEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const workIds = [...new Set(query.jobIds)];
    const documents = await this.records.documents(workIds);
    const records = await this.records.from(documents);
    const batches = records.map(({ batchId }, at): BatchFiles => ({
      number: batchId,
      outcomes: documents[at]!.outcomes ?? {},
    }));
    if (records.every(({ exported }) => exported === 0))
      throw new Refusal(409, { message: 'There are no files: no row is exported yet.' });
    if (records.some(({ exported, hasFiles }) => exported > 0 && !hasFiles)) throw filesGone;

    const { userId, role } = caller;
    const numbers = batches.map(({ number }) => number);
    const filter = { batches: numbers.join(', ').slice(0, 500) };
    const access = { userId, role, planId: null, object: 'Salesforce files', filter } as const;
    await this.access.noteNow(request, { ...access, action: 'export', rows: null, outcome: 'ok' });
    const read = { rows: 0, members: new Set<string>() };
    const noteEnd = () => {
      const outcome = reply.raw.writableFinished ? 'ok' : 'failed';
      const ended = { ...access, action: 'exported', rows: read.rows, outcome } as const;
      for (const part of inParts(ended, [...read.members])) this.access.note(request, part);
    };
    if (reply.raw.closed) noteEnd();
    else reply.raw.once('close', noteEnd);

    const [year, month, day] = sydneyDate(new Date()).split('-');
    const name = `salesforce_${numbers.length === 1 ? `${numbers[0]}_` : ''}${day}${month}${year}`;
    await reply
      .header('Content-Type', 'application/zip')
      .header('Content-Disposition', attachment(name, 'zip'))
      .send(Readable.from(zipOf(this.entries(batches, read))));
  }

  private async *entries(
    batches: readonly BatchFiles[],
    read: { rows: number; members: Set<string> },
  ): AsyncGenerator<ZipEntry> {
    for (const { number, outcomes } of batches)
      for (const shipment of shipments) {
        const { parts } = manifestOf(outcomes, shipment);
        for (const [at, part] of parts.entries()) {
          const place = parts.length === 1 ? '' : `-${at + 1}`;
          const { name } = exportFiles[shipment.object];
          const what = shipment.operation === 'delete' ? `${name}-delete` : name;
          const folder = batches.length === 1 ? '' : `${number}/`;
          yield { name: `${folder}${what}${place}.csv`, content: this.content(shipment, part, read) };
        }
      }
  }

  private content(shipment: Shipment, part: FilePart, read: { rows: number; members: Set<string> }) {
    return this.files.forPeople(shipment, part, (rows) => {
      read.rows += rows.length;
      for (const { memberId } of rows) if (memberId !== null) read.members.add(memberId);
    });
  }
}

@Module({ imports: [SalesforceModule], controllers: [ExportFilesController] })
export class ExportFilesSlice {}
