import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { NoticeMails } from './notices/notice-mails.js';
import { WatchReactor } from './notices/watch-reactor.js';
import { WatchedFigures } from './notices/watched-figures.js';
import { RemoveWatchHandler } from './remove-watch/remove-watch.command.js';
import { SetWatchHandler } from './set-watch/set-watch.command.js';
import { WatchesController } from './watches/watches.controller.js';
import { OwnWatchesHandler } from './watches/watches.query.js';

@Module({
  imports: [AnalyticsModule],
  controllers: [WatchesController],
  providers: [NoticeMails, OwnWatchesHandler, RemoveWatchHandler, SetWatchHandler, WatchedFigures, WatchReactor],
})
export class WatchesModule {}
