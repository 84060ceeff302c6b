import { Controller, Module } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { usersView } from '@superscope/contracts/read-models/users';
import { newsFile, newsId, newsView, type NewsFile } from '@superscope/contracts/read-models/news';
import { streamName, typesOf } from '@superscope/domain/event';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { newsChanged, newsStream, replaceNews } from '@superscope/domain/news/news';
import { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { firstNews } from './first-news.js';

const newsEndpoint = endpoint('GET /api/news', {
  summary: 'The four news items, which are the same for everybody',
  right: 'portal.read',
  answers: { 200: newsFile },
});

const replaceNewsEndpoint = endpoint('PUT /api/news', {
  summary:
    'Replaces the four news items. With `revision`, a file of news that were replaced since is refused, which says by whom',
  right: 'news.write',
  body: newsFile,
  severalLines: ['summary', 'body'],
  answers: { 200: writeAnswer },
  problems: { 409: null },
  noted: 'replaced news',
});

/** Events that replace the news which somebody's file is based on. */
const replacing: readonly string[] = typesOf(newsStream, { NewsReplaced: true });

/** Replaces all news items. */
const ReplaceNews = decides('ReplaceNews', newsStream, replaceNews);

@Controller()
class NewsController {
  constructor(
    private readonly views: Views,
    private readonly commands: Commands,
    private readonly store: EventStore,
  ) {}

  @Endpoint(newsEndpoint)
  async news(_: RequestOf<typeof newsEndpoint>): Promise<NewsFile> {
    const found = await this.views.of(newsView).findOne({ _id: newsId });
    return { revision: found === null ? -1 : Number(found.revision), items: found?.items ?? firstNews };
  }

  @Endpoint(replaceNewsEndpoint)
  async replace({ body, request }: RequestOf<typeof replaceNewsEndpoint>): Promise<WriteAnswer> {
    try {
      return await this.commands.write(request, ReplaceNews.of('', body.items, body.revision));
    } catch (error) {
      if (!(error instanceof RuleViolation) || error.message !== newsChanged) throw error;
      throw new Refusal(409, { message: await this.replacedBy() }, { cause: error });
    }
  }

  private async replacedBy(): Promise<string> {
    let last: { actor: string; at: Date } | null = null;
    for await (const event of this.store.read(streamName(newsStream, '')))
      if (!isUndecodable(event) && replacing.includes(event.type))
        last = { actor: event.metadata.actor, at: event.created };
    if (last === null) return newsChanged;
    const user = await this.views.of(usersView).findOne({ _id: last.actor }, { projection: { personal: 1 } });
    const by = user?.personal.name ?? user?.personal.username ?? 'Somebody';
    const at = last.at.toLocaleString('en-AU', {
      timeZone: 'Australia/Sydney',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    return `${by} replaced the news on ${at}, after this file was saved. Yours were not saved: save news.json again and put yours in.`;
  }
}

@Module({ controllers: [NewsController], providers: [ReplaceNews.handler] })
export class NewsSlice {}
