import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  issueTokenRequest,
  registerApplicationRequest,
  type Application,
  type IssuedTokenAnswer,
  type RegisteredApplication,
} from '@superscope/contracts/applications';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import { id } from '@superscope/domain/shape';
import type { Written } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { encodePosition } from '@superscope/event-store/events/position';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CommandContexts } from '../../platform/command-context.js';
import { Policy } from '../../platform/policy.js';
import { IssueToken } from '../issue-token/issue-token.command.js';
import { RegisterUser } from '../register-user/register-user.command.js';
import { RevokeToken } from '../revoke-token/revoke-token.command.js';
import { AllApplications } from './applications.query.js';

const userIdOf = (given: string) => z.string().refine(id, 'This is not an id.').parse(given);
const tokenIdOf = (given: string) => z.uuid('This is not an id.').parse(given);

const answerOf = ({ stream, revision, position }: Written): WriteAnswer => ({
  stream,
  revision: String(revision),
  position: encodePosition(position),
});

/** Programs that ask for figures and bring files, and the tokens that they ask with. */
@ApiTags('users')
@Controller('api/applications')
export class ApplicationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly contexts: CommandContexts,
    private readonly identity: Identity,
  ) {}

  @Get()
  @Policy('users.manage')
  @ApiOperation({ summary: 'Applications, with the labels, dates and states of their tokens' })
  list(): Promise<Application[]> {
    return this.queries.execute(new AllApplications());
  }

  @Post()
  @Policy('users.manage')
  @ApiOperation({ summary: 'Registers an Application: {username, name?, context?}' })
  async register(@Body() body: unknown, @Req() request: FastifyRequest): Promise<RegisteredApplication> {
    const { username, name, context } = registerApplicationRequest.parse(body);
    // By its name: whoever asks again after a crash midway goes on with the same user, with an Idempotency-Key or without.
    const userId = this.identity.userIdOf(username);
    const personal = { username, name, email: null };
    const registration = { userId, role: 'Application', context, emailCode: false, personal } as const;
    const written = await this.commands.execute(new RegisterUser(registration, null, this.contexts.of(request)));
    return { userId, ...answerOf(written) };
  }

  @Post(':userId/tokens')
  @Policy('users.manage')
  @ApiOperation({
    summary: 'Issues a token, which this answer alone shows: {label, expiresInDays?}; a year unless told',
  })
  @ApiParam({ name: 'userId', type: String })
  async issueToken(
    @Param('userId') given: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<IssuedTokenAnswer> {
    const userId = userIdOf(given);
    const { label, expiresInDays } = issueTokenRequest.parse(body);
    const issued = await this.commands.execute(new IssueToken(userId, label, expiresInDays, this.contexts.of(request)));
    const { tokenId, token, expiresAt } = issued;
    return { tokenId, token, expiresAt, ...answerOf(issued) };
  }

  @Delete(':userId/tokens/:tokenId')
  @Policy('users.manage')
  @ApiOperation({ summary: 'Revokes a token' })
  @ApiParam({ name: 'userId', type: String })
  @ApiParam({ name: 'tokenId', type: String })
  async revokeToken(
    @Param('userId') userId: string,
    @Param('tokenId') tokenId: string,
    @Req() request: FastifyRequest,
  ): Promise<WriteAnswer> {
    const command = new RevokeToken(userIdOf(userId), tokenIdOf(tokenId), this.contexts.of(request));
    return answerOf(await this.commands.execute(command));
  }
}
