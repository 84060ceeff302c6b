import { Module } from '@nestjs/common';
import { CsvModule } from '../csv/csv.module.js';
import { ENV, type Env } from '../env.js';
import { OperationsModule } from '../operations/operations.module.js';
import { WorkModule } from '../work/work.module.js';
import { ChecksModule } from '../platform/checks/checks.module.js';
import { FolderInbox } from './folder-inbox.js';
import { ImportProgress } from './import-progress.js';
import { Inbox, noInbox, type InboxFile, type Removal } from './inbox.js';
import { InboxClearing } from './inbox-clearing.js';
import { InboxChecks } from './inbox-checks.js';
import { InboxFiles } from './inbox-files.js';
import { InboxRepairs } from './inbox-repairs.js';
import { InboxLedger } from './inbox-ledger.js';
import { InboxState } from './inbox-state.js';
import { InboxWatcher } from './inbox-watcher.js';
import { LateTableCheck } from './late-table-check.js';
import { LateTables } from './late-tables.js';
import { ManifestCheck } from './manifest-check.js';
import { OnecentralFileList } from './onecentral-file-list.js';
import { OnecentralImporter } from './onecentral-importer.js';
import { OnecentralSettings } from './onecentral-settings.js';

/** Stands in where the settings name no inbox: nothing ever arrives. */
class NoInbox extends Inbox {
  readonly source = noInbox;
  async list(): Promise<InboxFile[]> {
    return [];
  }
  read(): AsyncIterable<Uint8Array> {
    throw new Error('There is no inbox.');
  }
  async remove(): Promise<Removal> {
    return 'gone';
  }
}

@Module({
  imports: [CsvModule, ChecksModule, OperationsModule, WorkModule],
  providers: [
    {
      provide: Inbox,
      inject: [ENV],
      useFactory: ({ ONECENTRAL_INBOX: folder }: Env) =>
        folder === undefined ? new NoInbox() : new FolderInbox(folder),
    },
    ImportProgress,
    InboxClearing,
    InboxChecks,
    InboxFiles,
    InboxLedger,
    InboxRepairs,
    InboxState,
    InboxWatcher,
    LateTableCheck,
    LateTables,
    ManifestCheck,
    OnecentralFileList,
    OnecentralImporter,
    OnecentralSettings,
  ],
  exports: [
    Inbox,
    InboxClearing,
    InboxFiles,
    InboxLedger,
    InboxState,
    InboxWatcher,
    LateTables,
    OnecentralFileList,
    OnecentralImporter,
    OnecentralSettings,
  ],
})
export class OnecentralImportsModule {}
