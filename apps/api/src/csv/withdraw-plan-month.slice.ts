import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { withdrawMonthRequest } from '@superscope/contracts/corrections';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { assetsOwnedStream, withdrawAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

export const withdrawPlanMonthEndpoint = endpoint('POST /api/csv/imports/:importId/withdraw', {
  summary: 'Withdraws an import of a plan-month; the import before it counts again',
  right: 'corrections.write',
  noted: 'withdrew import',
  params: { importId: z.uuid() },
  body: withdrawMonthRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

/** Withdraws one plan-month of an import. The previous import then counts again. */
export class WithdrawPlanMonth extends Command<Written> {
  constructor(
    readonly importId: string,
    readonly table: 'memberSnapshots' | 'assetsOwned',
    readonly planId: string,
    /** yyyy-MM */
    readonly month: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(WithdrawPlanMonth)
@Injectable()
export class WithdrawPlanMonthHandler implements ICommandHandler<WithdrawPlanMonth> {
  constructor(private readonly store: EventStore) {}

  execute({ importId, table, planId, month, by }: WithdrawPlanMonth): Promise<Written> {
    const id = planMonthId(planId, month);
    return table === 'memberSnapshots'
      ? this.store.transact(memberSnapshotsStream, id, withdrawSnapshots(planId, month, importId), by)
      : this.store.transact(assetsOwnedStream, id, withdrawAssetsOwned(planId, month, importId), by);
  }
}

@Controller()
class WithdrawPlanMonthController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(withdrawPlanMonthEndpoint)
  withdraw({ params, body, request }: RequestOf<typeof withdrawPlanMonthEndpoint>): Promise<WriteAnswer> {
    const { table, planId, month } = body;
    return this.commands.write(request, (by) => new WithdrawPlanMonth(params.importId, table, planId, month, by));
  }
}

@Module({ controllers: [WithdrawPlanMonthController], providers: [WithdrawPlanMonthHandler] })
export class WithdrawPlanMonthSlice {}
