import type { CsvTableInfo } from '@superscope/contracts/csv-import';
import { DetailDialog } from '../../ui/detail-dialog';
import { DataTable } from '../../ui/data-table';
import { tableWords } from '@superscope/contracts/csv-table-words';

/** The fields that a table's file may have. */
export const FieldsDialog = ({ table, onClose }: { table: CsvTableInfo; onClose: () => void }) => (
  <DetailDialog
    title={tableWords(table.table)}
    note={`${table.table}. ${table.holds}. Fields in bold name a row.`}
    onClose={onClose}
  >
    <DataTable
      label={`Fields of ${tableWords(table.table)}`}
      rows={table.columns}
      idOf={({ name }) => name}
      columns={[
        {
          head: 'Field',
          names: true,
          cell: ({ name, unit }) => (
            <span className={table.key.includes(name) ? 'font-bold' : undefined}>
              {name}
              {unit !== '' && <span className="block font-normal text-ink-3">{unit}</span>}
            </span>
          ),
          className: 'max-w-36 wrap-anywhere',
        },
        {
          head: 'Rule',
          cell: ({ rule, example }) => (
            <>
              {rule}
              <span className="block text-ink-3 sm:hidden">Such as {example}</span>
            </>
          ),
          className: 'text-ink-2',
        },
        {
          head: 'Example',
          cell: ({ example }) => example,
          className: 'hidden max-w-48 wrap-anywhere sm:table-cell',
        },
      ]}
      className="mt-4 rounded-md border *:text-sm"
    />
  </DetailDialog>
);
