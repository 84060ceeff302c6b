import type { OnecentralLedgerLine } from '@superscope/contracts/onecentral-imports';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleOff,
  Download,
  FolderSearch,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';
import { useOnecentralLedgerQuery } from './onecentral-imports.api';

const SIZE = 10;
const EVERY_MS = 15_000;

/** Every name that was ever seen in the inbox, and what became of it. */
export function InboxLedger() {
  const [page, setPage] = useState(0);
  const ledger = useOnecentralLedgerQuery(
    { page: page + 1, size: SIZE },
    { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true },
  );
  const { download, busy, failure } = useDownload();
  return (
    <div className="mt-8">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">Ledger of the inbox</h2>
          <p className="text-sm text-ink-2">Every name that was ever seen in it, and what became of it</p>
        </div>
        <Button icon={Download} busy={busy} onClick={() => void download('api/devops/onecentral/ledgerCsv')}>
          Ledger CSV
        </Button>
      </div>
      <DownloadFailed what="The ledger" failure={failure} />
      <RecordTable
        label="Ledger of the inbox"
        what="The ledger"
        query={ledger}
        rows={ledger.data?.lines}
        dimmed={ledger.isFetching && ledger.currentData === undefined}
        columns={columns}
        idOf={(_, at) => at}
        pages={{ page, size: SIZE, count: ledger.data?.total ?? 0, onChange: setPage }}
        empty={{
          icon: FolderSearch,
          title: 'Nothing was ever seen in the inbox',
          children: 'Whatever lies in it stands here from the first look on.',
        }}
      />
    </div>
  );
}

const LOOKS = {
  Waiting: [CircleDashed, 'text-ink-2'],
  Pending: [CircleDashed, 'text-ink-2'],
  Imported: [CircleCheck, 'text-good'],
  Unchanged: [CircleCheck, 'text-good'],
  Failed: [CircleAlert, 'text-danger'],
  Unknown: [TriangleAlert, 'text-attention'],
  Deleted: [Trash2, 'text-ink-2'],
  Gone: [CircleOff, 'text-ink-2'],
} as const;

const columns: readonly RecordColumn<OnecentralLedgerLine>[] = [
  {
    head: 'Name',
    leads: true,
    names: true,
    cell: ({ name }) => <b className="font-semibold wrap-anywhere">{name}</b>,
    className: 'min-w-48 max-w-[300px]',
  },
  { head: 'What became of it', cell: (line) => <Fate line={line} />, className: 'min-w-60 max-w-[360px]' },
  {
    head: 'Where it is',
    cell: ({ where, placedAt }) => (
      <>
        <span className="block wrap-anywhere">{where}</span>
        <span className="block text-sm text-ink-3">since {dateTime(placedAt)}</span>
      </>
    ),
    className: 'min-w-48 max-w-[300px]',
  },
  {
    head: 'Manifest',
    cell: ({ manifest }) => <span className="wrap-anywhere">{manifest ?? '–'}</span>,
    listed: ({ manifest }) => manifest !== null,
    className: 'max-w-[240px]',
  },
  {
    head: 'First seen',
    cell: ({ firstSeenAt }) => dateTime(firstSeenAt),
    className: 'whitespace-nowrap tabular-nums',
  },
];

function Fate({ line: { fate, note } }: { line: OnecentralLedgerLine }) {
  const [Icon, tone] = LOOKS[fate];
  return (
    <span className="flex items-start gap-2">
      <Icon size={16} className={cx('mt-0.5 shrink-0', tone)} aria-hidden />
      <span className="min-w-0 flex-1">
        <b className={cx('font-semibold', tone)}>{fate}</b>
        {note !== '' && <span className="block text-sm text-ink-2 wrap-anywhere">{note}</span>}
      </span>
    </span>
  );
}
