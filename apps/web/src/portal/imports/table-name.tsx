import { tableWords } from '@superscope/contracts/csv-table-words';

/** Whether a table's own name, which files and the interface use, is not plain from its words. */
const isOther = (table: string) => tableWords(table).toLowerCase() !== table.toLowerCase();

/** What people call a table, and its own name beside it, such as "Member snapshots (memberSnapshots)". */
export const tableText = (table: string): string =>
  isOther(table) ? `${tableWords(table)} (${table})` : tableWords(table);

/** The same with its own name in small text. */
export const TableName = ({ table }: { table: string }) => (
  <>
    {tableWords(table)}
    {isOther(table) && (
      <>
        {' '}
        <small className="text-sm font-normal text-ink-3">{table}</small>
      </>
    )}
  </>
);
