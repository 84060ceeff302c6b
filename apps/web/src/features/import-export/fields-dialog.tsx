import type { CsvTableInfo } from '@superscope/contracts/csv-import';
import { DetailDialog } from '../../ui/detail-dialog';

/** The fields that a table's file may have. */
export const FieldsDialog = ({ table, onClose }: { table: CsvTableInfo; onClose: () => void }) => (
  <DetailDialog title={table.table} note={`${table.holds}. Fields in bold name a row.`} onClose={onClose}>
    <div
      className="relative mt-4 overflow-x-auto rounded-md border"
      role="region"
      aria-label={`Fields of ${table.table}`}
      tabIndex={0}
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b bg-sunken text-left text-ink-2">
            <th scope="col" className="py-2 pl-3 pr-3 font-semibold">
              Field
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              Rule
            </th>
            <th scope="col" className="hidden py-2 pl-3 pr-3 font-semibold sm:table-cell">
              Example
            </th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map(({ name, unit, rule, example }) => (
            <tr key={name} className="border-b align-top last:border-0">
              <th
                scope="row"
                className={`max-w-36 py-2 pl-3 pr-3 text-left wrap-anywhere ${table.key.includes(name) ? 'font-bold' : 'font-normal'}`}
              >
                {name}
                {unit !== '' && <span className="block font-normal text-ink-3">{unit}</span>}
              </th>
              <td className="px-3 py-2 text-ink-2">
                {rule}
                <span className="block text-ink-3 sm:hidden">Such as {example}</span>
              </td>
              <td className="hidden max-w-48 py-2 pl-3 pr-3 wrap-anywhere sm:table-cell">{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </DetailDialog>
);
