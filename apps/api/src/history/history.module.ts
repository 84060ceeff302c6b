import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AsOfViews } from './as-of-views/as-of-views.js';
import { AsOfViewsController } from './as-of-views/as-of-views.controller.js';
import { DifferencesController } from './differences/differences.controller.js';
import { Differences } from './differences/differences.query.js';
import { PlanMomentsController } from './plan-moments/plan-moments.controller.js';
import { NightlyProof } from './proof/nightly-proof.js';
import { RecordedChanges } from './plan-moments/recorded-changes.js';

/** What was recorded when, for auditors: plans as they stood, and what differs from today. */
@Module({
  imports: [AnalyticsModule],
  controllers: [AsOfViewsController, PlanMomentsController, DifferencesController],
  providers: [AsOfViews, RecordedChanges, Differences, NightlyProof],
})
export class HistoryModule {}
