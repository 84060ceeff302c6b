import { Injectable } from '@nestjs/common';
import { tableWords } from '@superscope/contracts/csv-table-words';
import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Identity } from '@superscope/event-store/keys/identity';
import type { Principal } from '../platform/access/principal.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { recordingClock } from '../platform/time/recording-clock.js';
import { FileEffect } from './effect/file-effect.js';
import { FileRefused, whyNothing } from './file-refused.js';
import { planOf } from './import-place.js';
import type { CheckRequest } from './import-request.js';
import { type CsvRecord, CsvSyntaxError } from './reading/csv-records.js';
import { type FileLayout, HeaderProblem, layoutOf } from './reading/file-layout.js';
import { ImportErrors } from './reading/import-errors.js';
import { tableInName } from './reading/table-in-name.js';
import { ImportVisibility } from './run/import-visibility.js';
import { keptLine } from './run/import-writer.js';
import type { SpoolWriter } from './run/spools.js';
import { tables } from './tables/tables.js';
import { References } from './validate/references.js';
import { Validation } from './validate/validation.js';

interface ReadInto {
  errors: ImportErrors;
  /** Takes the valid lines. */
  spool?: SpoolWriter | null;
  /** Which files' changes are told: those without any error, or what the right rows of any file would change. */
  effectOf: 'rightFiles' | 'rightRows' | 'nothing';
}

interface ReadFile {
  layout: FileLayout | null;
  validation: Validation | null;
  effect: FileEffect | null;
}

/** Throws HeaderProblem. */
export function layoutFor(header: CsvRecord, { planId, platformId, dataDate, table }: CheckRequest): FileLayout {
  const given = new Set<string>();
  if (planId !== null) given.add('planId');
  if (platformId !== null) given.add('platformId');
  if (dataDate !== undefined) given.add('dataDate');
  return layoutOf(header.cells, table, given);
}

/** Checks a whole file: its lines, and what they would change. */
@Injectable()
export class FileCheck {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly identity: Identity,
    private readonly visibility: ImportVisibility,
  ) {}

  /** Throws FileRefused with the errors by line. `spool` takes the valid lines. */
  async check(
    request: CheckRequest,
    records: AsyncGenerator<CsvRecord[]>,
    caller: Principal,
    spool: SpoolWriter | null,
    by: CommandContext,
  ) {
    const errors = new ImportErrors();
    const { layout, validation, effect } = await this.read(request, records, caller, by, {
      errors,
      spool,
      effectOf: 'rightFiles',
    });
    if (errors.count === 0 && (validation === null || validation.rows === 0))
      errors.add(1, null, whyNothing(validation?.erased.count ?? 0));
    if (errors.count > 0 || layout === null || validation === null || effect === null) throw new FileRefused(errors);
    await effect.end(validation.platformIds);
    return { layout, validation, effect };
  }

  /** Reads all lines, and collects their errors. What is null was not reached, because the header is not right. */
  async read(
    request: CheckRequest,
    records: AsyncGenerator<CsvRecord[]>,
    caller: Principal,
    by: CommandContext,
    { errors, spool = null, effectOf }: ReadInto,
  ): Promise<ReadFile> {
    let layout: FileLayout | null = null;
    let validation: Validation | null = null;
    let effect: FileEffect | null = null;
    try {
      const { value: first } = await records.next();
      if (first) {
        layout = this.layout(first[0], request, caller);
        validation = await this.begin(layout, request, caller, errors);
        const table = tables[layout.table].imported;
        effect = this.effectOf(layout.table, request, caller, by);
        if (request.table === null) effect.noteName(tableInName(request.fileName));
        for await (const valid of validation.valid(following(first.slice(1), records))) {
          request.dropped?.add(layout.table, valid);
          request.onValid?.(valid);
          if (effectOf === 'nothing' || (effectOf === 'rightFiles' && errors.count > 0)) continue;
          await effect.add(valid);
          if (spool !== null) await spool.keep(valid.map(({ line, id, data }) => keptLine(table, line, id, data)));
        }
      }
    } catch (error) {
      if (error instanceof CsvSyntaxError) errors.add(error.line, null, error.message);
      else if (error instanceof HeaderProblem) errors.add(1, error.column, error.message);
      else throw error;
    } finally {
      await records.return(undefined);
    }
    return { layout, validation, effect };
  }

  private effectOf(table: CsvTable, request: CheckRequest, caller: Principal, by: CommandContext): FileEffect {
    const { dryRun: isDryRun, dropped } = request;
    const deciding = { importId: 'dry-run', acceptedOn: sydneyDate(recordingClock.at()), by: () => by };
    const of = { table, deciding, scope: caller.scope, isDryRun, besideOthers: dropped !== undefined };
    return new FileEffect(of, { store: this.store, views: this.views, clickhouse: this.analytics.client });
  }

  private layout(header: CsvRecord, request: CheckRequest, { scope }: Principal): FileLayout {
    const layout = layoutFor(header, request);
    const { platformBy } = csvTable(layout.table);
    if (scope.kind === 'plans' && (platformBy === null || platformBy === 'column'))
      throw new Refusal(403, {
        message: `The table ${tableWords(layout.table)} does not belong to single plans, so you cannot import it.`,
      });
    return layout;
  }

  private async begin(layout: FileLayout, request: CheckRequest, caller: Principal, errors: ImportErrors) {
    await this.visibility.showReferencesOf(layout.table);
    if (request.dryRun) await this.visibility.showEarlierOf(layout.table);
    const known = await References.load(this.views, caller.scope);
    const { platformId, planId, dataDate, dropped } = request;
    const references = dropped === undefined ? known : known.with(dropped);
    const instant = recordingClock.at();
    return new Validation(
      {
        layout,
        given: { platformId, planId, dataDate },
        givenPlan: planId === null ? null : planOf(references, platformId, planId),
        scope: caller.scope,
        byAdmin: caller.role === 'Admin',
        now: { today: sydneyDate(instant), instant },
        dropped: dropped?.members ?? null,
        droppedAssets: dropped?.assets ?? null,
      },
      references,
      { views: this.views, identity: this.identity, store: this.store },
      errors,
    );
  }
}

async function* following(first: CsvRecord[], rest: AsyncIterable<CsvRecord[]>): AsyncGenerator<CsvRecord[]> {
  yield first;
  yield* rest;
}
