import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AsOfViews } from './as-of-views/as-of-views.js';
import { AsOfViewsController } from './as-of-views/as-of-views.controller.js';
import { DifferencesController } from './differences/differences.controller.js';
import { Differences } from './differences/differences.query.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { EvidenceController } from './evidence/evidence.controller.js';
import { PlanMomentsController } from './plan-moments/plan-moments.controller.js';
import { RecordedChanges } from './plan-moments/recorded-changes.js';
import { Proofs } from './proofs/proofs.js';
import { ProofsController } from './proofs/proofs.controller.js';

/** What was recorded when, for auditors: plans as they stood, and what differs from today. */
@Module({
  imports: [AnalyticsModule, DocumentsModule],
  controllers: [
    AsOfViewsController,
    ProofsController,
    PlanMomentsController,
    DifferencesController,
    EvidenceController,
  ],
  providers: [AsOfViews, Proofs, RecordedChanges, Differences],
})
export class HistoryModule {}
