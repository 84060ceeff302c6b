import type { AlertList, MessageKind, ToldLately } from '@superscope/contracts/alerts';
import { CircleCheck, RotateCcw, Send, TriangleAlert } from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';

const WORDS: Record<MessageKind, string> = { began: 'Began', again: 'Still fires', ended: 'Ended', test: 'Test' };

/** What went out lately, and what became of it. */
export const ToldCard = ({ told }: Pick<AlertList, 'told'>) => (
  <RecordTable
    label="Told lately"
    rows={told}
    columns={columns}
    idOf={({ at, title, kind }, index) => `${at} ${kind} ${title} ${index}`}
    head={
      <div className="border-b p-4 sm:px-5">
        <CardHead title="Told lately" note="What went out within 30 days, and what became of it" />
      </div>
    }
    empty={{
      icon: Send,
      title: 'Nothing was told lately',
      className: 'min-h-44 p-5',
      children: 'Beginnings and ends of alerts are listed here.',
    }}
  />
);

const columns: readonly RecordColumn<ToldLately>[] = [
  { head: 'When', cell: ({ at }) => dateTime(at), className: 'whitespace-nowrap tabular-nums text-ink-2' },
  {
    head: 'What',
    leads: true,
    names: true,
    cell: ({ kind, title }) => (
      <b className="font-semibold wrap-anywhere">{title === null ? WORDS[kind] : `${WORDS[kind]}: ${title}`}</b>
    ),
    className: 'min-w-36',
  },
  { head: 'To', cell: ({ to }) => <span className="wrap-anywhere">{to.join(', ')}</span>, className: 'min-w-24' },
  { head: 'Became', cell: (row) => <Became row={row} />, className: 'min-w-32' },
];

function Became({ row: { to, delivered, waiting, failed } }: { row: ToldLately }) {
  const [Icon, tone] =
    failed.length > 0
      ? ([TriangleAlert, 'text-attention'] as const)
      : waiting > 0
        ? ([RotateCcw, 'text-attention'] as const)
        : ([CircleCheck, 'text-good'] as const);
  return (
    <div className="flex items-start gap-1.5">
      <Icon size={16} aria-hidden className={cx('mt-0.5 shrink-0', tone)} />
      <div className="min-w-0 wrap-anywhere">
        <p className={cx('font-semibold tabular-nums', tone)}>
          {delivered} of {to.length}
        </p>
        {waiting > 0 && (
          <p className="text-sm text-ink-2">{waiting === 1 ? '1 is tried again' : `${waiting} are tried again`}</p>
        )}
        {failed.map((each) => (
          <p key={each} className="text-sm text-ink-2">
            {each}
          </p>
        ))}
      </div>
    </div>
  );
}
