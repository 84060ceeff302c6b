import { Controller, Module } from '@nestjs/common';
import { activityActionOption, type ActivityActionOption } from '@superscope/contracts/onecentral-activity';
import { accessActions } from '@superscope/domain/access/access-actions';
import { z } from 'zod';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';

const activityActionsEndpoint = endpoint('GET /api/onecentral/actions', {
  summary: 'The actions that activity can be searched by',
  right: 'activity.read',
  answers: { 200: z.array(activityActionOption) },
});

@Controller()
class ActivityActionsController {
  @Endpoint(activityActionsEndpoint)
  all(): ActivityActionOption[] {
    return Object.entries(accessActions).map(([id, { name, type }]) => ({ id, name, type }));
  }
}

@Module({ controllers: [ActivityActionsController] })
export class ActivityActionsSlice {}
