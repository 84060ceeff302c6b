import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { NoticeMails } from './notices/notice-mails.js';
import { WatchReactor } from './notices/watch-reactor.js';
import { WatchedFigures } from './notices/watched-figures.js';

@Module({
  imports: [AnalyticsModule],
  providers: [NoticeMails, WatchedFigures, WatchReactor],
})
export class WatchesModule {}
