import { Global, Module } from '@nestjs/common';
import { ChangeCounters } from './change-counters.js';
import { ChangeFollower } from './change-follower.js';
import { ChangedUsers } from './changed-users.js';
import { ChangesController } from './changes.controller.js';
import { ProjectedEvents } from './projected-events.js';

@Global()
@Module({
  controllers: [ChangesController],
  providers: [ChangedUsers, ChangeFollower, ChangeCounters, ProjectedEvents],
  exports: [ChangeCounters, ProjectedEvents],
})
export class ChangesModule {}
