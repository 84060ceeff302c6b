import { Module } from '@nestjs/common';
import { firstRules, newestRules, type PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import { ChangesModule } from '../changes/changes.module.js';
import { ENV, type Env } from '../env.js';
import { Analytics, Publishing, Views } from '../platform/engines.module.js';
import { ChangeCounters } from '../changes/change-counters.js';
import { perReadSet } from '../platform/read-set/read-set.js';
import type { QueryClient } from '../platform/clickhouse/query-client.js';
import { StaffQuestions } from './staff-questions.js';
import { joinedPlans, noneJoined, type JoinedPlans } from './employer/joined-plans.js';
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
      inject: [Analytics, ChangeCounters, Publishing, Views, ENV],
      useFactory: (analytics: Analytics, counters: ChangeCounters, publishing: Publishing, views: Views, env: Env) =>
        perReadSet(
          new AnalyticsService(analytics.queries, counters, () => Promise.resolve(publishing), {
            timeoutMs: env.SUPERSCOPE_QUERY_TIMEOUT_SECONDS * 1000,
            joined: joinedPlans(views),
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
      inject: [Analytics, ChangeCounters, Publishing, Views, ENV],
      useFactory: (analytics: Analytics, counters: ChangeCounters, publishing: Publishing, views: Views, env: Env) => {
        const rowsOf = (queries: QueryClient, fromRules: PublishingRules, joined: JoinedPlans) =>
          new PlanRows(
            queries,
            counters,
            () => Promise.resolve(publishing),
            env.SUPERSCOPE_QUERY_TIMEOUT_SECONDS * 1000,
            fromRules,
            joined,
          );
        return perReadSet(rowsOf(analytics.queries, newestRules, joinedPlans(views)), ({ queries }) =>
          rowsOf(queries, firstRules, noneJoined),
        );
      },
    },
  ],
  exports: [AnalyticsService, PlanRows, StaffQuestions],
})
export class AnalyticsModule {}
