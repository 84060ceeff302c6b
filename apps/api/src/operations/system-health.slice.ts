import { Controller, Module } from '@nestjs/common';
import { systemHealth, type SystemHealth } from '@superscope/contracts/system-health';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { OperationsModule } from './operations.module.js';
import { SystemHealthReader } from './system-health-reader.js';

const systemHealthEndpoint = endpoint('GET /api/system-health', {
  summary: 'The running parts, their progress, and what needs an operator',
  right: 'operations.read',
  polled: true,
  answers: { 200: systemHealth },
});

@Controller()
class SystemHealthController {
  constructor(private readonly reader: SystemHealthReader) {}

  @Endpoint(systemHealthEndpoint)
  health(): Promise<SystemHealth> {
    return this.reader.read();
  }
}

@Module({ imports: [OperationsModule], controllers: [SystemHealthController] })
export class SystemHealthSlice {}
