import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { newsFile, newsId, newsView, type NewsFile } from '@superscope/contracts/read-models/news';
import { newsStream, replaceNews, type NewsItem } from '@superscope/domain/news/news';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { firstNews } from './first-news.js';

const newsEndpoint = endpoint('GET /api/news', {
  summary: 'The four news items, which are the same for everybody',
  right: 'portal.read',
  answers: { 200: newsFile },
});

const replaceNewsEndpoint = endpoint('PUT /api/news', {
  summary: 'Replaces the four news items',
  right: 'news.write',
  body: newsFile,
  severalLines: ['summary', 'body'],
  answers: { 200: writeAnswer },
  noted: 'replaced news',
});

/** Replaces all news items. */
class ReplaceNews extends Command<Written> {
  constructor(
    readonly items: readonly NewsItem[],
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReplaceNews)
@Injectable()
class ReplaceNewsHandler implements ICommandHandler<ReplaceNews> {
  constructor(private readonly store: EventStore) {}

  execute({ items, by }: ReplaceNews): Promise<Written> {
    return this.store.transact(newsStream, '', replaceNews(items), by);
  }
}

@Controller()
class NewsController {
  constructor(
    private readonly views: Views,
    private readonly commands: Commands,
  ) {}

  @Endpoint(newsEndpoint)
  async news(_: RequestOf<typeof newsEndpoint>): Promise<NewsFile> {
    const found = await this.views.of(newsView).findOne({ _id: newsId });
    return { items: found?.items ?? firstNews };
  }

  @Endpoint(replaceNewsEndpoint)
  async replace({ body, request }: RequestOf<typeof replaceNewsEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new ReplaceNews(body.items, by));
  }
}

@Module({ controllers: [NewsController], providers: [ReplaceNewsHandler] })
export class NewsSlice {}
