import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/operations.module.js';
import { SpeedWriter } from './speed-writer.js';

/** How long screens, calls and jobs take, kept for two weeks. */
@Module({ imports: [OperationsModule], providers: [SpeedWriter], exports: [SpeedWriter] })
export class SpeedModule {}
