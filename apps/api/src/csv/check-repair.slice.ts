import { Controller, Module } from '@nestjs/common';
import { importRefusal } from '@superscope/contracts/csv-import';
import { importRepair, type ImportRepair, repairDraft, repairQuery } from '@superscope/contracts/import-repair';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { CommandContexts } from '../platform/commands/command-context.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { CsvModule } from './csv.module.js';
import { Repairs } from './repair/repairs.js';
import { ImportTurns } from './run/import-turns.js';
import { TakeIn } from './take-in.js';

const checkRepairEndpoint = endpoint('POST /api/csv/repairs/:id/check', {
  summary:
    'The refused cells of a kept file with their values and suggestions, and what the rows that are right would change, with what was typed so far. Nothing is stored',
  right: 'import-export.write',
  params: { id: z.uuid() },
  query: repairQuery,
  body: repairDraft,
  answers: { 200: importRepair },
  problems: { 400: importRefusal.partial({ errors: true, errorCount: true }), 404: null, 409: null },
  onlyAsks: true,
});

@Controller()
class CheckRepairController {
  /** The newest check of each file and typist. */
  private readonly running = new Map<string, AbortController>();

  constructor(
    private readonly repairs: Repairs,
    private readonly taking: TakeIn,
    private readonly turns: ImportTurns,
    private readonly contexts: CommandContexts,
    private readonly access: AccessLog,
  ) {}

  /**
   * 409 once the file was imported. 429 once the same typist sends another check of it, if this one is still reading: its answer is not
   * wanted any more.
   */
  @Endpoint(checkRepairEndpoint)
  async check({ params, query, body, caller, request }: RequestOf<typeof checkRepairEndpoint>): Promise<ImportRepair> {
    return this.newest(`${caller.userId} ${params.id} ${query.typist ?? ''}`, async (signal) => {
      const file = await this.repairs.find(params.id, caller);
      await this.taking.refuseBegun(file.importId);
      const asOf = await this.turns.now();
      const looked = await this.repairs.look(file, body, caller, this.contexts.of(request), asOf, signal);
      const { repair, members } = await this.repairs.shown(file, looked, body, query, caller);
      this.access.note(request, {
        userId: caller.userId,
        role: caller.role,
        planId: file.head.planId,
        outcome: 'ok',
        action: 'refused cells shown',
        object: file.importId,
        rows: repair.cells.length,
        members,
      });
      return repair;
    });
  }

  /** Runs a check, and ends one that runs already. */
  private async newest<Result>(key: string, check: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const own = new AbortController();
    this.running.get(key)?.abort(new Refusal(429, { message: 'A newer check of this file has begun.' }));
    this.running.set(key, own);
    try {
      return await check(own.signal);
    } finally {
      if (this.running.get(key) === own) this.running.delete(key);
    }
  }
}

@Module({ imports: [CsvModule], controllers: [CheckRepairController] })
export class CheckRepairSlice {}
