import { Module } from '@nestjs/common';
import { Downloads } from './downloads.js';
import { LoopedWork } from './looped-work.js';
import { MadeFiles } from './made-files.js';
import { Schedule } from './schedule.js';
import { SettledFailures } from './settled-failures.js';
import { WorkItems } from './work-items.js';
import { WorkKinds } from './work-kind.js';
import { WorkProgress } from './work-progress.js';
import { Worker } from './worker.js';

@Module({
  providers: [Downloads, LoopedWork, MadeFiles, Schedule, SettledFailures, WorkItems, WorkKinds, WorkProgress, Worker],
  exports: [Downloads, LoopedWork, MadeFiles, Schedule, WorkItems, WorkKinds, Worker],
})
export class WorkModule {}
