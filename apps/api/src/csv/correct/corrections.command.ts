import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assetsOwnedStream, withdrawAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { campaignStream, cancelCampaign } from '@superscope/domain/campaign/campaign';
import { companyStream, deactivateCompany } from '@superscope/domain/company/company';
import {
  memberSnapshotsStream,
  planMonthId,
  withdrawSnapshots,
} from '@superscope/domain/member-snapshots/member-snapshots';
import { memberStream, moveMember } from '@superscope/domain/member/member';
import { closePlan, planStream, reopenPlan } from '@superscope/domain/plan/plan';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Closes a plan: `on` (yyyy-MM-dd) is the first day without it. */
export class ClosePlan extends Command<Written> {
  constructor(
    readonly planId: string,
    readonly on: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Takes a plan's closing back. */
export class ReopenPlan extends Command<Written> {
  constructor(
    readonly planId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Moves a member to another plan, employer or category from a day on. */
export class MoveMember extends Command<Written> {
  constructor(
    readonly memberId: string,
    readonly to: { planId: string; companyId: string; categoryId: string | null },
    readonly on: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Marks an employer as no longer taking part, from a day on. */
export class DeactivateCompany extends Command<Written> {
  constructor(
    readonly companyId: string,
    readonly on: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Takes a campaign out of lists and counts. */
export class CancelCampaign extends Command<Written> {
  constructor(
    readonly campaignId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Takes what an import wrote of one plan-month back: what stood before it stands again. */
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

@CommandHandler(ClosePlan)
@Injectable()
export class ClosePlanHandler implements ICommandHandler<ClosePlan> {
  constructor(private readonly store: EventStore) {}

  execute({ planId, on, by }: ClosePlan): Promise<Written> {
    return this.store.transact(planStream, planId, closePlan(on), by);
  }
}

@CommandHandler(ReopenPlan)
@Injectable()
export class ReopenPlanHandler implements ICommandHandler<ReopenPlan> {
  constructor(private readonly store: EventStore) {}

  execute({ planId, by }: ReopenPlan): Promise<Written> {
    return this.store.transact(planStream, planId, reopenPlan, by);
  }
}

@CommandHandler(MoveMember)
@Injectable()
export class MoveMemberHandler implements ICommandHandler<MoveMember> {
  constructor(private readonly store: EventStore) {}

  async execute({ memberId, to, on, by }: MoveMember): Promise<Written> {
    const [plan, company] = await Promise.all([
      this.store.load(planStream, to.planId),
      this.store.load(companyStream, to.companyId),
    ]);
    if (plan.state.details === null) throw new RuleViolation('invalid', 'There is no such plan.');
    if (company.state?.planId !== to.planId)
      throw new RuleViolation('invalid', 'The employer is not one of this plan.');
    if (to.categoryId !== null && !Object.hasOwn(plan.state.categories, to.categoryId))
      throw new RuleViolation('invalid', 'The plan has no such member category.');
    return this.store.transact(memberStream, memberId, moveMember(to, on), by);
  }
}

@CommandHandler(DeactivateCompany)
@Injectable()
export class DeactivateCompanyHandler implements ICommandHandler<DeactivateCompany> {
  constructor(private readonly store: EventStore) {}

  execute({ companyId, on, by }: DeactivateCompany): Promise<Written> {
    return this.store.transact(companyStream, companyId, deactivateCompany(on), by);
  }
}

@CommandHandler(CancelCampaign)
@Injectable()
export class CancelCampaignHandler implements ICommandHandler<CancelCampaign> {
  constructor(private readonly store: EventStore) {}

  execute({ campaignId, by }: CancelCampaign): Promise<Written> {
    return this.store.transact(campaignStream, campaignId, cancelCampaign, by);
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

export const correctionHandlers = [
  ClosePlanHandler,
  ReopenPlanHandler,
  MoveMemberHandler,
  DeactivateCompanyHandler,
  CancelCampaignHandler,
  WithdrawPlanMonthHandler,
];
