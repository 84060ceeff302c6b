import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { consultant, type Consultant } from '@superscope/contracts/member-events';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { ConsultantsOf } from './consultants.query.js';

export const consultantsEndpoint = endpoint('GET /api/onecentral/consultants', {
  summary: 'Active authorised representatives who share a plan with the caller',
  right: 'members.read',
  answers: { 200: z.array(consultant) },
});

@Controller()
export class ConsultantsController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(consultantsEndpoint)
  list({ caller }: RequestOf<typeof consultantsEndpoint>): Promise<Consultant[]> {
    return this.queries.execute(new ConsultantsOf(caller));
  }
}
