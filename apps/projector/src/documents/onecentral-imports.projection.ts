import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import {
  filenameOf,
  onecentralImportStream,
  type OnecentralError,
} from '@superscope/domain/onecentral-import/onecentral-import';
import { documentsOf } from '../runtime/writing/stream-projection.js';

interface Failure {
  reason: string;
  errorCount: number;
  errors: readonly OnecentralError[];
}

const failed = ({ reason, errorCount, errors }: Failure, failedAt: Date) => ({
  isRunning: false,
  importId: null,
  reason,
  errorCount,
  errors: [...errors],
  failedAt,
});

/** The files that OneCentral left in the inbox, and what became of each. */
export const onecentralImports = documentsOf(
  onecentralImportsView,
  onecentralImportStream,
  { id: 'fileId' },
  {
    OnecentralFileArrived: ({ data, created }) => ({
      fileId: data.fileId,
      source: data.source,
      name: data.name,
      filename: filenameOf(data),
      modified: data.modified,
      bytes: data.bytes,
      sha256: data.sha256,
      table: data.table,
      dataDate: data.dataDate,
      rows: data.rows,
      problem: data.problem,
      status: data.table === null ? 'Unknown' : 'Pending',
      arrivedAt: created,
      since: created,
      isDeleted: false,
      isRunning: false,
      attempts: 0,
      retryAt: null,
      reason: null,
      importId: null,
      written: null,
      skipped: null,
      sameAsName: null,
      isOlder: false,
    }),
    OnecentralFileQueued: ({ created }) => ({
      status: 'Queued',
      since: created,
      isRunning: false,
      attempts: 0,
      retryAt: null,
      reason: null,
      importId: null,
      written: null,
      skipped: null,
      sameAsName: null,
      isOlder: false,
    }),
    OnecentralAttemptStarted: ({ data }) => ({
      status: 'Pending',
      isRunning: true,
      attempts: data.attempt,
      retryAt: null,
    }),
    OnecentralAttemptPutOff: () => ({ isRunning: false, importId: null }),
    OnecentralImportBegun: ({ data }) => ({ importId: data.importId }),
    OnecentralAttemptFailed: ({ data, created }) => ({
      ...failed(data, created),
      retryAt: new Date(data.retryAt),
    }),
    OnecentralImportFailed: ({ data, created }) => ({
      ...failed(data, created),
      status: 'Failed',
      since: created,
      retryAt: null,
    }),
    OnecentralImportCompleted: ({ data, created }) => ({
      status: 'Complete',
      since: created,
      isRunning: false,
      reason: null,
      importId: data.importId,
      written: data.written,
      skipped: data.skipped,
    }),
    OnecentralFileRepeated: ({ data, created }) => ({
      status: 'Complete',
      since: created,
      isRunning: false,
      reason: null,
      written: 0,
      sameAsName: data.sameAsName,
      isOlder: data.isOlder ?? false,
    }),
    OnecentralExceptionsExported: ({ created }) => ({ status: 'Exported', since: created }),
    OnecentralFileMended: ({ data, created }) => ({
      status: 'Complete',
      since: created,
      isRunning: false,
      retryAt: null,
      reason: null,
      importId: data.importId,
      mendedBy: data.by,
    }),
    OnecentralFileDeleted: () => ({ isDeleted: true, isRunning: false }),
  },
);
