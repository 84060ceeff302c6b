import type { OnecentralFile } from '@superscope/contracts/onecentral-imports';
import { CircleAlert, CircleCheck, CircleDashed, FileSpreadsheet, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { Link } from 'react-router';
import { cx } from '../../ui/class-names';
import { date, dateTime, number } from '../../ui/format';
import { TableName } from '../../portal/imports/table-name';

interface Choice {
  chosen: string | null;
  onChoose: (filename: string) => void;
  /** Goes to the errors of the file. */
  onErrors: () => void;
}

export const fileColumns = ({ chosen, onChoose, onErrors }: Choice): readonly RecordColumn<OnecentralFile>[] => [
  {
    head: 'File',
    leads: true,
    names: true,
    cell: (file) => (
      <span className="flex items-start gap-2">
        <ChoiceOf file={file} chosen={chosen} onChoose={onChoose} onErrors={onErrors} />
        <b className="font-semibold wrap-anywhere">{file.name}</b>
      </span>
    ),
    className: 'min-w-48 max-w-[300px]',
  },
  {
    head: 'Table',
    cell: ({ table }) => (table === null ? <span className="text-ink-3">not known</span> : <TableName table={table} />),
  },
  { head: 'Status', cell: (file) => <Status file={file} />, className: 'min-w-60 max-w-[360px]' },
  {
    head: 'Data date',
    cell: ({ dataDate }) => (dataDate === null ? '–' : date(dataDate)),
    className: 'whitespace-nowrap tabular-nums',
  },
  { head: 'Arrived', cell: ({ arrivedAt }) => dateTime(arrivedAt), className: 'whitespace-nowrap tabular-nums' },
  { head: 'Rows', right: true, cell: ({ rows }) => (rows === null ? '–' : number(rows)) },
];

function ChoiceOf({ file: { filename, name }, chosen, onChoose, onErrors }: Choice & { file: OnecentralFile }) {
  return (
    <input
      type="radio"
      className="mt-0.5 size-4 shrink-0 accent-[var(--color-brand)] pointer-coarse:size-11"
      aria-label={`Select ${name}`}
      checked={chosen === filename}
      onChange={() => onChoose(filename)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        onChoose(filename);
        onErrors();
      }}
    />
  );
}

const LOOKS = {
  Failed: [CircleAlert, 'text-danger'],
  Unknown: [TriangleAlert, 'text-attention'],
  Pending: [CircleDashed, 'text-ink-2'],
  Queued: [CircleDashed, 'text-ink-2'],
  Complete: [CircleCheck, 'text-good'],
  Exported: [FileSpreadsheet, 'text-ink-2'],
} as const;

function Status({ file: { name, status, note, progress, mended } }: { file: OnecentralFile }) {
  const [Waiting, tone] = LOOKS[status];
  const Icon = progress === null ? Waiting : LoaderCircle;
  const part = progress === null || progress.total === 0 ? null : Math.min(1, progress.done / progress.total);
  return (
    <span className="flex items-start gap-2">
      <Icon
        size={16}
        className={cx('mt-0.5 shrink-0', tone, progress !== null && 'text-info motion-safe:animate-spin')}
        aria-hidden
      />
      <span className="min-w-0 flex-1">
        <b className={cx('font-semibold', tone)}>{status}</b>
        {note !== '' && <span className="block text-sm text-ink-2 wrap-anywhere">{note}</span>}
        {mended !== null && (
          <Link
            to={`/staff/importExport/${mended.importId}/repair`}
            aria-label={`Import of ${name}`}
            className="inline-flex items-center text-sm font-medium text-brand hover:underline pointer-coarse:min-h-11"
            onClick={(event) => event.stopPropagation()}
          >
            Import
          </Link>
        )}
        {part !== null && (
          <progress aria-label={`${note}: done`} className="mt-1.5 block h-1 w-full max-w-56" max={1} value={part} />
        )}
      </span>
    </span>
  );
}
