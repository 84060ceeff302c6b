import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assetsOwnedStream, withdrawAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

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
