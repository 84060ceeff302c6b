import { Global, Module } from '@nestjs/common';
import { EventStreams } from '../platform/http/event-streams.js';
import { ChangeCounters } from './change-counters.js';
import { ChangeFollower } from './change-follower.js';
import { ChangedUsers } from './changed-users.js';
import { CompleteFigures } from './complete-figures.js';
import { ProjectedEvents } from './projected-events.js';
import { SealedPositions } from './sealed-positions.js';

@Global()
@Module({
  providers: [
    ChangedUsers,
    ChangeFollower,
    ChangeCounters,
    CompleteFigures,
    EventStreams,
    ProjectedEvents,
    SealedPositions,
  ],
  exports: [ChangeCounters, ChangeFollower, CompleteFigures, EventStreams, ProjectedEvents, SealedPositions],
})
export class ChangesModule {}
