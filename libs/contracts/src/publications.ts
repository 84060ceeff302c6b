import { groupBy } from '@superscope/domain/group-by';
import { inForceOn } from '@superscope/domain/in-force';

/** A publication as a document holds it: see `read-models/publications.ts`. */
export interface StoredPublication<Row> {
  ownerId: string;
  validFrom: string;
  importId: string;
  chunks: number;
  recordedAt: string;
  parts: Readonly<Record<string, readonly Row[]>>;
  /** Revision of its newest event in the stream of the table's owner. */
  revision: number;
}

/** A whole table of one owner and date, in the order of its file. */
export interface Publication<Row> {
  ownerId: string;
  validFrom: string;
  importId: string;
  recordedAt: string;
  rows: readonly Row[];
}

/** Whether all its parts are there. A part that was set aside must not leave a table with a hole. */
const isWhole = ({ chunks, parts }: StoredPublication<unknown>): boolean => Object.keys(parts).length === chunks;

/**
 * The table of each owner and date, by owner and then date: the newest publication that is whole. `recordedBy` (an instant, UTC) counts
 * only what was recorded by then; null counts everything.
 */
export function publishedTables<Row>(
  stored: readonly StoredPublication<Row>[],
  recordedBy: string | null = null,
): Publication<Row>[] {
  const whole = stored.filter((each) => isWhole(each) && (recordedBy === null || each.recordedAt <= recordedBy));
  const byTable = groupBy(whole, ({ ownerId, validFrom }) => `${ownerId} ${validFrom}`);
  return [...byTable.keys()].sort().map((key) => {
    const { ownerId, validFrom, importId, recordedAt, chunks, parts } = byTable
      .get(key)!
      .reduce((a, b) => (b.revision > a.revision ? b : a));
    const rows = Array.from({ length: chunks }, (_, index) => parts[index]!).flat();
    return { ownerId, validFrom, importId, recordedAt, rows };
  });
}

/**
 * The table of each owner that is in force on a day (yyyy-MM-dd). A publication for a later day waits for it: what is shown today is not
 * replaced, and not hidden, by what holds from next month.
 */
export function tablesInForce<Row>(
  stored: readonly StoredPublication<Row>[],
  day: string,
  recordedBy: string | null = null,
): Map<string, Publication<Row>> {
  const ofOwner = groupBy(publishedTables(stored, recordedBy), ({ ownerId }) => ownerId);
  return new Map(
    [...ofOwner].flatMap(([ownerId, tables]) => {
      const table = inForceOn(tables, day);
      return table === null ? [] : [[ownerId, table] as const];
    }),
  );
}
