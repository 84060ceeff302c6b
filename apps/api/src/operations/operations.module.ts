import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { NightlyCalendar } from '../calendar/nightly-calendar.js';
import { Endpoints } from '../platform/endpoint/endpoints.js';
import { ApiDocumentationController } from '../platform/endpoint/open-api.controller.js';
import { BuildInfoController } from './health/build-info.controller.js';
import { DropDeadLetterHandler, RetryDeadLetterHandler } from './dead-letters/dead-letters.command.js';
import { DeadLettersController } from './dead-letters/dead-letters.controller.js';
import { DeadLettersInStateHandler } from './dead-letters/dead-letters.query.js';
import { HealthController } from './health/health.controller.js';
import { AnnounceMaintenanceHandler, WithdrawMaintenanceHandler } from './maintenance/maintenance.command.js';
import { MaintenanceController } from './maintenance/maintenance.controller.js';
import { MaintenanceNotices } from './maintenance/maintenance-notices.js';
import { OutboxController } from './outbox/outbox.controller.js';
import { MailsInOutboxHandler } from './outbox/outbox.query.js';
import { SystemHealthController } from './system-health/system-health.controller.js';
import { CurrentSystemHealthHandler } from './system-health/system-health.query.js';
import { UnknownProxies } from './system-health/unknown-proxies.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [
    ApiDocumentationController,
    HealthController,
    BuildInfoController,
    DeadLettersController,
    MaintenanceController,
    OutboxController,
    SystemHealthController,
  ],
  providers: [
    Endpoints,
    AnnounceMaintenanceHandler,
    WithdrawMaintenanceHandler,
    MaintenanceNotices,
    NightlyCalendar,
    DeadLettersInStateHandler,
    RetryDeadLetterHandler,
    DropDeadLetterHandler,
    CurrentSystemHealthHandler,
    MailsInOutboxHandler,
    UnknownProxies,
  ],
  exports: [Endpoints],
})
export class OperationsModule {}
