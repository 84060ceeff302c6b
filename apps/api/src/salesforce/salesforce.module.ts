import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/operations.module.js';
import { WorkModule } from '../work/work.module.js';
import { ChecksModule } from '../platform/checks/checks.module.js';
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
import { KeptDifferences } from './kept-differences.js';
import { LeftJobs } from './left-jobs.js';
import { ObjectFits } from './object-fits.js';
import { Waits } from './patient-crm.js';
import { Receipts } from './receipts.js';
import { ReconciledRows } from './reconciled-rows.js';
import { Reconciling } from './reconciling.js';
import { ReconciliationWork } from './reconciliation-work.js';
import { RunningJobs } from './running-jobs.js';
import { SalesforceChecks } from './salesforce-checks.js';
import { SalesforceReach } from './salesforce-reach.js';
import { ReadModelsReach, ReadModelWaits } from './read-models-reach.js';
import { LockWaits, Sending } from './sending.js';
import { UnsentRows } from './unsent-rows.js';

@Module({
  imports: [ChecksModule, OperationsModule, WorkModule],
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
    KeptDifferences,
    LeftJobs,
    LockWaits,
    ObjectFits,
    ReadModelWaits,
    ReadModelsReach,
    Receipts,
    ReconciledRows,
    Reconciling,
    ReconciliationWork,
    RunningJobs,
    SalesforceChecks,
    SalesforceReach,
    Sending,
    Waits,
    UnsentRows,
  ],
  exports: [
    BatchProgress,
    BatchRecords,
    BatchStates,
    CrmConnection,
    ExportRows,
    ExportScopes,
    KeptDifferences,
    KeptFiles,
    LeftJobs,
    ObjectFits,
    Receipts,
    UnsentRows,
    WorkModule,
  ],
})
export class SalesforceModule {}
