import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/operations.module.js';
import { WorkModule } from '../work/work.module.js';
import { BatchesTree } from './batches-tree.js';
import { ContainersTree } from './containers-tree.js';
import { DevOpsTrees } from './dev-ops-trees.js';
import { MonitorsTree } from './monitors-tree.js';
import { OwnChecks } from './own-checks.js';
import { OwnProcess } from './own-process.js';

@Module({
  imports: [OperationsModule, WorkModule],
  providers: [BatchesTree, ContainersTree, DevOpsTrees, MonitorsTree, OwnChecks, OwnProcess],
  exports: [DevOpsTrees, OwnChecks],
})
export class DevOpsModule {}
