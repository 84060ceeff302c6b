import { Download } from 'lucide-react';
import { useState, type Key, type ReactNode } from 'react';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { DataTable, type Opening, type Order } from '../../ui/data-table';
import { Pager } from '../../ui/pager';
import { saveCsv } from '../../ui/save-csv';
import { useSectionTitle } from '../../ui/heading';
import { EmptyState } from '../../ui/states';
import { useWide } from '../../ui/use-roomy';
import { QueryStates, type Query } from './query-states';
import { csvRows, inOrder, orderAfter, type RecordColumn } from './record-columns';
import { RecordsInLines } from './record-lines';

interface Paging {
  /** The index of the page, from 0. */
  page: number;
  size: number;
  /** Of the records of all pages. */
  count: number;
  onChange: (page: number) => void;
}

export interface RecordTableProps<T> {
  /** The title of the table: 'Users'. */
  label: string;
  columns: readonly RecordColumn<T>[];
  /** `at` is the place in the list, for records without an id, which cannot open. */
  idOf: (of: T, at: number) => Key;
  /** The records to show; undefined while the query has no answer. */
  rows: readonly T[] | undefined;
  /** Where the records come from, for the loading and the failed state. `what` names them: 'The users'. */
  query?: Omit<Query<unknown>, 'data'>;
  /** Newer records are being fetched for what was asked for. */
  dimmed?: boolean;
  what?: string;
  /** The text under an error, beside the button to try again. */
  errorNote?: string | undefined;
  /** What is searched for. Another search begins at the first page, with nothing open. */
  search?: string;
  /** Stands in the place of the records if there are none. */
  empty?: Parameters<typeof EmptyState>[0];
  /** The records of a page, or which page the server has sent. */
  pages?: number | Paging;
  /** How the records are sorted at first; or, if the page keeps the order in its address, at any time. */
  order?: Order;
  onOrder?: (order: Order) => void;
  /** Saves records as a CSV file of this name: all pages of the rows, or other records. */
  csv?: { name: string; rows?: readonly T[] };
  /** A record's button opens more about it below. */
  opens?: Pick<Opening<T>, 'label' | 'more'>;
  onRow?: (of: T) => void;
  /** Of a record that stands out, its background: 'bg-danger-soft'. */
  toneOf?: (of: T) => string | undefined;
  /** Stands at the top of the card. */
  head?: ReactNode;
  /** Stands under the records. */
  foot?: ReactNode;
  /** Stand above the card: what is searched for, and what can be done. */
  tools?: ReactNode;
}

/**
 * Records as a table that sorts, turns its pages and can be saved; on narrow screens as a list. While its query has no answer it says
 * that it loads or did not load.
 */
export function RecordTable<T>({
  label,
  what = label,
  rows,
  query,
  dimmed = false,
  errorNote,
  tools,
  csv,
  head,
  ...shown
}: RecordTableProps<T>) {
  const save = csv && (() => saveCsv(csv.name, csvRows(csv.rows ?? rows ?? [], shown.columns)));
  const isOfBefore = query !== undefined && isAnswerOfBefore(query);
  // What another filter or page shows would be taken for what is asked, unless what is asked is on its way.
  const known = isOfBefore && query.error !== undefined ? undefined : rows;
  const isDimmed = (dimmed || isOfBefore) && known !== undefined;
  const { isError = false, error, refetch = () => undefined } = query ?? {};
  const answer = { isError, error, refetch, data: known };
  // A section of the same name is the landmark already.
  const isNamed = useSectionTitle() === label;
  const Frame = isNamed ? 'div' : 'section';
  return (
    <>
      {(tools !== undefined || save) && (
        <div className="mb-4 flex flex-wrap items-end gap-3">
          {tools}
          {save && (
            <Button icon={Download} onClick={save} className="sm:ml-auto">
              Save as CSV
            </Button>
          )}
        </div>
      )}
      <Frame
        aria-label={isNamed ? undefined : label}
        aria-busy={isDimmed || undefined}
        className={cx('card settle overflow-hidden', isDimmed && 'opacity-60')}
      >
        {head}
        <QueryStates query={answer} what={what} note={errorNote} className="min-h-72 p-5">
          {(records) => <Records label={label} rows={records} {...shown} />}
        </QueryStates>
      </Frame>
    </>
  );
}

/** Whether a query still holds the answer to what was asked before. */
const isAnswerOfBefore = (query: Omit<Query<unknown>, 'data'>): boolean =>
  'currentData' in query && query.currentData === undefined && query.isUninitialized !== true;

type RecordsProps<T> = Omit<
  RecordTableProps<T>,
  'rows' | 'query' | 'dimmed' | 'what' | 'errorNote' | 'tools' | 'csv' | 'head'
>;

/** The records of a table, for a card that has a state of its own. */
export function Records<T>({ rows, ...props }: RecordsProps<T> & { rows: readonly T[] }) {
  const { label, columns, idOf, search, empty, pages, opens, onRow, toneOf, foot } = props;
  const [ownOrder, setOrder] = useState(props.order ?? null);
  const [ownPage, setPage] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<Key>>(new Set());
  const isWide = useWide();
  const [searched, setSearched] = useState(search);
  if (searched !== search) {
    setSearched(search);
    setPage(0);
    setOpen(new Set());
  }
  const order = props.onOrder && props.order ? props.order : ownOrder;
  const sorted = inOrder(rows, columns, order);
  const paging = typeof pages === 'number' ? ownPaging(ownPage, pages, rows.length, setPage) : pages;
  const from = typeof pages === 'number' ? paging!.page * pages : 0;
  const none = rows.length === 0 && empty && <EmptyState className="min-h-72 p-5" {...empty} />;
  const list = {
    label,
    rows: typeof pages === 'number' ? sorted.slice(from, from + pages) : sorted,
    idOf,
    columns,
    toneOf,
    opening: opens && {
      ...opens,
      isOpen: (of: T) => open.has(idOf(of, 0)),
      toggle: (of: T) => setOpen((before) => toggled(before, idOf(of, 0))),
    },
  };
  const sortBy = (column: RecordColumn<T>) => (props.onOrder ?? setOrder)(orderAfter(rows, order, column));
  return (
    <>
      {isWide ? (
        <DataTable
          {...list}
          label={`${label}: table`}
          order={order}
          onSort={(column: RecordColumn<T>) => column.sort && (() => sortBy(column))}
          onRow={onRow}
          none={none}
          className="records"
        />
      ) : (
        none || <RecordsInLines {...list} order={order} onSort={sortBy} />
      )}
      {foot}
      {paging && paging.count > paging.size && <Pager label={label} {...paging} />}
    </>
  );
}

/** The pages of records that have all been sent. Where there are fewer than before, the last one is shown. */
const ownPaging = (page: number, size: number, count: number, onChange: (page: number) => void): Paging => ({
  page: Math.min(page, Math.max(0, Math.ceil(count / size) - 1)),
  size,
  count,
  onChange,
});

const toggled = (open: ReadonlySet<Key>, id: Key): ReadonlySet<Key> =>
  new Set(open.has(id) ? [...open].filter((each) => each !== id) : [...open, id]);
