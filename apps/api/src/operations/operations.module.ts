import { Module } from '@nestjs/common';
import { MonthOpener } from '../calendar/month-opener.js';
import { BuildInfoController } from './build-info/build-info.controller.js';
import { HealthController } from './health/health.controller.js';

@Module({ controllers: [HealthController, BuildInfoController], providers: [MonthOpener] })
export class OperationsModule {}
