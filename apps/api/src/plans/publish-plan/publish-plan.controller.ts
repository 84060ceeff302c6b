import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import { encodePosition } from '@superscope/event-store/events/position';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Caller, requirePlan } from '../../platform/caller.js';
import { CommandContexts } from '../../platform/command-context.js';
import { Policy } from '../../platform/policy.js';
import type { Principal } from '../../platform/principal.js';
import { PublishPlan } from './publish-plan.command.js';

const planId = z.string().regex(/^[\w-]{1,40}\.[\w-]{1,40}$/, 'This is not an id.');
const nothing = z.strictObject({}).nullish();

@Controller('api/plans')
export class PublishPlanController {
  constructor(
    private readonly commands: CommandBus,
    private readonly contexts: CommandContexts,
  ) {}

  @Post(':planId/publish')
  @HttpCode(200)
  @Policy('plans.publish')
  @ApiOperation({ summary: 'Publishes the closed months of a plan anew, counting everything recorded by now' })
  @ApiParam({ name: 'planId', type: String })
  async publish(
    @Param('planId') given: string,
    @Body() body: unknown,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<WriteAnswer> {
    const id = planId.parse(given);
    nothing.parse(body);
    requirePlan(caller, id);
    const written = await this.commands.execute(new PublishPlan(id, this.contexts.of(request)));
    return {
      stream: written.stream,
      revision: String(written.revision),
      position: encodePosition(written.position),
    };
  }
}
