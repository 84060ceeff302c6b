import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { Policy, Watched } from '../../platform/access/policy.js';
import { CurrentSystemHealth } from './system-health.query.js';

@ApiTags('operations')
@Controller('api/system-health')
export class SystemHealthController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Policy('operations.read')
  @Watched()
  @ApiOperation({ summary: 'What runs, how far it is, and what waits for somebody' })
  health(): Promise<SystemHealth> {
    return this.queries.execute(new CurrentSystemHealth());
  }
}
