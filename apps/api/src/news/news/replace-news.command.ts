import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newsStream, replaceNews, type NewsItem } from '@superscope/domain/news/news';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Replaces all news items. */
export class ReplaceNews extends Command<Written> {
  constructor(
    readonly items: readonly NewsItem[],
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReplaceNews)
@Injectable()
export class ReplaceNewsHandler implements ICommandHandler<ReplaceNews> {
  constructor(private readonly store: EventStore) {}

  execute({ items, by }: ReplaceNews): Promise<Written> {
    return this.store.transact(newsStream, '', replaceNews(items), by);
  }
}
