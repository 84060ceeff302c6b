import { Module } from '@nestjs/common';
import { ActivityController } from './access/activity.controller.js';
import { ActivitySessionsHandler } from './access/activity.query.js';
import { ActivityActionsController } from './actions.controller.js';
import { ActivityUsersController } from './activity-users.controller.js';

@Module({
  controllers: [ActivityActionsController, ActivityController, ActivityUsersController],
  providers: [ActivitySessionsHandler],
})
export class ActivityModule {}
