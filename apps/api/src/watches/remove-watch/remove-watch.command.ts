import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { removeWatch, watchStream } from '@superscope/domain/watch/watch';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

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
