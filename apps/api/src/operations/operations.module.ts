import { Module } from '@nestjs/common';
import { BuildInfoController } from './build-info/build-info.controller.js';
import { HealthController } from './health/health.controller.js';

@Module({ controllers: [HealthController, BuildInfoController] })
export class OperationsModule {}
