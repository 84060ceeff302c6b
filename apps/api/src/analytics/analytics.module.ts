import { Module } from '@nestjs/common';
import { firstRules, newestRules, type PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import { ChangesModule } from '../changes/changes.module.js';
import { ENV, type Env } from '../env.js';
import { Analytics, Publishing } from '../platform/engines.module.js';
import { ChangeCounters } from '../changes/change-counters.js';
import { perReadSet } from '../platform/read-set/read-set.js';
import type { QueryClient } from '../platform/query-client.js';
import { StaffQuestions } from './staff-questions.js';
import { PlanRows } from './plan-rows.js';
import { AnalyticsService } from './load/analytics-service.js';

/** Characters of cached answers that each as-of view may keep. */
const asOfCacheLength = 8_000_000;

@Module({
  imports: [ChangesModule],
  providers: [
    StaffQuestions,
    {
      provide: AnalyticsService,
      inject: [Analytics, ChangeCounters, Publishing, ENV],
      useFactory: (analytics: Analytics, counters: ChangeCounters, publishing: Publishing, env: Env) =>
        perReadSet(
          new AnalyticsService(analytics.queries, counters, () => Promise.resolve(publishing), {
            timeoutMs: env.SUPERSCOPE_QUERY_TIMEOUT_SECONDS * 1000,
          }),
          ({ queries, moment }) =>
            new AnalyticsService(
              queries,
              counters,
              () => Promise.resolve(publishing),
              {
                timeoutMs: env.SUPERSCOPE_QUERY_TIMEOUT_SECONDS * 1000,
                cacheLength: asOfCacheLength,
                fromRules: firstRules,
              },
              () => moment,
            ),
        ),
    },
    {
      provide: PlanRows,
      inject: [Analytics, ChangeCounters, Publishing, ENV],
      useFactory: (analytics: Analytics, counters: ChangeCounters, publishing: Publishing, env: Env) => {
        const rowsOf = (queries: QueryClient, fromRules: PublishingRules) =>
          new PlanRows(
            queries,
            counters,
            () => Promise.resolve(publishing),
            env.SUPERSCOPE_QUERY_TIMEOUT_SECONDS * 1000,
            fromRules,
          );
        return perReadSet(rowsOf(analytics.queries, newestRules), ({ queries }) => rowsOf(queries, firstRules));
      },
    },
  ],
  exports: [AnalyticsService, PlanRows, StaffQuestions],
})
export class AnalyticsModule {}
