import { Controller, Module, NotFoundException } from '@nestjs/common';
import { importProgress, type ImportProgress } from '@superscope/contracts/csv-import';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { importsView } from '@superscope/contracts/read-models/imports';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { may } from '../platform/access/policy.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

export const ownImportsEndpoint = endpoint('GET /api/csv/imports', {
  summary: "The caller's recent imports, newest first",
  right: 'import-export.write',
  answers: { 200: z.array(importProgress) },
});

export const importProgressEndpoint = endpoint('GET /api/csv/imports/:id', {
  summary: 'Progress and outcome of an import, for the user who started it, Staff and Admins',
  right: 'import-export.write',
  params: { id: z.uuid() },
  answers: { 200: importProgress },
  problems: { 404: null },
});

export type ImportDocument = DocumentOf<typeof importsView>;

export const progressOf = (document: ImportDocument): ImportProgress => ({
  importId: document._id,
  table: document.table,
  fileName: document.fileName,
  startedAt: document.acceptedAt.toISOString(),
  endedAt: document.endedAt?.toISOString() ?? null,
  state: document.state,
  rows: document.rows,
  erasedRows: document.erasedRows ?? 0,
  uncountedRows: document.uncountedRows ?? 0,
  uncounted: (document.state === 'running' ? null : document.uncounted) ?? { left: [], notJoined: [] },
  done: document.done,
  written: document.written,
  skipped: document.skipped,
  events: document.events ?? null,
  message: document.message,
  errorCount: document.refused ?? 0,
  errors: document.errors ?? [],
});

/** How long to wait for an import that has just been accepted and is not in the view yet. */
const waitMilliseconds = 2_000;

const mostImports = 50;

@Controller()
export class ImportProgressController {
  constructor(private readonly views: Views) {}

  /** The caller's most recent imports, newest first. */
  @Endpoint(ownImportsEndpoint)
  async own({ caller }: RequestOf<typeof ownImportsEndpoint>): Promise<ImportProgress[]> {
    const found = this.views
      .of(importsView)
      .find({ startedBy: caller.userId }, { projection: { errors: 0, uncounted: 0 } })
      .sort({ acceptedAt: -1 })
      .limit(mostImports);
    return (await found.toArray()).map(progressOf);
  }

  /** One import, for the user who started it and users who may read the history of imports. */
  @Endpoint(importProgressEndpoint)
  async one({ params, caller }: RequestOf<typeof importProgressEndpoint>): Promise<ImportProgress> {
    const imports = this.views.db.collection<ImportDocument>('imports');
    // Another user's import is waited for as if it did not exist, so that the response time does not distinguish the two.
    const seesAll = may(caller.role, 'import-export.read');
    const own = seesAll ? { _id: params.id } : { _id: params.id, startedBy: caller.userId };
    const until = performance.now() + waitMilliseconds;
    let found = await imports.findOne(own);
    while (found === null && performance.now() < until) {
      await delay(50);
      found = await imports.findOne(own);
    }
    // If its first event was set aside, nothing is known of the import.
    if (found?.acceptedAt === undefined) throw new NotFoundException('There is no such import.');
    return progressOf(found);
  }
}

@Module({ controllers: [ImportProgressController] })
export class ImportProgressSlice {}
