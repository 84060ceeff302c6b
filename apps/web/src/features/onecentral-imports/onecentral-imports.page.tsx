import { FileSpreadsheet, Inbox, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { baseApi } from '../../portal/api/base.api';
import { Failure } from '../../portal/api/failure';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { RecordTable } from '../../portal/records/record-table';
import { useStoreDispatch } from '../../portal/state';
import { Button } from '../../ui/button';
import { usePageTitle } from '../../ui/use-page-title';
import { ErrorLogs } from './error-logs';
import { ExpectedCard } from './expected-card';
import { fileColumns } from './file-columns';
import { AskDelete, FileToolbar } from './file-toolbar';
import { InboxLedger } from './inbox-ledger';
import {
  useDeleteOnecentralFileMutation,
  useOnecentralFilesQuery,
  useQueueOnecentralFileMutation,
  useRepairOnecentralFileMutation,
} from './onecentral-imports.api';

const SIZE = 10;
const EVERY_MS = 5_000;

const invalidated = baseApi.enhanceEndpoints({ addTagTypes: ['OnecentralImports'] }).util.invalidateTags;

/** The files that OneCentral leaves in the inbox. What is chosen, the page and the filter stand in the address. */
export function OnecentralImportsPage() {
  usePageTitle('OneCentral imports');
  const dispatch = useStoreDispatch();
  const [address, setAddress] = useSearchParams();
  const [isAsked, setAsked] = useState(false);
  const [queue, queueing] = useQueueOnecentralFileMutation();
  const [remove, removing] = useDeleteOnecentralFileMutation();
  const [repair, repairing] = useRepairOnecentralFileMutation();
  const navigate = useNavigate();
  const exceptions = useDownload();
  const downloads = useDownload();
  const files = useOnecentralFilesQuery(undefined, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  const go = (name: string, value: string | null) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      // At once, so that a pressed box or radio never shows what it was before.
      { replace: true, flushSync: true },
    );
  const showsCompleted = address.get('completed') === 'true';
  const rows = files.data?.filter(({ status }) => showsCompleted || status !== 'Complete');
  const chosen = rows?.find(({ filename }) => filename === address.get('file')) ?? null;
  const page = Math.min(
    Math.max(0, Number(address.get('page') ?? 1) - 1 || 0),
    Math.max(0, Math.ceil((rows?.length ?? 0) / SIZE) - 1),
  );
  const refresh = () => dispatch(invalidated(['OnecentralImports']));
  const failure = queueing.error ?? removing.error ?? repairing.error;
  const begin = () => {
    queueing.reset();
    removing.reset();
    repairing.reset();
  };
  return (
    <>
      <PlainHeader
        title="OneCentral imports"
        note="Files that OneCentral leaves in the inbox. Each is checked whole, then imported like a file of a person."
        right={
          <div className="flex flex-wrap gap-2">
            <Button
              icon={FileSpreadsheet}
              busy={exceptions.busy}
              onClick={() => void exceptions.download('api/devops/onecentral/imports/report').then(refresh)}
            >
              Exceptions Xlsx
            </Button>
            <Button icon={RefreshCw} onClick={refresh}>
              Refresh
            </Button>
          </div>
        }
      />
      <DownloadFailed what="The spreadsheet" failure={exceptions.failure} />
      <ExpectedCard />
      <div className="mt-4">
        <DownloadFailed what="The file" failure={downloads.failure} />
        <Failure
          error={failure}
          otherwise="This could not be changed. Please try again."
          onClose={begin}
          className="mb-4"
        />
        <RecordTable
          label="Files"
          what="The files"
          errorNote="They are asked for again by themselves every few seconds."
          query={files}
          rows={rows?.slice(page * SIZE, page * SIZE + SIZE)}
          columns={fileColumns({
            chosen: chosen?.filename ?? null,
            onChoose: (filename) => {
              setAsked(false);
              go('file', filename);
            },
            onErrors: () => document.getElementById('error-logs')?.focus(),
          })}
          idOf={({ filename }) => filename}
          toneOf={({ filename, status }) =>
            filename === chosen?.filename ? 'bg-brand-soft' : status === 'Failed' ? 'bg-danger-soft' : undefined
          }
          onRow={({ filename }) => {
            setAsked(false);
            go('file', filename);
          }}
          pages={{
            page,
            size: SIZE,
            count: rows?.length ?? 0,
            onChange: (next) => go('page', next === 0 ? null : String(next + 1)),
          }}
          head={
            isAsked && chosen !== null ? (
              <AskDelete
                file={chosen}
                busy={removing.isLoading}
                onKeep={() => setAsked(false)}
                onDelete={() => {
                  begin();
                  void remove(chosen.filename).then(() => setAsked(false));
                }}
              />
            ) : (
              <FileToolbar
                file={chosen}
                showsCompleted={showsCompleted}
                onShowCompleted={(shows) => go('completed', shows ? 'true' : null)}
                isQueueing={queueing.isLoading}
                onQueue={() => {
                  begin();
                  if (chosen !== null) void queue(chosen.filename);
                }}
                isRepairing={repairing.isLoading}
                onRepair={() => {
                  begin();
                  if (chosen === null) return;
                  void repair(chosen.filename).then(({ data }) => {
                    if (data !== undefined) void navigate(`/staff/importExport/${data.importId}/repair`);
                  });
                }}
                isDownloading={downloads.busy}
                onDownload={() => {
                  if (chosen === null) return;
                  const { filename } = chosen;
                  void downloads.download({
                    url: 'api/devops/onecentral/imports/download',
                    params: { filename },
                  });
                }}
                onDelete={() => {
                  begin();
                  setAsked(true);
                }}
              />
            )
          }
          empty={{
            icon: Inbox,
            title: files.data !== undefined && files.data.length > 0 ? 'Nothing is open' : 'The inbox is empty',
            children: 'Files appear here within a minute of arriving. Completed ones are hidden until you show them.',
          }}
          foot={
            (rows?.length ?? 0) > 0 && (
              <p className="border-t px-5 py-3 text-sm text-ink-3">
                One file can be chosen. Space chooses, Enter shows its errors.
              </p>
            )
          }
        />
      </div>
      <ErrorLogs
        file={chosen}
        of={address.get('errors') === 'all' ? 'all' : 'file'}
        onOf={(of) => go('errors', of === 'all' ? 'all' : null)}
      />
      <InboxLedger />
    </>
  );
}
