import { Module } from '@nestjs/common';
import { NightlyCalendar } from '../calendar/nightly-calendar.js';
import { WorkModule } from '../work/work.module.js';
import { MaintenanceNotices } from './maintenance-notices.js';
import { OutsideSystems } from './outside-systems.js';
import { SystemHealthReader } from './system-health-reader.js';
import { UnknownProxies } from './unknown-proxies.js';

@Module({
  imports: [WorkModule],
  providers: [MaintenanceNotices, NightlyCalendar, OutsideSystems, SystemHealthReader, UnknownProxies],
  exports: [MaintenanceNotices, OutsideSystems, SystemHealthReader, UnknownProxies],
})
export class OperationsModule {}
