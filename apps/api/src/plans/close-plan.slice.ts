import { Controller, Module } from '@nestjs/common';
import { closePlanRequest } from '@superscope/contracts/corrections';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { closePlan, planStream } from '@superscope/domain/plan/plan';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

export const closePlanEndpoint = endpoint('POST /api/plans/:planId/close', {
  summary: 'Closes a plan; `on` is the first day without it',
  right: 'corrections.write',
  params: { planId: innerId },
  body: closePlanRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'closed plan',
});

/** Closes a plan: `on` (yyyy-MM-dd) is the first day without it. */
export const ClosePlan = decides('ClosePlan', planStream, closePlan);

@Controller()
class ClosePlanController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(closePlanEndpoint)
  close({ params, body, request }: RequestOf<typeof closePlanEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, ClosePlan.of(params.planId, body.on));
  }
}

@Module({ controllers: [ClosePlanController], providers: [ClosePlan.handler] })
export class ClosePlanSlice {}
