import { Module } from '@nestjs/common';
import { WorkModule } from '../work/work.module.js';
import { BatchProgress } from './batch-progress.js';
import { BatchRecords } from './batch-records.js';
import { BatchStates } from './batch-states.js';
import { BatchWork } from './batch-work.js';
import { CrmConnection } from './crm-connection.js';
import { ExportRows } from './export-rows.js';
import { ExportScopes } from './export-scope.js';
import { FileLimits, KeptFiles } from './kept-files.js';
import { Receipts } from './receipts.js';
import { Sending } from './sending.js';

@Module({
  imports: [WorkModule],
  providers: [
    BatchProgress,
    BatchRecords,
    BatchStates,
    BatchWork,
    CrmConnection,
    ExportRows,
    ExportScopes,
    FileLimits,
    KeptFiles,
    Receipts,
    Sending,
  ],
  exports: [BatchRecords, BatchStates, CrmConnection, ExportRows, ExportScopes, KeptFiles, Receipts, WorkModule],
})
export class SalesforceModule {}
