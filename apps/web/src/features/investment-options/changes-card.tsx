import type { FileChanges, ShownOptionChange } from '@superscope/contracts/investment-options';
import { Equal, FileUp, Minus, Plus, RefreshCw, TriangleAlert } from 'lucide-react';
import { Records } from '../../portal/records/record-table';
import type { RecordColumn } from '../../portal/records/record-columns';
import { Button } from '../../ui/button';
import { number } from '../../ui/format';
import { comparedText, growthText, memberCount, othersText, scoresText, warningOf } from './change-text';

const KINDS = {
  removed: { icon: Minus, word: 'Removed' },
  changed: { icon: RefreshCw, word: 'Changed' },
  added: { icon: Plus, word: 'Added' },
} as const;

const Kind = ({ of }: { of: ShownOptionChange['kind'] }) => {
  const { icon: Icon, word } = KINDS[of];
  return (
    <span className="inline-flex items-center gap-2 font-semibold whitespace-nowrap">
      <Icon size={15} className="text-ink-2" aria-hidden />
      {word}
    </span>
  );
};

function Option({ of }: { of: ShownOptionChange }) {
  const [warning, others] = [warningOf(of), othersText(of)];
  return (
    <>
      {of.name} <span className="text-ink-3 wrap-anywhere">{of.assetCode}</span>
      {others !== null && <span className="mt-1 block text-sm text-ink-2">{others}</span>}
      {warning !== null && (
        <span className="mt-1 flex max-w-md gap-1.5 text-sm text-attention">
          <TriangleAlert size={15} className="mt-px shrink-0" aria-hidden />
          {warning}
        </span>
      )}
    </>
  );
}

const columns: readonly RecordColumn<ShownOptionChange>[] = [
  { head: 'Change', cell: ({ kind }) => <Kind of={kind} />, className: 'w-px' },
  { head: 'Option', cell: (change) => <Option of={change} />, names: true },
  {
    head: 'Growth now',
    right: true,
    cell: ({ growthBefore }) => growthText(growthBefore),
    className: 'w-px whitespace-nowrap',
  },
  {
    head: 'In the file',
    right: true,
    cell: ({ growthAfter }) => <span className="font-semibold">{growthText(growthAfter)}</span>,
    className: 'w-px whitespace-nowrap',
  },
  { head: 'Members', right: true, cell: ({ members }) => number(members), className: 'w-px' },
];

const Metric = ({ count, what, note }: { count: number; what: string; note?: string | false }) => (
  <div className="bg-surface px-4 py-3.5 sm:px-5">
    <p className="text-[22px] leading-7 font-[650] tabular-nums">{number(count)}</p>
    <p className="text-base">{what}</p>
    {note && <p className="text-sm text-ink-2">{note}</p>}
  </div>
);

/** How many of the options that change do so in their growth exposure, and who holds them. */
function growthNote({ changes, membersOfChanged }: FileChanges): string | false {
  const moved = changes.filter(({ columns }) => columns.includes('growthPercent')).length;
  if (moved === 0) return false;
  const who = `${memberCount(membersOfChanged)} ${membersOfChanged === 1 ? 'holds' : 'hold'} ${moved === 1 ? 'it' : 'them'}`;
  return `${number(moved)} in growth exposure; ${who}`;
}

interface Props {
  changes: FileChanges;
  dataDate: string;
  busy: boolean;
  onTake: () => void;
  onLeave: () => void;
}

/** What a checked file would change, and the two ways on. */
export function ChangesCard({ changes, dataDate, busy, onTake, onLeave }: Props) {
  const countOf = (kind: ShownOptionChange['kind']) => changes.changes.filter((each) => each.kind === kind).length;
  const [added, removed, changed] = [countOf('added'), countOf('removed'), countOf('changed')];
  const warnings = changes.changes.filter((change) => warningOf(change) !== null).length;
  const holders = (options: number, members: number) =>
    options > 0 && `${memberCount(members)} ${members === 1 ? 'holds' : 'hold'} ${options === 1 ? 'it' : 'them'}`;
  return (
    <section aria-label="What this file would change" className="card overflow-hidden">
      <div className="p-4 sm:px-5">
        <p className="text-sm font-medium text-brand">Nothing is taken yet</p>
        <h2 className="mt-0.5 text-md font-semibold">What this file would change</h2>
        <p className="mt-0.5 text-sm text-ink-3">{comparedText(changes, dataDate)}</p>
      </div>
      <div className="grid grid-cols-2 gap-px border-y bg-line sm:grid-cols-4">
        <Metric count={added} what={added === 1 ? 'option added' : 'options added'} />
        <Metric
          count={removed}
          what={removed === 1 ? 'option removed' : 'options removed'}
          note={holders(removed, changes.membersOfRemoved)}
        />
        <Metric
          count={changed}
          what={changed === 1 ? 'option changed' : 'options changed'}
          note={growthNote(changes)}
        />
        <Metric count={changes.unchanged} what={changes.unchanged === 1 ? 'option unchanged' : 'options unchanged'} />
      </div>
      <Records
        label="Changes"
        rows={changes.changes}
        columns={columns}
        idOf={({ assetCode }) => assetCode}
        pages={50}
        empty={{
          icon: Equal,
          title: 'The same options, in every column',
          children: 'Taking the file changes nothing.',
          className: 'min-h-40 p-5',
        }}
      />
      <div className="flex flex-wrap items-center gap-3 border-t p-4 sm:px-5">
        {warnings > 0 && (
          <span className="inline-flex items-center gap-1.5 rounded-full bg-attention-soft px-2.5 py-1 text-sm font-semibold text-attention">
            <TriangleAlert size={14} aria-hidden />
            {number(warnings)} to look at
          </span>
        )}
        <p className="min-w-48 flex-1 text-sm text-ink-2">{scoresText(changes, dataDate)}</p>
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} onClick={onLeave}>
            Leave as it is
          </Button>
          <Button kind="primary" icon={FileUp} busy={busy} onClick={onTake}>
            Take this file
          </Button>
        </div>
      </div>
    </section>
  );
}
