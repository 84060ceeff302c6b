import type { OnecentralErrorLog, OnecentralFile } from '@superscope/contracts/onecentral-imports';
import { CircleCheck } from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { dateTime, number } from '../../ui/format';
import { Segmented } from '../../ui/segmented';
import { useOnecentralErrorsQuery } from './onecentral-imports.api';

const SIZE = 10;

type Of = 'file' | 'all';

interface Props {
  /** The file that is chosen. */
  file: OnecentralFile | null;
  of: Of;
  onOf: (of: Of) => void;
}

/** The errors of the chosen file, or of all. */
export function ErrorLogs({ file, of, onOf }: Props) {
  const isOfFile = of === 'file' && file !== null;
  const { currentData, ...query } = useOnecentralErrorsQuery(isOfFile ? file.filename : null);
  const unlisted = (currentData?.count ?? 0) - (currentData?.errors.length ?? 0);
  return (
    <section id="error-logs" aria-labelledby="error-logs-title" tabIndex={-1} className="mt-8 outline-none">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 id="error-logs-title" className="text-lg font-semibold">
            Error Logs
          </h2>
          <p className="text-sm text-ink-2 wrap-anywhere">{isOfFile ? `Of ${file.name}` : 'Of all files'}</p>
        </div>
        {file !== null && (
          <Segmented
            label="Errors of"
            options={[
              { value: 'file', label: 'This file' },
              { value: 'all', label: 'All files' },
            ]}
            value={of}
            onChange={onOf}
          />
        )}
      </div>
      <RecordTable
        label="Errors"
        what="The error logs"
        columns={columnsOf(isOfFile)}
        // A line may have several errors, and the list is only ever replaced as a whole.
        idOf={(_, at) => at}
        rows={currentData?.errors}
        query={query}
        search={isOfFile ? file.filename : ''}
        pages={SIZE}
        empty={{
          icon: CircleCheck,
          title: isOfFile ? 'No errors in this file' : 'No errors',
          children: 'What is wrong in a file stands here by line.',
        }}
        foot={
          (currentData?.errors.length ?? 0) > 0 && (
            <p className="border-t px-5 py-3 text-sm text-ink-3">
              {unlisted > 0 && `${number(unlisted)} more are not listed. `}Put right at the source, or edit the download
              and leave it in the inbox again.
            </p>
          )
        }
      />
    </section>
  );
}

const columnsOf = (isOfFile: boolean): readonly RecordColumn<OnecentralErrorLog>[] => [
  ...(isOfFile
    ? []
    : [
        {
          head: 'File',
          cell: ({ name }: OnecentralErrorLog) => <span className="wrap-anywhere">{name}</span>,
          className: 'max-w-[260px]',
        },
      ]),
  {
    head: 'Line',
    cell: ({ line }) => (line === null ? 'whole file' : number(line)),
    className: 'whitespace-nowrap tabular-nums',
  },
  { head: 'Field', cell: ({ column }) => column ?? '–', className: 'font-semibold' },
  {
    head: 'What is wrong',
    leads: true,
    cell: ({ message }) => <span className="wrap-anywhere">{message}</span>,
    className: 'min-w-60',
  },
  { head: 'When', cell: ({ timestamp }) => dateTime(timestamp), className: 'whitespace-nowrap text-ink-2' },
];
