import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { plansCompleteness, type PlansCompleteness } from '@superscope/contracts/plans-overview';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlansCompletenessOf } from './plans-completeness.query.js';

export const plansCompletenessEndpoint = endpoint('GET /api/plans/completeness', {
  summary: 'The imports of each plan and month, whether the month is closed, and why it is still open',
  right: 'plans.completeness',
  query: z.strictObject({
    months: z
      .string()
      .regex(/^([1-9]|[12]\d|3[0-6])$/, 'months is a number from 1 to 36.')
      .default('12')
      .transform(Number),
  }),
  answers: { 200: plansCompleteness },
});

@Controller()
export class PlansCompletenessController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(plansCompletenessEndpoint)
  async completeness({ query, caller }: RequestOf<typeof plansCompletenessEndpoint>): Promise<PlansCompleteness> {
    return this.queries.execute(new PlansCompletenessOf(query.months, caller));
  }
}
