import { Global, Module } from '@nestjs/common';
import { PlanVersions } from '../platform/plan-versions.js';
import { ChangeFollower } from './change-follower.js';
import { ChangesController } from './changes.controller.js';
import { ProjectedEvents } from './projected-events.js';

@Global()
@Module({
  controllers: [ChangesController],
  providers: [ChangeFollower, PlanVersions, ProjectedEvents],
  exports: [PlanVersions, ProjectedEvents],
})
export class ChangesModule {}
