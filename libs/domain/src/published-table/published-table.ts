import { inChunks } from '../chunks.js';
import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { count, day, dictionary, id, listOf, scalar, text, type FieldShapes } from '../shape.js';
import type { PublishedEventType } from './published-rows.js';

/**
 * Small tables that a fund publishes whole for a date: investment options, fees, premium rates, occupation factors, contacts.
 * An import replaces the table of its date. Rows keep the file's columns, which the table schemas of libs/contracts type.
 */
export type TableRow = Readonly<Record<string, string | number | boolean | null>>;

export interface PublishedChunk {
  importId: string;
  /** Id of the platform, plan or provider that the table belongs to. */
  ownerId: string;
  /** yyyy-MM-dd: the data date or valid-from date, or the day of the import for a table without a date. */
  validFrom: string;
  index: number;
  chunks: number;
  /** SHA-256 of all rows of this date, in file order. */
  digest: string;
  rows: readonly TableRow[];
}

export type PublishedTableEvent = { [T in PublishedEventType]: DomainEvent<T, PublishedChunk> }[PublishedEventType];

/** Digest of the newest publication by event type and date. */
export type PublishedTables = Readonly<Record<string, string>>;

const key = (type: string, validFrom: string) => `${type} ${validFrom}`;

const chunkShapes: FieldShapes<PublishedChunk> = {
  importId: id,
  ownerId: id,
  validFrom: day,
  index: count,
  chunks: count,
  digest: text,
  rows: listOf(dictionary(scalar)),
};

/** A stream of tables of one owner, with the events that publish them. */
export const streamOfTables = (
  category: string,
  ...types: PublishedEventType[]
): StreamDefinition<PublishedTables, PublishedTableEvent> => ({
  category,
  initial: {},
  // Without the other tables' types, so that the codec refuses their chunks in this stream.
  shapes: Object.fromEntries(types.map((type) => [type, chunkShapes])) as EventShapes<PublishedTableEvent>,
  idOf: ({ ownerId }) => ownerId,
  evolve: (tables, { type, data }) => {
    if (!types.includes(type)) return tables;
    const { [key(type, data.validFrom)]: _replaced, ...others } = tables;
    // A table counts once its last chunk is stored; until then importing it again must write it.
    return data.index === data.chunks - 1 ? { ...others, [key(type, data.validFrom)]: data.digest } : others;
  },
});

export const publishedRowsPerChunk = 500;
/** Publishes a table for a date in chunks; writes nothing when its rows are already current. */
export const publishTable =
  (
    type: PublishedEventType,
    of: Pick<PublishedChunk, 'importId' | 'ownerId' | 'validFrom' | 'digest'>,
    rows: readonly TableRow[],
  ): Decision<PublishedTables, PublishedTableEvent> =>
  (tables) => {
    if (tables[key(type, of.validFrom)] === of.digest) return [];
    const chunks = inChunks(rows, publishedRowsPerChunk);
    return chunks.map((chunk, index) => ({ type, data: { ...of, index, chunks: chunks.length, rows: chunk } }));
  };

/**
 * Publishes a table without a date of its own as of `validFrom`; writes nothing when its rows are already current.
 */
export const publishUndatedTable =
  (...[type, of, rows]: Parameters<typeof publishTable>): Decision<PublishedTables, PublishedTableEvent> =>
  (tables) => {
    const newest = Object.keys(tables)
      .filter((name) => name.startsWith(`${type} `))
      .sort()
      .at(-1);
    return newest !== undefined && tables[newest] === of.digest ? [] : publishTable(type, of, rows)(tables);
  };
