import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { moveMemberRequest } from '@superscope/contracts/corrections';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { companyStream } from '@superscope/domain/company/company';
import { memberStream, moveMember } from '@superscope/domain/member/member';
import { planStream } from '@superscope/domain/plan/plan';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { memberChange } from './member-change.js';

export const moveMemberEndpoint = endpoint('POST /api/members/:memberId/move', {
  summary: 'Moves a member to another plan, employer or category from a day on',
  right: 'corrections.write',
  params: { memberId: z.string().max(40) },
  body: moveMemberRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

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

@Controller()
class MoveMemberController {
  constructor(
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(moveMemberEndpoint)
  async move(asked: RequestOf<typeof moveMemberEndpoint>): Promise<WriteAnswer> {
    const { params, body, caller, request } = asked;
    const { on, ...to } = body;
    const written = await this.commands.write(request, (by) => new MoveMember(params.memberId, to, on, by));
    this.access.note(request, { ...memberChange(caller, params.memberId), action: 'moved member' });
    return written;
  }
}

@Module({ controllers: [MoveMemberController], providers: [MoveMemberHandler] })
export class MoveMemberSlice {}
