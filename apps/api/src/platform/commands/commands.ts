import { Injectable } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import type { Reading } from '@superscope/event-store/appending/deciding';
import type { Written } from '@superscope/event-store/event-store';
import { encodePosition } from '@superscope/event-store/events/position';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyRequest } from 'fastify';
import { CommandContexts } from './command-context.js';
import type { CommandBy } from './decides.js';

/** Executes the command of a request, and returns the stream, revision and position of its events. */
@Injectable()
export class Commands {
  constructor(
    private readonly bus: CommandBus,
    private readonly contexts: CommandContexts,
  ) {}

  /** `reading` is what `Revisions.guard` gives for a save that is based on a revision. */
  async write<State>(
    request: FastifyRequest,
    command: CommandBy<State>,
    reading?: Reading<NoInfer<State>>,
  ): Promise<WriteAnswer> {
    return writeAnswerOf(await this.execute(request, (by) => command(by, reading)));
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

export const writeAnswerOf = ({
  stream,
  revision,
  position,
}: Pick<Written, 'stream' | 'revision' | 'position'>): WriteAnswer => ({
  stream,
  revision: String(revision),
  position: encodePosition(position),
});
