import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { removeWatch, watchStream } from '@superscope/domain/watch/watch';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const removeWatchEndpoint = endpoint('DELETE /api/watches/:watchId', {
  summary: 'Removes a watch',
  right: 'watches.own',
  params: { watchId: z.uuid('This is not an id.') },
  answers: { 200: writeAnswer },
});

export class RemoveWatch extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly watchId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RemoveWatch)
@Injectable()
export class RemoveWatchHandler implements ICommandHandler<RemoveWatch> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, watchId, by }: RemoveWatch): Promise<Written> {
    return this.store.transact(watchStream, userId, removeWatch(userId, watchId), by);
  }
}

@Controller()
class RemoveWatchController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(removeWatchEndpoint)
  remove({ params, caller, request }: RequestOf<typeof removeWatchEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new RemoveWatch(caller.userId, params.watchId, by));
  }
}

@Module({ controllers: [RemoveWatchController], providers: [RemoveWatchHandler] })
export class RemoveWatchSlice {}
