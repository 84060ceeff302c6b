import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import {
  deadLettersQuery,
  deadLetterStates,
  dropRequest,
  type DeadLettersPage,
  type RetryAnswer,
} from '@superscope/contracts/dead-letters';
import { z } from 'zod';
import { Caller } from '../../platform/access/caller.js';
import { Policy, Watched } from '../../platform/access/policy.js';
import type { Principal } from '../../platform/access/principal.js';
import { DropDeadLetter, RetryDeadLetter } from './dead-letters.command.js';
import { DeadLettersInState } from './dead-letters.query.js';

const letterId = z.string().min(1).max(200);

/** What could not be applied to the read models. */
@ApiTags('operations')
@Controller('api/dead-letters')
export class DeadLettersController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Policy('operations.read')
  @Watched()
  @ApiOperation({
    summary: 'Events and plans that are set aside: a page, the newest first, and how many in each state',
  })
  @ApiQuery({ name: 'state', required: false, enum: [...deadLetterStates, 'open'] })
  @ApiQuery({ name: 'page', required: false, type: Number })
  @ApiQuery({ name: 'size', required: false, type: Number })
  list(@Query() query: unknown): Promise<DeadLettersPage> {
    const { state, page, size } = deadLettersQuery.parse(query);
    return this.queries.execute(new DeadLettersInState(state, page, size));
  }

  @Post(':id/retry')
  @HttpCode(202)
  @Policy('operations.write')
  @ApiOperation({ summary: 'Asks the running projector to try again' })
  @ApiParam({ name: 'id', type: String })
  retry(@Param('id') id: string, @Caller() { username }: Principal): Promise<RetryAnswer> {
    return this.commands.execute(new RetryDeadLetter(letterId.parse(id), username));
  }

  @Post(':id/drop')
  @HttpCode(204)
  @Policy('operations.write')
  @ApiOperation({ summary: 'Leaves an event out for good; the body says why: {reason}' })
  @ApiParam({ name: 'id', type: String })
  async drop(@Param('id') id: string, @Body() body: unknown, @Caller() { username }: Principal): Promise<void> {
    await this.commands.execute(new DropDeadLetter(letterId.parse(id), username, dropRequest.parse(body).reason));
  }
}
