import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { calculationVariables, type CalculationVariables } from '@superscope/contracts/calculation-variables';
import { Endpoint, endpoint } from '../../platform/endpoint/endpoint.js';
import { CalculationVariablesAt } from './calculation-variables.query.js';

const calculationVariablesEndpoint = endpoint('GET /api/calculationVariables', {
  summary: "ASFA's yearly budgets, of the newest complete set",
  right: 'portal.read',
  inDocuments: true,
  asOf: true,
  answers: { 200: calculationVariables },
  problems: { 404: null },
});

@Controller()
export class CalculationVariablesController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(calculationVariablesEndpoint)
  variables(): Promise<CalculationVariables> {
    return this.queries.execute(new CalculationVariablesAt());
  }
}
