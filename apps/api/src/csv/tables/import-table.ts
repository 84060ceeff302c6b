import type { PatchRow } from '@superscope/contracts/csv-rows';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import type { membersView } from '@superscope/contracts/read-models/members';
import { inOrder, type Decision, type DomainEvent, type StreamDefinition } from '@superscope/domain/event';
import type { RowValues } from '@superscope/domain/file-check/row-values';
import { memberStream, type RowPlace } from '@superscope/domain/member/member';
import type { LineProblem } from '@superscope/domain/published-table/line-problems';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { ConflictError } from '@superscope/event-store/connection/errors';
import type { EventStore, Written } from '@superscope/event-store/event-store';
import type { Position } from '@superscope/event-store/events/position';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { References } from '../validate/references.js';

type MemberDocument = DocumentOf<typeof membersView>;

/** The inner ids that a row's own ids resolve to; '' if its table has no such id. */
export interface Place {
  platformId: string;
  planId: string;
  campaignId: string;
  memberId: string;
  /** The number under which the member is, or will be, stored. */
  memberNumber: string;
}

/** What a table needs to check a row. `fail` records an error of a column. */
export interface Check {
  references: References;
  /** Whether an Admin imports the file. */
  byAdmin: boolean;
  fail: (column: string, message: string) => void;
}

/** What a line writes. `id` is the id part of a stream, or names the group whose rows are replaced. */
export interface Item<Data = unknown> {
  id: string;
  data: Data;
}

/** The data of a row of a table whose rows may repeat. Without a place it is the only row of its key so far. */
export type Placed<Data> = Data & { place?: RowPlace };

/** A row of a stream: the number of its line, and its data. */
export type RowOf<Data> = readonly [line: number, data: Data];

/** The running import. */
export interface Run {
  readonly importId: string;
  /** The day in Sydney on which the import was accepted. It dates what the file itself does not date. */
  readonly acceptedOn: string;
  /** The log's position at acceptance: a row that repeats the values of that moment does not undo later changes. */
  readonly acceptedAt: Position;
  readonly store: EventStore;
  /** Metadata of a command of the import. The same name is the same command, however often the import resumes. */
  readonly by: (name: string) => CommandContext;
  /** Called with the writes of each command, including those found from an earlier run. */
  readonly wrote: (written: Written) => void;
}

/** What decisions know of the import that they are made for. */
export type Deciding = Pick<Run, 'importId' | 'acceptedOn' | 'by'>;

/** What the decision about one row comes to. */
export interface Decided {
  readonly line: number;
  /** Why a rule refuses the row; null if none does. */
  readonly refused: string | null;
  /** Whether it would write anything. */
  readonly writes: boolean;
  /** The row's values before and after; null if there were none, or if the table adds to what is there. */
  readonly was: RowValues | null;
  readonly becomes: RowValues | null;
  /** The values in force on the row's day, in a table of dated values. */
  readonly inForce: RowValues | null;
}

/** A table whose rows each change, or add to, one stream. */
export interface RowTable {
  readonly kind: 'rows';
  readonly table: CsvTable;
  readonly item: (row: never, place: Place, check: Check) => Item | null;
  /** Whether its streams are members, whose keys are fetched or created many at once. */
  readonly ofMembers: boolean;
  /** Writes rows of one stream as one command. Returns how many of them were new. */
  readonly write: (id: string, rows: readonly RowOf<never>[], run: Run, command: string) => Promise<number>;
  /** The same for a stream that is expected to be new; null if it already exists. */
  readonly writeNew?: (id: string, rows: readonly RowOf<never>[], run: Run, command: string) => Promise<number | null>;
  /** The state of a stream without events. */
  readonly initial: unknown;
  /** The state by which rows of a stream are decided: `initial` for `isNew`. */
  readonly stateOf: (id: string, store: EventStore, isNew: boolean) => Promise<unknown>;
  /** Decides about rows of one stream as `write` does, without writing. Returns also the state after them. */
  readonly decided: (
    state: unknown,
    rows: readonly RowOf<never>[],
    deciding: Deciding,
  ) => { rows: Decided[]; state: unknown };
  /** Whether the new rows of a decision are counted together, because a decision about each by itself would cost too much. */
  readonly countsTogether: boolean;
  /** A stream's state as far as a document of a view tells it; null if that is not enough to tell that a row changes nothing. */
  readonly stateInView?: (document: MemberDocument) => unknown;
  /** Of a table that adds to what is there: a row's values that have a unit. */
  readonly addedValues?: (data: never) => RowValues;
}

/** The lines of one file, for rules between them. */
export interface AcrossLines {
  readonly add: (line: number, row: never, place: Place) => void;
  /** What is wrong between the lines, once all are added. */
  readonly problems: () => readonly LineProblem[];
}

/** How the rows of a group are compared with those that they replace. */
export interface GroupComparison {
  /** The rows that count in the group's place before the import, with their date or month; null if there are none. */
  readonly before: (
    group: string,
    today: string,
    store: EventStore,
  ) => Promise<{ of: string; rows: readonly unknown[] } | null>;
  /** What identifies a row in its group. */
  readonly keyOf: (data: never) => string;
  /** The same for people; the inner id in a table of members. */
  readonly labelOf: (data: never) => string;
  readonly valuesOf: (data: never) => RowValues;
  /** The column by which changes are ranked; null for the share by which a number changes. */
  readonly rankBy: string | null;
  /** Whether a row that the file no longer has is asked about. */
  readonly asksForRemoved: boolean;
}

/** A table whose import replaces a whole group of rows: a plan-month, or a platform's or plan's table of a date. */
export interface GroupTable {
  readonly kind: 'groups';
  readonly table: CsvTable;
  readonly item: (row: never, place: Place, check: Check) => Item | null;
  /** Rules between the lines of a file, where the table has some. */
  readonly acrossLines?: () => AcrossLines;
  readonly comparison: GroupComparison;
  /** Whether rows are stored in the order of their JSON, which begins with the member, or in the file's order. */
  readonly sorted: boolean;
  /** Replaces a group by these rows (JSON of their data). Returns false if the group already had these rows. */
  readonly write: (group: string, rows: readonly string[], run: Run) => Promise<boolean>;
  /** For plan-months: the rows of some members that currently count in a group. */
  readonly standing?: (
    group: string,
    members: ReadonlySet<string>,
    store: EventStore,
  ) => Promise<(readonly [memberId: string, ...rest: unknown[]])[]>;
}

export type ImportTable = RowTable | GroupTable;

/** A rule refused a row although the file had been validated, because something else was written in between. */
export class RowRefused extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
    this.name = 'RowRefused';
  }
}

/** Wraps a decision so that its refusal names the line. */
export const atLine =
  <State, Event extends DomainEvent>(line: number, decide: Decision<State, Event>): Decision<State, Event> =>
  (state) => {
    try {
      return decide(state);
    } catch (error) {
      throw error instanceof RuleViolation ? new RowRefused(line, error.message) : error;
    }
  };

/** Decides about each row by itself, after those before it. */
export const eachRow =
  <State, Event extends DomainEvent, Data>(
    stream: StreamDefinition<State, Event>,
    decide: (data: Placed<Data>, deciding: Deciding) => Decision<State, Event>,
  ) =>
  (rows: readonly RowOf<Data>[], deciding: Deciding): Decision<State, Event> =>
    inOrder(
      stream,
      rows.map(([line, data]) => atLine(line, decide(data as Placed<Data>, deciding))),
    );

/** Why a rule refuses a row. Throws any other error. */
function refusalOf(error: unknown): string {
  if (error instanceof RowRefused || error instanceof RuleViolation) return error.message;
  throw error;
}

/** A table whose rows are decisions about a stream. */
export function rowTable<Table extends CsvTable, State, Event extends DomainEvent, Data>(spec: {
  table: Table;
  stream: StreamDefinition<State, Event>;
  item: (row: PatchRow<Table>, place: Place, check: Check) => Item<Data> | null;
  decide: (rows: readonly RowOf<Data>[], run: Deciding) => Decision<State, Event>;
  /** What stands of a row; null for nothing. Without it the table only adds to what is there. */
  standing?: (state: State, data: Data) => RowValues | null;
  /** In a table of dated values, what is in force on the row's day. */
  inForce?: (state: State, data: Data) => RowValues | null;
  /** See RowTable. */
  stateInView?: (document: MemberDocument) => State | null;
  /** The values with a unit of a row that only adds to what is there. */
  addedValues?: (data: Data) => RowValues;
  /** How many rows the events of one command hold; by default one each. */
  rowsIn?: (events: Event) => number;
  /** Set if most streams of a first import are new, so that they can be started without reading. */
  oftenNew?: boolean;
}): RowTable {
  const { table, stream, item, decide, rowsIn, oftenNew, standing, inForce, addedValues, stateInView } = spec;
  const count = async (written: Written, rows: number, run: Run, command: string): Promise<number> => {
    const found = await rowsWritten(written, rows, run, command);
    // Called last, because reading may fail and be repeated, and a command's events must count once.
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
  const decidedRow = (before: State, first: State, row: RowOf<Data>, deciding: Deciding) => {
    const [line, data] = row;
    const was = standing?.(before, data) ?? null;
    const told = { line, was, inForce: inForce?.(first, data) ?? null };
    try {
      const events = decide([row], deciding)(before);
      const after = events.reduce(stream.evolve, before);
      const becomes = events.length === 0 ? was : (standing?.(after, data) ?? null);
      return { after, row: { ...told, refused: null, writes: events.length > 0, becomes } };
    } catch (error) {
      return { after: before, row: { ...told, refused: refusalOf(error), writes: false, becomes: was } };
    }
  };
  const together = (state: State, rows: readonly RowOf<Data>[], deciding: Deciding) => {
    const told = { refused: null, was: null, becomes: null, inForce: null };
    try {
      const events = decide(rows, deciding)(state);
      const written = events.reduce((sum, event) => sum + (rowsIn?.(event) ?? 1), 0);
      const after = events.reduce(stream.evolve, state);
      return { state: after, rows: rows.map(([line], at) => ({ ...told, line, writes: at < written })) };
    } catch (error) {
      const refused = refusalOf(error);
      return { state, rows: rows.map(([line]) => ({ ...told, line, refused, writes: false })) };
    }
  };
  const countsTogether = standing === undefined && rowsIn !== undefined;
  return {
    kind: 'rows',
    table,
    item: item,
    countsTogether,
    ...(stateInView && { stateInView }),
    ...(addedValues && { addedValues: addedValues }),
    initial: stream.initial,
    stateOf: async (id, store, isNew) => (isNew ? stream.initial : (await store.load(stream, id)).state),
    decided: (known, rows: readonly RowOf<Data>[], deciding) => {
      const first = known as State;
      if (countsTogether) return together(first, rows, deciding);
      let state = first;
      const decided = rows.map((each) => {
        const { after, row } = decidedRow(state, first, each, deciding);
        state = after;
        return row;
      });
      return { rows: decided, state };
    },
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

/** The name of a group: its owner's id, which has no spaces, and a month or date. */
export const groupOf = (owner: string, at: string): string => `${owner} ${at}`;
export const partsOf = (group: string): [owner: string, at: string] => {
  const space = group.indexOf(' ');
  return [group.slice(0, space), group.slice(space + 1)];
};
