import { Controller, Module } from '@nestjs/common';
import { activityUser, type ActivityUser } from '@superscope/contracts/onecentral-activity';
import { usersView } from '@superscope/contracts/read-models/users';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const activityUsersEndpoint = endpoint('GET /api/onecentral/users', {
  summary:
    'Users whose activity can be searched, by username: those of OneCentral, or with `oneCentral=false` the others',
  right: 'activity.read',
  query: z.strictObject({ oneCentral: z.enum(['true', 'false']).default('true') }),
  answers: { 200: z.array(activityUser) },
});

@Controller()
class ActivityUsersController {
  constructor(private readonly views: Views) {}

  @Endpoint(activityUsersEndpoint)
  async all({ query }: RequestOf<typeof activityUsersEndpoint>): Promise<ActivityUser[]> {
    const oneCentral = query.oneCentral === 'true';
    const found = await this.views
      .of(usersView)
      .find({ oneCentral: oneCentral ? true : { $ne: true } })
      .toArray();
    return found
      .flatMap(({ _id: id, personal, role, active }) =>
        // A user whose registration event was set aside has no name.
        personal === undefined
          ? []
          : [{ id, username: personal.username, name: personal.name, role, oneCentral, active }],
      )
      .sort((a, b) => a.username.localeCompare(b.username, 'en'));
  }
}

@Module({ controllers: [ActivityUsersController] })
export class ActivityUsersSlice {}
