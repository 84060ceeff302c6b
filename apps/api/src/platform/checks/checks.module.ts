import { Module } from '@nestjs/common';
import { OwnChecks } from './own-checks.js';

@Module({ providers: [OwnChecks], exports: [OwnChecks] })
export class ChecksModule {}
