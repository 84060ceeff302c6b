import { Injectable } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import type { Written } from '@superscope/event-store/event-store';
import { encodePosition } from '@superscope/event-store/events/position';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyRequest } from 'fastify';
import { CommandContexts } from './command-context.js';

/** Executes the command of a request, and returns the stream, revision and position of its events. */
@Injectable()
export class Commands {
  constructor(
    private readonly bus: CommandBus,
    private readonly contexts: CommandContexts,
  ) {}

  async write(request: FastifyRequest, command: (by: CommandContext) => Command<Written>): Promise<WriteAnswer> {
    return writeAnswerOf(await this.execute(request, command));
  }

  /** The same, with the handler's own result. */
  execute<Result>(request: FastifyRequest, command: (by: CommandContext) => Command<Result>): Promise<Result> {
    return this.bus.execute(command(this.contexts.of(request)));
  }

  /** The digest by which a handler recognises a request that was sent again without an Idempotency-Key. */
  digestOf(request: FastifyRequest): string {
    return this.contexts.digestOf(request);
  }
}

export const writeAnswerOf = ({ stream, revision, position }: Written): WriteAnswer => ({
  stream,
  revision: String(revision),
  position: encodePosition(position),
});
