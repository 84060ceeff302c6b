import { History as HistoryIcon } from 'lucide-react';
import type { ImportRecord } from '@superscope/contracts/csv-import';
import { useState } from 'react';
import { dateTime } from '../../ui/format';
import { ImportDialog } from './import-dialog';
import { outcomeText } from '../../portal/imports/outcome-text';
import { RunningImport } from './running-import';
import { RecordTable, type RecordTableProps } from '../../portal/records/record-table';
import { TableName } from '../../portal/imports/table-name';

interface Props extends Pick<RecordTableProps<ImportRecord>, 'query' | 'pages'> {
  imports: readonly ImportRecord[] | undefined;
  /** When they were fetched. */
  atMs: number;
  /** What to do if there are none. */
  none: string;
}

/** Imports as they stood when they were fetched. */
export function HistoryList({ imports, atMs, none, ...shown }: Props) {
  const [open, setOpen] = useState<ImportRecord | null>(null);
  return (
    <>
      <RecordTable
        label="History"
        what="The history of imports"
        errorNote="Imports go on meanwhile."
        rows={imports}
        idOf={({ importId }) => importId}
        columns={[
          { head: 'When', cell: ({ startedAt }) => dateTime(startedAt), className: 'whitespace-nowrap text-ink-2' },
          { head: 'Who', cell: whoOf, className: 'max-w-48 wrap-anywhere' },
          {
            head: 'File',
            leads: true,
            cell: (of) => <FileName of={of} onShow={setOpen} />,
            className: 'max-w-72',
          },
          {
            head: 'Table',
            cell: ({ table, planName }) => (
              <>
                <TableName table={table} />
                {planName !== null && <p className="text-sm text-ink-3">{planName}</p>}
              </>
            ),
          },
          { head: 'Outcome', cell: (of) => <Outcome of={of} atMs={atMs} />, className: 'min-w-64' },
        ]}
        empty={{ icon: HistoryIcon, title: 'Nothing was imported yet', children: none }}
        {...shown}
      />
      {open && <ImportDialog of={open} onClose={() => setOpen(null)} />}
    </>
  );
}

export const whoOf = ({ startedBy }: ImportRecord) => startedBy?.name ?? startedBy?.username ?? 'Not known any more';

const FileName = ({ of, onShow }: { of: ImportRecord; onShow: (of: ImportRecord) => void }) => (
  <button
    type="button"
    onClick={() => onShow(of)}
    className="rounded-sm text-left font-medium text-brand wrap-anywhere hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
  >
    {of.fileName}
  </button>
);

function Outcome({ of, atMs }: { of: ImportRecord; atMs: number }) {
  if (of.state === 'running') return <RunningImport of={of} atMs={atMs} />;
  const isWrong = of.state === 'failed' || of.errorCount > 0;
  return <span className={isWrong ? 'font-medium text-danger' : 'text-ink-2'}>{outcomeText(of)}</span>;
}
