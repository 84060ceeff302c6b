import type { ImportRecord } from '@superscope/contracts/csv-import';
import { NotLoaded } from '../../portal/api/not-loaded';
import { DetailDialog } from '../../ui/detail-dialog';
import { dateTime, number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Bone, Skeleton } from '../../ui/states';
import { CsvErrors } from '../../portal/imports/csv-errors';
import { refusedMeanwhileText } from '../../portal/imports/outcome-text';
import { whoOf } from './history-list';
import { useImportProgressQuery } from './import-export.api';
import { UncountedRows } from './uncounted-rows';
import { tableText } from '../../portal/imports/table-name';

/** One import of the history: its figures, and the rows that were refused or count in no figure. */
export function ImportDialog({ of, onClose }: { of: ImportRecord; onClose: () => void }) {
  const { data, isError, error, refetch } = useImportProgressQuery(of.importId);
  const lines: [string, string][] = [
    ['Began', dateTime(of.startedAt)],
    ['Ended', of.endedAt === null ? (of.state === 'running' ? 'It is running' : 'Not noted') : dateTime(of.endedAt)],
    ['By', whoOf(of)],
    ['Table', tableText(of.table)],
    ['Plan', of.planName ?? 'Several, or none'],
    ['Rows', number(of.rows)],
    ['Written', number(of.written)],
    ['As they were', number(of.skipped)],
    ['Refused', number(of.errorCount)],
    ...(of.erasedRows === 0 ? [] : [['Of erased members, left out', number(of.erasedRows)] as [string, string]]),
    ...(of.uncountedRows === 0 ? [] : [['Kept, not counted', number(of.uncountedRows)] as [string, string]]),
    ['Events', of.events === null ? 'Not counted' : number(of.events)],
    ['Import', of.importId],
  ];
  return (
    <DetailDialog title={of.fileName} onClose={onClose}>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-base">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {of.message !== null && (
        <div className="mt-4">
          <MessageBox tone="danger">{of.message}</MessageBox>
        </div>
      )}
      {(of.errorCount > 0 || of.uncountedRows > 0) && (
        <div className="mt-4 grid gap-4">
          {data ? (
            <>
              {of.errorCount > 0 && (
                <CsvErrors
                  of={of.fileName}
                  message={refusedMeanwhileText(of.errorCount)}
                  errors={data.errors}
                  count={data.errorCount}
                />
              )}
              {of.uncountedRows > 0 && (
                <UncountedRows of={of.fileName} rows={of.uncountedRows} lines={data.uncounted} isImported />
              )}
            </>
          ) : isError ? (
            <NotLoaded
              what="The rows of this file"
              note="The figures above are right."
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton label="the rows of this file">
              <Bone className="h-24" />
            </Skeleton>
          )}
        </div>
      )}
    </DetailDialog>
  );
}
