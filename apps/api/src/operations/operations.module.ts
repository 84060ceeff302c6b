import { Module } from '@nestjs/common';
import { NightlyCalendar } from '../calendar/nightly-calendar.js';
import { ApiDocumentationController } from './api-documentation/api-documentation.controller.js';
import { ApiDocumentation } from './api-documentation/api-documentation.js';
import { BuildInfoController } from './health/build-info.controller.js';
import { DropDeadLetterHandler, RetryDeadLetterHandler } from './dead-letters/dead-letters.command.js';
import { DeadLettersController } from './dead-letters/dead-letters.controller.js';
import { DeadLettersInStateHandler } from './dead-letters/dead-letters.query.js';
import { HealthController } from './health/health.controller.js';
import { SystemHealthController } from './system-health/system-health.controller.js';
import { CurrentSystemHealthHandler } from './system-health/system-health.query.js';

@Module({
  controllers: [
    ApiDocumentationController,
    HealthController,
    BuildInfoController,
    DeadLettersController,
    SystemHealthController,
  ],
  providers: [
    NightlyCalendar,
    ApiDocumentation,
    DeadLettersInStateHandler,
    RetryDeadLetterHandler,
    DropDeadLetterHandler,
    CurrentSystemHealthHandler,
  ],
})
export class OperationsModule {}
