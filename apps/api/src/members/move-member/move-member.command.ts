import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { companyStream } from '@superscope/domain/company/company';
import { memberStream, moveMember } from '@superscope/domain/member/member';
import { planStream } from '@superscope/domain/plan/plan';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Moves a member to another plan, employer or category, from a day (yyyy-MM-dd) on. */
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
