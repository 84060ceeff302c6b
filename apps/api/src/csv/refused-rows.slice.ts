import { Controller, Module } from '@nestjs/common';
import { importRefusal } from '@superscope/contracts/csv-import';
import { repairDraft } from '@superscope/contracts/import-repair';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AccessLog, type Access } from '../platform/access/access-log.js';
import { inParts } from '../platform/access/access-parts.js';
import { CommandContexts } from '../platform/commands/command-context.js';
import { byteOrderMark, csvLine } from '../platform/csv/csv-line.js';
import { guardFormula } from '../platform/csv/formula-guard.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { CsvModule } from './csv.module.js';
import { removedNumber, type KeptFile } from './repair/kept-file.js';
import { Repairs } from './repair/repairs.js';

const refusedRowsEndpoint = endpoint('POST /api/csv/repairs/:id/refusedRows', {
  summary:
    'The rows of a kept file that an import with these corrections would leave out, as CSV with the columns of the file, without tax file numbers and without lines of erased members',
  right: 'import-export.write',
  params: { id: z.uuid() },
  body: repairDraft,
  answers: { 200: new Media('text/csv; charset=utf-8') },
  problems: { 400: importRefusal.partial({ errors: true, errorCount: true }), 404: null },
  onlyAsks: true,
  sends: true,
});

@Controller()
class RefusedRowsController {
  constructor(
    private readonly repairs: Repairs,
    private readonly contexts: CommandContexts,
    private readonly access: AccessLog,
  ) {}

  /** Also after the import, so that what was left out is not lost. */
  @Endpoint(refusedRowsEndpoint)
  async rows(
    { params, body, caller, request }: RequestOf<typeof refusedRowsEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const file = await this.repairs.find(params.id, caller);
    const { left, edits } = await this.repairs.look(file, body, caller, this.contexts.of(request), null);
    const { members, erasedLines } = await this.repairs.peopleOf(file, left, edits, caller);
    const lines = new Set([...left].filter((line) => !erasedLines.has(line)));
    const access: Omit<Access, 'members'> = {
      userId: caller.userId,
      role: caller.role,
      planId: file.head.planId,
      outcome: 'ok',
      action: 'export',
      object: file.importId,
      rows: lines.size,
    };
    await this.access.noteNow(request, ...inParts(access, members));
    const name = `${file.head.table}_refused.csv`;
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(Readable.from(csvOf(file, lines)));
  }
}

async function* csvOf(file: KeptFile, lines: ReadonlySet<number>): AsyncGenerator<string> {
  yield byteOrderMark;
  for await (const records of file.recordsAsSent(({ line }) => lines.has(line)))
    for (const { cells } of records)
      yield csvLine(cells.map((cell) => (cell === removedNumber ? '' : guardFormula(cell))));
}

@Module({ imports: [CsvModule], controllers: [RefusedRowsController] })
export class RefusedRowsSlice {}
