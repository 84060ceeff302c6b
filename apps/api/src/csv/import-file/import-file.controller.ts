import { Controller, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ImportAnswer } from '@superscope/contracts/csv-import';
import { csvTableNames } from '@superscope/contracts/csv-tables';
import { outsideId, outsideIdPattern, platformOf } from '@superscope/domain/outside-id';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { Caller } from '../../platform/access/caller.js';
import { CommandContexts } from '../../platform/commands/command-context.js';
import { Policy } from '../../platform/access/policy.js';
import type { Principal } from '../../platform/access/principal.js';
import { TakesFile } from '../../platform/http/unknown-fields.guard.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { ImportSettings } from '../run/import-settings.js';
import { ImportFile } from './import-file.command.js';
import { csvUploadOf } from './upload.js';

/** These stand in for cells that are blank, so they are ids as a cell's are: a line may make a plan of them. */
const id = z.string().regex(outsideIdPattern, 'This is not an id.');
const ownPlanId = z.string().refine((text) => {
  const [platformId = '', planId, ...more] = text.split('.');
  return more.length === 0 && outsideIdPattern.test(platformId) && outsideIdPattern.test(planId ?? platformId);
}, 'This is not an id.');
const importQuery = z.strictObject({
  table: z.enum(csvTableNames as [string, ...string[]]).optional(),
  platformId: id.optional(),
  /** As the fund's files write it, or the product's own id of a plan. */
  planId: ownPlanId.optional(),
  dryRun: z
    .enum(['', 'true', 'false'])
    .optional()
    .transform((text) => text === '' || text === 'true'),
});

@Controller('api/csv')
export class ImportFileController {
  constructor(
    private readonly commands: CommandBus,
    private readonly settings: ImportSettings,
    private readonly access: AccessLog,
    private readonly contexts: CommandContexts,
  ) {}

  /** Checks the whole file; then 202 and the import runs, 200 with `dryRun`, or 400 with what is wrong line by line. */
  @Post('import')
  @TakesFile()
  @Policy('import-export.write')
  async import(
    @Req() request: FastifyRequest,
    @Query() query: unknown,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportAnswer> {
    const { table, dryRun, ...given } = importQuery.parse(query);
    const upload = await csvUploadOf(request, this.settings.maxFileBytes);
    const { fileName, bytes } = upload;
    const note = (answer: Partial<ImportAnswer>, outcome: 'ok' | 'refused') =>
      this.access.note(request, {
        ...{ userId: caller.userId, role: caller.role, planId: given.planId ?? null, outcome },
        action: dryRun ? 'check-import' : 'import',
        object: answer.importId ?? answer.table ?? table ?? null,
        rows: answer.rows ?? null,
      });
    try {
      const request_ = { fileName, bytes, table: (table ?? null) as never, dryRun, ...placeOf(given) };
      const answer = await this.commands.execute(new ImportFile(request_, caller, this.contexts.of(request)));
      note(answer, 'ok');
      void reply.status(answer.importId === null ? 200 : 202);
      return answer;
    } catch (error) {
      note({}, 'refused');
      throw error;
    } finally {
      upload.discard();
    }
  }
}

/** The product's own plan id says the platform too. */
function placeOf({ platformId, planId }: { platformId?: string; planId?: string }) {
  if (planId === undefined || !planId.includes('.')) return { platformId: platformId ?? null, planId: planId ?? null };
  const ofPlan = platformOf(planId);
  if (platformId !== undefined && platformId !== ofPlan)
    throw new Refusal(400, { message: 'The plan is not one of this platform.' });
  return { platformId: ofPlan, planId: outsideId(planId) };
}
