import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import { Policy } from '../../platform/access/policy.js';
import { CalculationVariablesAt } from './calculation-variables.query.js';

@Controller('api/calculationVariables')
export class CalculationVariablesController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Policy('portal.read')
  variables(): Promise<CalculationVariables> {
    return this.queries.execute(new CalculationVariablesAt());
  }
}
