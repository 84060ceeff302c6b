import { Module } from '@nestjs/common';
import { NewsController } from './news/news.controller.js';
import { ReplaceNewsHandler } from './news/replace-news.command.js';

@Module({ controllers: [NewsController], providers: [ReplaceNewsHandler] })
export class NewsModule {}
