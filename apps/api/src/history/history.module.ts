import { Module } from '@nestjs/common';
import { WorkModule } from '../work/work.module.js';
import { AsOfViews } from './as-of-views.js';
import { EventAccess } from './event-access.js';
import { NightlyProof } from './proof/nightly-proof.js';
import { RecordedChanges } from './recorded-changes.js';
import { RecordedEvents } from './recorded-events.js';

/** The history for auditors: every event, plans as they stood, and what differs from today. */
@Module({
  imports: [WorkModule],
  providers: [AsOfViews, EventAccess, NightlyProof, RecordedChanges, RecordedEvents],
  exports: [AsOfViews, EventAccess, RecordedChanges, RecordedEvents],
})
export class HistoryModule {}
