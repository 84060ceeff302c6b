import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import { firstDay, lastDay } from '@superscope/contracts/csv-columns';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import { isIsoDate, isIsoMonth } from '@superscope/domain/calendar-dates';
import type { Written } from '@superscope/event-store/event-store';
import { encodePosition } from '@superscope/event-store/events/position';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CommandContexts } from '../../platform/command-context.js';
import { Policy } from '../../platform/policy.js';
import {
  CancelCampaign,
  ClosePlan,
  DeactivateCompany,
  MoveMember,
  ReopenPlan,
  WithdrawPlanMonth,
} from './corrections.command.js';

const day = z
  .string()
  .refine(isIsoDate, 'A day is written yyyy-MM-dd.')
  .refine((on) => on >= firstDay && on <= lastDay, 'The year must be between 1900 and 2148.');
const innerId = z.string().regex(/^[\w-]{1,40}\.[\w-]{1,40}$/, 'This is not an id.');
const onADay = z.strictObject({ on: day });
const move = z.strictObject({
  planId: innerId,
  companyId: innerId,
  categoryId: z.string().max(40).nullable().default(null),
  on: day,
});
const planMonth = z.strictObject({
  table: z.enum(['memberSnapshots', 'assetsOwned']),
  planId: innerId,
  month: z.string().refine(isIsoMonth, 'A month is written yyyy-MM.'),
});

/** Corrections of what files said: events like everything else, so what stood before can still be seen. */
@Controller('api')
export class CorrectionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly contexts: CommandContexts,
  ) {}

  @Post('plans/:planId/close')
  @HttpCode(200)
  @Policy('corrections.write')
  closePlan(@Param('planId') id: string, @Body() body: unknown, @Req() request: FastifyRequest): Promise<WriteAnswer> {
    return this.write(new ClosePlan(innerId.parse(id), onADay.parse(body).on, this.contexts.of(request)));
  }

  @Post('plans/:planId/reopen')
  @HttpCode(200)
  @Policy('corrections.write')
  reopenPlan(@Param('planId') id: string, @Req() request: FastifyRequest): Promise<WriteAnswer> {
    return this.write(new ReopenPlan(innerId.parse(id), this.contexts.of(request)));
  }

  @Post('members/:memberId/move')
  @HttpCode(200)
  @Policy('corrections.write')
  moveMember(
    @Param('memberId') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<WriteAnswer> {
    const { on, ...to } = move.parse(body);
    return this.write(new MoveMember(z.string().max(40).parse(id), to, on, this.contexts.of(request)));
  }

  @Post('companies/:companyId/deactivate')
  @HttpCode(200)
  @Policy('corrections.write')
  deactivate(
    @Param('companyId') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<WriteAnswer> {
    return this.write(new DeactivateCompany(innerId.parse(id), onADay.parse(body).on, this.contexts.of(request)));
  }

  @Post('campaigns/:campaignId/cancel')
  @HttpCode(200)
  @Policy('corrections.write')
  cancel(@Param('campaignId') id: string, @Req() request: FastifyRequest): Promise<WriteAnswer> {
    return this.write(new CancelCampaign(innerId.parse(id), this.contexts.of(request)));
  }

  /** Takes a wrong plan-month back; the import before it becomes current again. */
  @Post('csv/imports/:importId/withdraw')
  @HttpCode(200)
  @Policy('corrections.write')
  withdraw(@Param('importId') id: string, @Body() body: unknown, @Req() request: FastifyRequest): Promise<WriteAnswer> {
    const { table, planId, month } = planMonth.parse(body);
    return this.write(new WithdrawPlanMonth(z.uuid().parse(id), table, planId, month, this.contexts.of(request)));
  }

  private async write(command: Command<Written>): Promise<WriteAnswer> {
    const { stream, revision, position } = await this.commands.execute(command);
    return { stream, revision: String(revision), position: encodePosition(position) };
  }
}
