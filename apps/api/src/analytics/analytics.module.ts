import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { Analytics } from '../platform/engines.module.js';
import { PlanVersions } from '../platform/plan-versions.js';
import { CubejsController } from './cubejs.controller.js';
import { AnalyticsService } from './load/analytics-service.js';

@Module({
  imports: [ChangesModule],
  controllers: [CubejsController],
  providers: [
    {
      provide: AnalyticsService,
      inject: [Analytics, PlanVersions],
      useFactory: (analytics: Analytics, versions: PlanVersions) => new AnalyticsService(analytics.client, versions),
    },
  ],
  exports: [AnalyticsService],
})
export class AnalyticsModule {}
