import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { importAnswer, type ImportAnswer, importRefusal } from '@superscope/contracts/csv-import';
import { importAsked } from '@superscope/contracts/import-effect';
import { repairDraft, type RepairDraft } from '@superscope/contracts/import-repair';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { asOfQuery, confirmedBy, confirmedQuery, type Confirmed } from './confirmed.js';
import { CsvModule } from './csv.module.js';
import type { KeptFile } from './repair/kept-file.js';
import { RepairOrigins } from './repair/repair-origins.js';
import { isReplaced, Repairs } from './repair/repairs.js';
import { ImportTurns } from './run/import-turns.js';
import { TakeIn } from './take-in.js';

const importRepairedEndpoint = endpoint('POST /api/csv/repairs/:id/import', {
  summary:
    'Imports the right and the corrected rows of a kept file: 202; rows that are skipped or still refused are left out. A file is imported once',
  right: 'import-export.write',
  params: { id: z.uuid() },
  query: z.strictObject({ ...confirmedQuery, ...asOfQuery }),
  body: repairDraft,
  answers: { 202: importAnswer },
  problems: { 400: importRefusal.partial({ errors: true, errorCount: true }), 404: null, 409: importAsked },
});

interface RepairedFile {
  file: KeptFile;
  draft: RepairDraft;
  confirmed: Confirmed | null;
  /** `asOf` of the check that was looked at before; undefined if none was. */
  asOf: number | undefined;
}

class ImportRepaired extends Command<ImportAnswer> {
  constructor(
    readonly request: RepairedFile,
    readonly caller: Principal,
    readonly by: CommandContext & { bodyDigest: string },
  ) {
    super();
  }
}

/** How many lines that were left out the event lists. */
const mostLinesTold = 1_000;

@CommandHandler(ImportRepaired)
@Injectable()
class ImportRepairedHandler implements ICommandHandler<ImportRepaired> {
  constructor(
    private readonly repairs: Repairs,
    private readonly taking: TakeIn,
    private readonly turns: ImportTurns,
    private readonly origins: RepairOrigins,
  ) {}

  /**
   * Throws what `ImportFile` throws, and RuleViolation('conflict') if the file was imported with other corrections, by somebody else, or
   * as it arrived where it came from.
   */
  async execute({ request, caller, by }: ImportRepaired): Promise<ImportAnswer> {
    const { file, draft, confirmed } = request;
    const { importId } = file;
    const command = { ...by, commandId: `import/${importId}` };
    const begun = () => this.taking.begunBy(importId, by);
    const earlier = await begun();
    if (earlier !== null) return earlier;
    const asOf = request.asOf ?? (await this.turns.now());
    const { edits, left, toImport, cells } = await this.repairs.look(file, draft, caller, by, null);
    const open = cells.filter(({ state }) => state === 'open').length;
    if (isReplaced(file) && open > 0)
      throw new Refusal(400, {
        message: `Correct or skip each cell first: the file replaces what is stored, so rows that are left out would be missing. ${open === 1 ? 'One is' : `${open.toLocaleString('en-AU')} are`} open.`,
      });
    if (toImport <= 0) throw new Refusal(400, { message: 'No row of the file is right yet. Nothing was imported.' });
    const lines = [...left].sort((one, other) => one - other);
    const mended = {
      by: caller.userId,
      cells: draft.corrections.filter(({ line }) => !left.has(line)).map(({ line, column }) => ({ line, column })),
      left: lines.length,
      leftLines: lines.slice(0, mostLinesTold),
    };
    const records = file.records({ ...edits, left });
    const claim = () => this.origins.claim(file.head.from, importId, command);
    const taken = { importId, records, command: () => command, begun, mended, claim };
    return this.taking.take({ ...file.request, dryRun: false, confirmed, asOf }, taken, caller);
  }
}

@Controller()
class ImportRepairedController {
  constructor(
    private readonly repairs: Repairs,
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(importRepairedEndpoint)
  async import({
    params,
    query,
    body,
    caller,
    request,
  }: RequestOf<typeof importRepairedEndpoint>): Promise<ImportAnswer> {
    const { confirmed, asOf } = query;
    let planId: string | null = null;
    const bodyDigest = this.commands.digestOf(request);
    const note = (answer: Partial<ImportAnswer>, outcome: 'ok' | 'refused') =>
      this.access.note(request, {
        userId: caller.userId,
        role: caller.role,
        planId,
        outcome,
        action: 'import',
        object: params.id,
        rows: answer.rows ?? null,
      });
    try {
      const file = await this.repairs.find(params.id, caller);
      ({ planId } = file.head);
      const repaired = { file, draft: body, confirmed: confirmedBy(caller.userId, confirmed), asOf };
      const answer = await this.commands.execute(
        request,
        (by) => new ImportRepaired(repaired, caller, { ...by, bodyDigest }),
      );
      note(answer, 'ok');
      return answer;
    } catch (error) {
      note({}, 'refused');
      throw error;
    }
  }
}

@Module({ imports: [CsvModule], controllers: [ImportRepairedController], providers: [ImportRepairedHandler] })
export class ImportRepairedSlice {}
