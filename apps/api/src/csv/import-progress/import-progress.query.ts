import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, NotFoundException } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { importsView } from '@superscope/contracts/read-models/imports';
import type { ImportProgress } from '@superscope/contracts/csv-import';
import { Views } from '../../platform/engines.module.js';
import { may } from '../../platform/access/policy.js';
import type { Principal } from '../../platform/access/principal.js';

export type ImportDocument = DocumentOf<typeof importsView>;

/** One import, for the user who started it and users who may read the history of imports. */
export class ImportById extends Query<ImportProgress> {
  constructor(
    readonly importId: string,
    readonly caller: Principal,
  ) {
    super();
  }
}

/** The caller's most recent imports, newest first. */
export class OwnImports extends Query<ImportProgress[]> {
  constructor(readonly caller: Principal) {
    super();
  }
}

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

@QueryHandler(ImportById)
@Injectable()
export class ImportByIdHandler implements IQueryHandler<ImportById> {
  constructor(private readonly views: Views) {}

  async execute({ importId, caller }: ImportById): Promise<ImportProgress> {
    const imports = this.views.db.collection<ImportDocument>('imports');
    // Another user's import is waited for as if it did not exist, so that the response time does not distinguish the two.
    const seesAll = may(caller.role, 'import-export.read');
    const own = seesAll ? { _id: importId } : { _id: importId, startedBy: caller.userId };
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

const mostImports = 50;

@QueryHandler(OwnImports)
@Injectable()
export class OwnImportsHandler implements IQueryHandler<OwnImports> {
  constructor(private readonly views: Views) {}

  async execute({ caller }: OwnImports): Promise<ImportProgress[]> {
    const found = this.views
      .of(importsView)
      .find({ startedBy: caller.userId }, { projection: { errors: 0, uncounted: 0 } })
      .sort({ acceptedAt: -1 })
      .limit(mostImports);
    return (await found.toArray()).map(progressOf);
  }
}
