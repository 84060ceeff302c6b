import type { PatchRow } from '@superscope/contracts/csv-rows';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import type { Decision, DomainEvent, StreamDefinition } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { ConflictError } from '@superscope/event-store/connection/errors';
import type { EventStore, Written } from '@superscope/event-store/event-store';
import type { Position } from '@superscope/event-store/events/position';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { References } from '../validate/references.js';

/** The inner ids that a row's own ids lead to; '' where its table has no such id. */
export interface Place {
  platformId: string;
  planId: string;
  campaignId: string;
  memberId: string;
}

/** The context in which a table checks a row; `fail` records an error of a column. */
export interface Check {
  references: References;
  fail: (column: string, message: string) => void;
}

/** The writes of a line: `id` is the id part of a stream, or names the group whose rows are replaced. */
export interface Item<Data = unknown> {
  id: string;
  data: Data;
}

/** Rows of one stream: the line each came from, and what its table made of it. */
export type RowOf<Data> = readonly [line: number, data: Data];

/** The import that writes. */
export interface Run {
  readonly importId: string;
  /** The day in Sydney on which the import was accepted: dates what the file does not date itself. */
  readonly acceptedOn: string;
  /** The log's position at acceptance: a row that repeats the values of that moment does not undo later changes. */
  readonly acceptedAt: Position;
  readonly store: EventStore;
  /** Metadata of one of its commands; the same name is the same command, however often the import resumes. */
  readonly by: (name: string) => CommandContext;
  /** Called with the writes of each command, including those found from an earlier run. */
  readonly wrote: (written: Written) => void;
}

/** Tables whose rows change one stream each, or add to one. */
export interface RowTable {
  readonly kind: 'rows';
  readonly table: CsvTable;
  readonly item: (row: never, place: Place, check: Check) => Item | null;
  /** Its streams are members', whose keys are fetched or made many at once. */
  readonly ofMembers: boolean;
  /** Writes rows of one stream as one command; answers how many of them were not there before. */
  readonly write: (id: string, rows: readonly RowOf<never>[], run: Run, command: string) => Promise<number>;
  /** The same for a stream that nothing was written to yet; null where there was something after all. */
  readonly writeNew?: (id: string, rows: readonly RowOf<never>[], run: Run, command: string) => Promise<number | null>;
}

/** Tables of which an import replaces a whole group of rows: a plan-month, a platform's or plan's table of a date. */
export interface GroupTable {
  readonly kind: 'groups';
  readonly table: CsvTable;
  readonly item: (row: never, place: Place, check: Check) => Item | null;
  /** Whether rows stand in the order of their JSON, which begins with their member, or in the file's. */
  readonly sorted: boolean;
  /** Replaces a group by these rows (JSON of their data); answers false where they stood already. */
  readonly write: (group: string, rows: readonly string[], run: Run) => Promise<boolean>;
  /** Of plan-months: the rows of some members that count in a group now. */
  readonly standing?: (
    group: string,
    members: ReadonlySet<string>,
    store: EventStore,
  ) => Promise<(readonly [memberId: string, ...rest: unknown[]])[]>;
}

export type ImportTable = RowTable | GroupTable;

/** A rule refused a row although the file had been checked: something else was written meanwhile. */
export class RowRefused extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
    this.name = 'RowRefused';
  }
}

/** A decision whose refusal says which line it was. */
export const atLine =
  <State, Event extends DomainEvent>(line: number, decide: Decision<State, Event>): Decision<State, Event> =>
  (state) => {
    try {
      return decide(state);
    } catch (error) {
      throw error instanceof RuleViolation ? new RowRefused(line, error.message) : error;
    }
  };

/** A table whose rows are decisions about a stream. */
export function rowTable<Table extends CsvTable, State, Event extends DomainEvent, Data>(spec: {
  table: Table;
  stream: StreamDefinition<State, Event>;
  item: (row: PatchRow<Table>, place: Place, check: Check) => Item<Data> | null;
  decide: (rows: readonly RowOf<Data>[], run: Run) => Decision<State, Event>;
  /** How many rows the events of one command hold; by default one each. */
  rowsIn?: (events: Event) => number;
  /** Most streams of a first import are new: starting them needs no reading. */
  oftenNew?: boolean;
}): RowTable {
  const { table, stream, item, decide, rowsIn, oftenNew } = spec;
  const count = async (written: Written, rows: number, run: Run, command: string): Promise<number> => {
    const found = await rowsWritten(written, rows, run, command);
    // Last, because reading may fail and be repeated: a command's events count once.
    run.wrote(written);
    return found;
  };
  const rowsWritten = async (written: Written, rows: number, run: Run, command: string): Promise<number> => {
    if (rowsIn === undefined || written.events === 0) return Math.min(written.events, rows);
    const from = written.revision - BigInt(written.events) + 1n;
    const { commandId } = run.by(command);
    let found = 0;
    for await (const event of run.store.read(written.stream, { from: from < 0n ? 0n : from, limit: written.events }))
      if ('data' in event && event.metadata.commandId === commandId) found += rowsIn(event as unknown as Event);
    return found;
  };
  return {
    kind: 'rows',
    table,
    item: item as RowTable['item'],
    ofMembers: stream.category === memberStream.category,
    write: async (id, rows: readonly RowOf<Data>[], run, command) => {
      const written = await run.store.transact(stream, id, decide(rows, run), run.by(command), {
        asOf: run.acceptedAt,
      });
      return count(written, rows.length, run, command);
    },
    ...(oftenNew && {
      writeNew: async (id: string, rows: readonly RowOf<Data>[], run: Run, command: string) => {
        const events = decide(rows, run)(stream.initial);
        const written: Written | ConflictError = await run.store.appendNew(stream, id, events, run.by(command));
        return written instanceof Error ? null : count(written, rows.length, run, command);
      },
    }),
  };
}

/** Names a group: an owner's id, which has no spaces, and a month or date. */
export const groupOf = (owner: string, at: string): string => `${owner} ${at}`;
export const partsOf = (group: string): [owner: string, at: string] => {
  const space = group.indexOf(' ');
  return [group.slice(0, space), group.slice(space + 1)];
};
