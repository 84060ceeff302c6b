import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AsOfViews } from './as-of-views/as-of-views.js';
import { AsOfViewsController } from './as-of-views/as-of-views.controller.js';
import { DifferencesController } from './differences/differences.controller.js';
import { Differences } from './differences/differences.query.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { EvidenceController } from './evidence.controller.js';
import { EventDetailController } from './event-detail/event-detail.controller.js';
import { EventDetails } from './event-detail/event-detail.query.js';
import { EventPlan } from './event-detail/event-plan.js';
import { EventFileController } from './event-file/event-file.controller.js';
import { EventAccess } from './events/event-access.js';
import { EventsController } from './events/events.controller.js';
import { RecordedEvents } from './events/recorded-events.js';
import { PlanMomentsController } from './plan-moments/plan-moments.controller.js';
import { NightlyProof } from './proof/nightly-proof.js';
import { RecordedChanges } from './plan-moments/recorded-changes.js';
import { Proofs } from './proofs/proofs.js';
import { ProofsController } from './proofs/proofs.controller.js';

/** The history for auditors: every event, plans as they stood, and what differs from today. */
@Module({
  imports: [AnalyticsModule, DocumentsModule],
  controllers: [
    AsOfViewsController,
    ProofsController,
    PlanMomentsController,
    DifferencesController,
    EvidenceController,
    EventsController,
    EventDetailController,
    EventFileController,
  ],
  providers: [
    AsOfViews,
    Proofs,
    RecordedChanges,
    Differences,
    RecordedEvents,
    EventAccess,
    EventDetails,
    EventPlan,
    NightlyProof,
  ],
  exports: [AsOfViews],
})
export class HistoryModule {}
