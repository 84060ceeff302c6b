import {
  isBatchRunning,
  type SalesforceBatchRecord,
  type SalesforceConnection,
} from '@superscope/contracts/salesforce';
import { Cloud, CloudOff, Download, FileDown, ListRestart, Plus, Square } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Failure } from '../../portal/api/failure';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { RecordTable } from '../../portal/records/record-table';
import { useMay } from '../../portal/user/use-may';
import { Button } from '../../ui/button';
import { dateTime, number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Toggle } from '../../ui/toggle';
import { Told } from '../../ui/told';
import { usePageTitle } from '../../ui/use-page-title';
import { AgainDialog } from './again.dialog';
import { batchColumns } from './batch-columns';
import { downloadOff, reExecuteOff, stopOff } from './batch-rules';
import { CleanUp } from './clean-up';
import { NewBatchDialog } from './new-batch.dialog';
import { ReceiptsCard } from './receipts-card';
import { ReconcileCard } from './reconcile-card';
import { ScheduleCard } from './schedule-card';
import {
  filesOf,
  useSalesforceBatchesQuery,
  useSalesforceConnectionQuery,
  useStopExportsMutation,
} from './salesforce-exports.api';

const SIZE = 25;
const EVERY_MS = 3_000;

/** Batches of what changed, sent to Salesforce or made as files. The history and the choice are kept in the address. */
export function SalesforceExportsPage() {
  usePageTitle('Salesforce exports');
  const [address, setAddress] = useSearchParams();
  const [dialog, setDialog] = useState<'new' | 'again' | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const isHistory = address.get('history') === 'true';
  const chosen = (address.get('batches') ?? '').split(',').filter(Boolean);
  const batches = useSalesforceBatchesQuery(isHistory, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  const connection = useSalesforceConnectionQuery();
  const mayCleanUp = useMay('salesforce.clean-up');
  const selected = batches.data?.filter(({ jobId }) => chosen.includes(jobId)) ?? [];
  const go = (name: string, value: string | null) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null || value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      // At once, so that a pressed box or radio never shows what it was before.
      { replace: true, flushSync: true },
    );
  const toggle = ({ jobId }: SalesforceBatchRecord) =>
    go('batches', (chosen.includes(jobId) ? chosen.filter((each) => each !== jobId) : [...chosen, jobId]).join(','));
  const started = (batchId: number) => {
    setDialog(null);
    go('batches', null);
    setSaid(`Batch ${batchId} is started.`);
  };
  const one = selected.length === 1 ? selected[0]! : null;
  const running = batches.data?.filter(({ batchStatus }) => isBatchRunning(batchStatus)).length ?? 0;
  return (
    <>
      <PlainHeader
        title="Salesforce exports"
        note="What changed, sent to Salesforce or made as files."
        right={
          <Button kind="primary" icon={Plus} onClick={() => setDialog('new')}>
            New Batch Job
          </Button>
        }
      />
      <Connection connection={connection.data} onAgain={() => void connection.refetch()} busy={connection.isFetching} />
      <ScheduleCard />
      <ReconcileCard onSent={started} />
      {said !== null && (
        <Told>
          <MessageBox key={said} tone="good" onClose={() => setSaid(null)}>
            {said}
          </MessageBox>
        </Told>
      )}
      <RecordTable
        label="Batches"
        what="The batches"
        errorNote="They are asked for again by themselves every few seconds."
        query={batches}
        rows={batches.data}
        columns={batchColumns({ isSelected: ({ jobId }) => chosen.includes(jobId), toggle })}
        idOf={({ jobId }) => jobId}
        toneOf={({ jobId, batchStatus }) =>
          chosen.includes(jobId) ? 'bg-brand-soft' : batchStatus === 'FAILED' ? 'bg-danger-soft' : undefined
        }
        search={String(isHistory)}
        pages={SIZE}
        head={
          <Toolbar
            selected={selected}
            isHistory={isHistory}
            onHistory={(wanted) => go('history', wanted ? 'true' : null)}
            onAgain={() => setDialog('again')}
          >
            {mayCleanUp && <CleanUp onDone={setSaid} />}
          </Toolbar>
        }
        foot={
          <p className="border-t px-5 py-3 text-sm text-ink-2">
            {running === 0 ? 'Nothing runs' : running === 1 ? '1 batch runs' : `${running} batches run`}
            {isHistory
              ? '. All batches are listed, the newest 1,000 at most.'
              : '. Batches of the last 7 days are listed.'}
          </p>
        }
        empty={{
          icon: Cloud,
          title: isHistory ? 'No batches' : 'No batches in the last 7 days',
          children: 'A new batch job exports what changed.',
        }}
      />
      {one !== null && one.exported > 0 && (
        <div className="mt-6">
          <ReceiptsCard key={one.jobId} batch={one} onRetry={() => setDialog('again')} />
        </div>
      )}
      {dialog === 'new' && (
        <NewBatchDialog
          isConnected={connection.data?.host != null}
          onClose={() => setDialog(null)}
          onStarted={started}
        />
      )}
      {dialog === 'again' && one !== null && (
        <AgainDialog batch={one} onClose={() => setDialog(null)} onStarted={started} />
      )}
    </>
  );
}

interface ConnectionProps {
  connection: SalesforceConnection | undefined;
  onAgain: () => void;
  busy: boolean;
}
/** Where batches are sent to. */
function Connection({ connection, onAgain, busy }: ConnectionProps) {
  if (connection === undefined) return null;
  const { host, used, allowed, problem, differences, leftJobs } = connection;
  if (host === null)
    return (
      <div className="mb-4">
        <MessageBox tone="info" stays>
          No Salesforce address is set. Batches make files; choose one and Download Files.
        </MessageBox>
      </div>
    );
  const Icon = problem === null ? Cloud : CloudOff;
  return (
    <div className="mb-4 grid gap-2">
      <p className="flex flex-wrap items-center gap-x-2 text-base text-ink-2">
        <Icon size={17} className={problem === null ? 'text-good' : 'text-danger'} aria-hidden />
        <b className="font-semibold text-ink">{problem === null ? 'Connected' : 'Not reached'}</b>
        {problem === null
          ? `to ${host}, Bulk API 2.0. ${number(used ?? 0)} of ${number(allowed ?? 0)} calls used in 24 hours.`
          : `${host}: ${problem}`}
        <Button kind="quiet" busy={busy} className="!h-7 !px-1.5" onClick={onAgain}>
          Check again
        </Button>
      </p>
      {differences !== null && differences.length > 0 && (
        <MessageBox tone="attention" stays>
          <p className="font-semibold">Salesforce differs from what exports need</p>
          <ul className="list-disc pl-5">
            {differences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </MessageBox>
      )}
      {leftJobs.count > 0 && (
        <MessageBox tone="attention" stays>
          {leftJobs.count === 1 ? '1 job that holds' : `${number(leftJobs.count)} jobs that hold`} members’ names could
          not be removed from Salesforce yet. {leftJobs.problem}
          {leftJobs.nextAt !== null && ` Next try at ${dateTime(leftJobs.nextAt)}.`}
        </MessageBox>
      )}
    </div>
  );
}

interface ToolbarProps {
  selected: readonly SalesforceBatchRecord[];
  isHistory: boolean;
  onHistory: (wanted: boolean) => void;
  onAgain: () => void;
  children: ReactNode;
}
/** What can be done with the chosen batches, with the reason where it cannot. */
function Toolbar({ selected, isHistory, onHistory, onAgain, children }: ToolbarProps) {
  const { download, busy, failure } = useDownload();
  const [stop, stopping] = useStopExportsMutation();
  const cannotStop = stopOff(selected);
  const cannotDownload = downloadOff(selected);
  const cannotRepeat = selected.length === 1 ? null : reExecuteOff(selected, false);
  const why =
    selected.length === 0
      ? 'Choose a batch'
      : [cannotRepeat, cannotDownload, cannotStop].filter((each) => each !== null).join('. ');
  const ids = selected.map(({ jobId }) => jobId);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-5 py-3">
        <span className="mr-2 text-base font-semibold tabular-nums">{selected.length} selected</span>
        <Button
          className="!h-8 pointer-coarse:!h-11"
          icon={ListRestart}
          disabled={cannotRepeat !== null}
          onClick={onAgain}
        >
          Retry or re-execute
        </Button>
        <Button
          className="!h-8 pointer-coarse:!h-11"
          icon={selected.length > 1 ? FileDown : Download}
          disabled={cannotDownload !== null}
          busy={busy}
          onClick={() => void download(filesOf(selected.filter(({ hasFiles }) => hasFiles).map(({ jobId }) => jobId)))}
        >
          Download Files
        </Button>
        <Button
          className="!h-8 pointer-coarse:!h-11"
          icon={Square}
          disabled={cannotStop !== null}
          busy={stopping.isLoading}
          onClick={() => void stop(ids)}
        >
          Stop Selected
        </Button>
        <span className="min-w-0 text-sm text-ink-2">{why}</span>
        <span className="ml-auto flex items-center gap-3">
          <Toggle small label="History" selected={isHistory} onChange={onHistory} className="!w-auto" />
          {children}
        </span>
      </div>
      <div className="px-5 pt-3 empty:hidden">
        <DownloadFailed what="The archive" failure={failure} />
        <Failure error={stopping.error} otherwise="Nothing was stopped. Please try again." onClose={stopping.reset} />
      </div>
    </>
  );
}
