import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { ENV, type Env } from '../env.js';
import { Analytics, Publishing } from '../platform/engines.module.js';
import { ChangeCounters } from '../changes/change-counters.js';
import { CubejsController } from './cubejs.controller.js';
import { FiguresController } from './figures/figures.controller.js';
import { StaffQuestions } from './staff-questions.js';
import { PlanRows } from './plan-rows.js';
import { AnalyticsService } from './load/analytics-service.js';

@Module({
  imports: [ChangesModule],
  controllers: [CubejsController, FiguresController],
  providers: [
    StaffQuestions,
    {
      provide: AnalyticsService,
      inject: [Analytics, ChangeCounters, Publishing, ENV],
      useFactory: (analytics: Analytics, counters: ChangeCounters, publishing: Publishing, env: Env) =>
        new AnalyticsService(analytics.queries, counters, () => Promise.resolve(publishing), {
          timeoutMs: env.SUPERSCOPE_QUERY_TIMEOUT_SECONDS * 1000,
        }),
    },
    {
      provide: PlanRows,
      inject: [Analytics, ChangeCounters, Publishing, ENV],
      useFactory: (analytics: Analytics, counters: ChangeCounters, publishing: Publishing, env: Env) =>
        new PlanRows(
          analytics.queries,
          counters,
          () => Promise.resolve(publishing),
          env.SUPERSCOPE_QUERY_TIMEOUT_SECONDS * 1000,
        ),
    },
  ],
  exports: [AnalyticsService, PlanRows, StaffQuestions],
})
export class AnalyticsModule {}
