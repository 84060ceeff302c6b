import { Module } from '@nestjs/common';
import { NightlyCalendar } from '../calendar/nightly-calendar.js';
import { WorkModule } from '../work/work.module.js';
import { MaintenanceNotices } from './maintenance-notices.js';
import { UnknownProxies } from './unknown-proxies.js';

@Module({
  imports: [WorkModule],
  providers: [MaintenanceNotices, NightlyCalendar, UnknownProxies],
  exports: [MaintenanceNotices, UnknownProxies],
})
export class OperationsModule {}
