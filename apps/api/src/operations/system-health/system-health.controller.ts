import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { systemHealth, type SystemHealth } from '@superscope/contracts/system-health';
import { Endpoint, endpoint } from '../../platform/endpoint/endpoint.js';
import { CurrentSystemHealth } from './system-health.query.js';

const systemHealthEndpoint = endpoint('GET /api/system-health', {
  summary: 'The running parts, their progress, and what needs an operator',
  right: 'operations.read',
  polled: true,
  answers: { 200: systemHealth },
});

@Controller()
export class SystemHealthController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(systemHealthEndpoint)
  health(): Promise<SystemHealth> {
    return this.queries.execute(new CurrentSystemHealth());
  }
}
