import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  deadLettersPage,
  deadLettersQuery,
  dropRequest,
  retryAnswer,
  type DeadLettersPage,
  type RetryAnswer,
} from '@superscope/contracts/dead-letters';
import { z } from 'zod';
import { nothing } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { DropDeadLetter, RetryDeadLetter } from './dead-letters.command.js';
import { DeadLettersInState } from './dead-letters.query.js';

const letterId = z.string().min(1).max(200);

export const deadLettersEndpoint = endpoint('GET /api/dead-letters', {
  summary: 'Events and plans that are set aside: a page, the newest first, and how many in each state',
  right: 'operations.read',
  polled: true,
  query: deadLettersQuery,
  answers: { 200: deadLettersPage },
});

export const retryDeadLetterEndpoint = endpoint('POST /api/dead-letters/:id/retry', {
  summary: 'Asks the running projector to try again',
  right: 'operations.write',
  noted: 'retried dead letter',
  params: { id: letterId },
  answers: { 202: retryAnswer },
  problems: { 404: null },
});

export const dropDeadLetterEndpoint = endpoint('POST /api/dead-letters/:id/drop', {
  summary: 'Drops an event permanently; the body gives the reason',
  right: 'operations.write',
  noted: 'dropped dead letter',
  params: { id: letterId },
  body: dropRequest,
  answers: { 204: nothing },
  problems: { 404: null },
});

/** Dead letters: events and plans that could not be applied to the read models. */
@Controller()
export class DeadLettersController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Endpoint(deadLettersEndpoint)
  list({ query: { state, page, size } }: RequestOf<typeof deadLettersEndpoint>): Promise<DeadLettersPage> {
    return this.queries.execute(new DeadLettersInState(state, page, size));
  }

  @Endpoint(retryDeadLetterEndpoint)
  retry({ params, caller }: RequestOf<typeof retryDeadLetterEndpoint>): Promise<RetryAnswer> {
    return this.commands.execute(new RetryDeadLetter(params.id, caller.username));
  }

  @Endpoint(dropDeadLetterEndpoint)
  async drop({ params, body, caller }: RequestOf<typeof dropDeadLetterEndpoint>): Promise<void> {
    await this.commands.execute(new DropDeadLetter(params.id, caller.username, body.reason));
  }
}
