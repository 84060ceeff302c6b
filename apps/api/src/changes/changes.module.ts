import { Global, Module } from '@nestjs/common';
import { ChangeCounters } from './change-counters.js';
import { ChangeFollower } from './change-follower.js';
import { ChangedUsers } from './changed-users.js';
import { ProjectedEvents } from './projected-events.js';

@Global()
@Module({
  providers: [ChangedUsers, ChangeFollower, ChangeCounters, ProjectedEvents],
  exports: [ChangeCounters, ChangeFollower, ProjectedEvents],
})
export class ChangesModule {}
