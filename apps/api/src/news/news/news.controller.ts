import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { newsFile, type NewsFile } from '@superscope/contracts/news';
import { newsId, newsView } from '@superscope/contracts/read-models/news';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { Views } from '../../platform/engines.module.js';
import { firstNews } from './first-news.js';
import { ReplaceNews } from './replace-news.command.js';

export const newsEndpoint = endpoint('GET /api/news', {
  summary: 'The four news items, which are the same for everybody',
  right: 'portal.read',
  answers: { 200: newsFile },
});

export const replaceNewsEndpoint = endpoint('PUT /api/news', {
  summary: 'Replaces the four news items',
  right: 'news.write',
  noted: 'replaced news',
  body: newsFile,
  answers: { 200: writeAnswer },
});

@Controller()
export class NewsController {
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
