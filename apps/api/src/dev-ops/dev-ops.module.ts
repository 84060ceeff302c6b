import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/operations.module.js';
import { ChecksModule } from '../platform/checks/checks.module.js';
import { OwnChecks } from '../platform/checks/own-checks.js';
import { WorkModule } from '../work/work.module.js';
import { BatchesTree } from './batches-tree.js';
import { ContainersTree } from './containers-tree.js';
import { DevOpsTrees } from './dev-ops-trees.js';
import { MonitorsTree } from './monitors-tree.js';
import { OwnProcess } from './own-process.js';
import { usualChecks } from './usual-checks.js';

@Module({
  imports: [ChecksModule, OperationsModule, WorkModule],
  providers: [BatchesTree, ContainersTree, DevOpsTrees, MonitorsTree, OwnProcess],
  exports: [DevOpsTrees],
})
export class DevOpsModule {
  constructor(checks: OwnChecks) {
    checks.add(...usualChecks);
  }
}
