import { Module } from '@nestjs/common';
import { DevOpsModule } from '../dev-ops/dev-ops.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { WorkModule } from '../work/work.module.js';
import { BatchProgress } from './batch-progress.js';
import { BatchRecords } from './batch-records.js';
import { BatchStates } from './batch-states.js';
import { BatchWork } from './batch-work.js';
import { CrmConnection } from './crm-connection.js';
import { CrmPause } from './crm-pause.js';
import { ExportRows } from './export-rows.js';
import { ExportScopes } from './export-scope.js';
import { JobResults } from './job-results.js';
import { FileLimits, KeptFiles } from './kept-files.js';
import { LeftJobs } from './left-jobs.js';
import { ObjectFits } from './object-fits.js';
import { Waits } from './patient-crm.js';
import { Receipts } from './receipts.js';
import { RunningJobs } from './running-jobs.js';
import { SalesforceChecks } from './salesforce-checks.js';
import { SalesforceReach } from './salesforce-reach.js';
import { ReadModelsReach, ReadModelWaits } from './read-models-reach.js';
import { LockWaits, Sending } from './sending.js';
import { UnsentRows } from './unsent-rows.js';

@Module({
  imports: [DevOpsModule, OperationsModule, WorkModule],
  providers: [
    BatchProgress,
    BatchRecords,
    BatchStates,
    BatchWork,
    CrmConnection,
    CrmPause,
    ExportRows,
    ExportScopes,
    FileLimits,
    JobResults,
    KeptFiles,
    LeftJobs,
    LockWaits,
    ObjectFits,
    ReadModelWaits,
    ReadModelsReach,
    Receipts,
    RunningJobs,
    SalesforceChecks,
    SalesforceReach,
    Sending,
    Waits,
    UnsentRows,
  ],
  exports: [
    BatchRecords,
    BatchStates,
    CrmConnection,
    ExportRows,
    ExportScopes,
    KeptFiles,
    LeftJobs,
    ObjectFits,
    Receipts,
    UnsentRows,
    WorkModule,
  ],
})
export class SalesforceModule {}
