import { Module } from '@nestjs/common';
import { Downloads } from './downloads.js';
import { MadeFiles } from './made-files.js';
import { Schedule } from './schedule.js';
import { WorkItems } from './work-items.js';
import { WorkKinds } from './work-kind.js';
import { Worker } from './worker.js';

@Module({
  providers: [Downloads, MadeFiles, Schedule, WorkItems, WorkKinds, Worker],
  exports: [Downloads, MadeFiles, Schedule, WorkItems, WorkKinds, Worker],
})
export class WorkModule {}
