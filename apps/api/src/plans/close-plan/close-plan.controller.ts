import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { day, innerId } from '@superscope/contracts/fields';
import { z } from 'zod';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { ClosePlan } from './close-plan.command.js';

export const closePlanEndpoint = endpoint('POST /api/plans/:planId/close', {
  summary: 'Closes a plan; `on` is the first day without it',
  right: 'corrections.write',
  noted: 'closed plan',
  params: { planId: innerId },
  body: z.strictObject({ on: day }),
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class ClosePlanController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(closePlanEndpoint)
  close({ params, body, request }: RequestOf<typeof closePlanEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new ClosePlan(params.planId, body.on, by));
  }
}
