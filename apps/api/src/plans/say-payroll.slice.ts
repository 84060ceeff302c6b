import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { payrollRequest } from '@superscope/contracts/corrections';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { planStream, sayPayroll } from '@superscope/domain/plan/plan';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

export const sayPayrollEndpoint = endpoint('POST /api/plans/:planId/payroll', {
  summary: 'Says whether all employers of a plan share one payroll. It counts from the next edition of each month',
  right: 'corrections.write',
  params: { planId: innerId },
  body: payrollRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'set payroll of plan',
});

/** Says whether all employers of a plan share one payroll; null takes back what was said. */
export class SayPayroll extends Command<Written> {
  constructor(
    readonly planId: string,
    readonly onePayroll: boolean | null,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SayPayroll)
@Injectable()
export class SayPayrollHandler implements ICommandHandler<SayPayroll> {
  constructor(private readonly store: EventStore) {}

  execute({ planId, onePayroll, by }: SayPayroll): Promise<Written> {
    return this.store.transact(planStream, planId, sayPayroll(onePayroll), by);
  }
}

@Controller()
class SayPayrollController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(sayPayrollEndpoint)
  say({ params, body, request }: RequestOf<typeof sayPayrollEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new SayPayroll(params.planId, body.onePayroll, by));
  }
}

@Module({ controllers: [SayPayrollController], providers: [SayPayrollHandler] })
export class SayPayrollSlice {}
