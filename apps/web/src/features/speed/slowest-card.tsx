import type { Speed } from '@superscope/contracts/speed';
import { Check, Clock, Copy } from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { dateTime } from '../../ui/format';
import { useCopied } from '../../ui/use-copied';
import { msText, waitedText } from './speed-words';

type Slow = Speed['slowest'][number];

const columns: RecordColumn<Slow>[] = [
  {
    head: 'Call',
    cell: ({ call, ms, waited }) => (
      <>
        <span className="font-mono text-sm wrap-anywhere">{call}</span>
        <span className="block text-sm text-ink-3">{waitedText(waited, ms)}</span>
      </>
    ),
    leads: true,
    names: true,
    className: 'text-left font-normal',
  },
  { head: 'Took', cell: ({ ms }) => msText(ms), right: true, className: 'whitespace-nowrap font-semibold' },
  { head: 'When', cell: ({ at }) => dateTime(at), className: 'whitespace-nowrap text-ink-2' },
  {
    head: 'Request id',
    cell: ({ correlationId }) => (
      <span className="whitespace-nowrap font-mono text-sm">
        <span title={correlationId}>{correlationId.slice(0, 8)}…</span>
        <CopyButton text={correlationId} label={`Copy request id ${correlationId}`} done="Request id copied" />
      </span>
    ),
  },
];

/** The ids lead to the lines of the log. Ids that a caller has chosen are not kept. */
export function SlowestCard({ speed: { slowest, since } }: { speed: Speed }) {
  const [copied, copy] = useCopied();
  const ids = slowest.map(({ correlationId }) => correlationId).join('\n');
  return (
    <RecordTable
      label="The slowest ten"
      rows={slowest}
      columns={columns}
      idOf={({ correlationId, at }) => `${correlationId} ${at}`}
      head={
        <div className="flex flex-wrap items-center gap-3 border-b px-4 py-3 sm:px-5">
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="text-md font-semibold">The slowest ten</h2>
            <p className="text-sm text-ink-3">
              Calls since {dateTime(since)}; the id finds one in the log. The rest is the api’s own work and the way to
              the browser.
            </p>
          </div>
          {slowest.length > 0 && (
            <Button icon={copied === ids ? Check : Copy} onClick={() => copy(ids)}>
              {copied === ids ? 'Copied' : 'Copy ids'}
            </Button>
          )}
        </div>
      }
      empty={{ icon: Clock, title: 'No call was timed', children: 'Times are written once a minute.' }}
    />
  );
}
