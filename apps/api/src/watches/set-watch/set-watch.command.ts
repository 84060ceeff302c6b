import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { setWatch, watchStream, type WatchTerms } from '@superscope/domain/watch/watch';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Watches a figure of a plan, or the closing of its months, for one reader. */
export class SetWatch extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly watchId: string,
    readonly terms: WatchTerms,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SetWatch)
@Injectable()
export class SetWatchHandler implements ICommandHandler<SetWatch> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, watchId, terms, by }: SetWatch): Promise<Written> {
    return this.store.transact(watchStream, userId, setWatch(userId, watchId, terms), by);
  }
}
