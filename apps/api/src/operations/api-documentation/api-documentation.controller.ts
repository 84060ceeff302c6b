import { Controller, Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Monitored } from '../../platform/access/monitoring.js';
import { Policy } from '../../platform/access/policy.js';
import { ApiDocumentation } from './api-documentation.js';

@Controller('api/docs')
export class ApiDocumentationController {
  constructor(private readonly documentation: ApiDocumentation) {}

  @Get()
  @Policy('api-docs.read')
  @Monitored()
  @ApiOperation({ summary: 'This document' })
  describe(): object {
    return this.documentation.get();
  }
}
