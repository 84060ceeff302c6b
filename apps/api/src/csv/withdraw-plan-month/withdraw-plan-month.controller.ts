import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { isIsoMonth } from '@superscope/domain/calendar-dates';
import { z } from 'zod';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { WithdrawPlanMonth } from './withdraw-plan-month.command.js';

export const withdrawPlanMonthEndpoint = endpoint('POST /api/csv/imports/:importId/withdraw', {
  summary: 'Withdraws an import of a plan-month; the import before it counts again',
  right: 'corrections.write',
  noted: 'withdrew import',
  params: { importId: z.uuid() },
  body: z.strictObject({
    table: z.enum(['memberSnapshots', 'assetsOwned']),
    planId: innerId,
    month: z.string().refine(isIsoMonth, 'A month is written yyyy-MM.'),
  }),
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class WithdrawPlanMonthController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(withdrawPlanMonthEndpoint)
  withdraw({ params, body, request }: RequestOf<typeof withdrawPlanMonthEndpoint>): Promise<WriteAnswer> {
    const { table, planId, month } = body;
    return this.commands.write(request, (by) => new WithdrawPlanMonth(params.importId, table, planId, month, by));
  }
}
