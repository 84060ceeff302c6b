import { Injectable } from '@nestjs/common';
import {
  mostCounted,
  type EventFilter,
  type EventPage,
  type EventsBeside,
  type EventTrace,
  type HistoryEvent,
} from '@superscope/contracts/event-history';
import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { companiesView } from '@superscope/contracts/read-models/fund';
import { campaignStream } from '@superscope/domain/campaign/campaign';
import { companyStream } from '@superscope/domain/company/company';
import { streamName } from '@superscope/domain/event';
import type { Statement } from '../platform/clickhouse/statement.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { eventColumns, historyEventOf, type EventRow } from './event-rows.js';
import {
  countStatement,
  listStatement,
  placeStatement,
  searchStatement,
  type EventQuestion,
} from './event-statement.js';

const pageSize = 50;
/** The most events that are listed for one request; an import of a million rows has more. */
const mostTraced = 500;
/** Of a file of events. They are parsed and written in one turn of the event loop. */
const eventsPerRead = 1_000;
const mostLater = 100;
const besideEach = 2;
/**
 * Rows that are read for a page. One extra row shows whether another page follows; the others make up for duplicates that are not merged
 * yet.
 */
const rowsOfPage = pageSize + 10;

/** The events that a statement found, without duplicates, and the number of rows that it returned. */
interface Found {
  events: HistoryEvent[];
  rows: number;
}

/** Searches the table of all events. */
@Injectable()
export class RecordedEvents {
  constructor(
    private readonly analytics: Analytics,
    private readonly views: Views,
  ) {}

  /** A page of events, newest first. `before` is the last place of the previous page. */
  async page(filter: EventFilter, before: string | null): Promise<EventPage> {
    const asked = await this.questionOf(filter);
    const found = await this.events(searchStatement(asked, before, rowsOfPage));
    const events = found.events.slice(0, pageSize);
    const goesOn = found.rows === rowsOfPage || found.events.length > pageSize;
    // If the page holds all matching events, they need not be counted: that would read the whole log a second time.
    const counted = async () => (goesOn ? this.count(asked) : { count: events.length, isMore: false });
    return { events, next: goesOn ? events.at(-1)!.place : null, total: before === null ? await counted() : null };
  }

  /** The event at a place; null if there is none. */
  async at(place: string): Promise<HistoryEvent | null> {
    return (await this.events(placeStatement(place))).events[0] ?? null;
  }

  /** Later events of a stream that have one of these types, oldest first. */
  async later(stream: string, revision: bigint, types: readonly string[]): Promise<HistoryEvent[]> {
    const { events } = await this.events({
      sql: `SELECT ${eventColumns}\nFROM recorded_event
WHERE stream = {stream:String} AND revision > {revision:UInt64} AND event_type IN {types:Array(String)}
ORDER BY position, prepare LIMIT ${mostLater}`,
      params: { stream, revision: String(revision), types: [...types] },
    });
    return events;
  }

  /** The events of a member's stream beside one of them, newest first and without those of imports: at most two on either side. */
  async around(event: HistoryEvent): Promise<HistoryEvent[]> {
    if (event.memberId === null) return [];
    const asked: EventQuestion = { stream: event.stream, imports: 'hidden' };
    // A redelivered event has two rows.
    const [newer, older] = await Promise.all([
      this.events(listStatement(asked, event.place, null, 2 * besideEach)),
      this.events(searchStatement(asked, event.place, 2 * besideEach)),
    ]);
    return [...newer.events.slice(0, besideEach).reverse(), event, ...older.events.slice(0, besideEach)];
  }

  /** The matching events next to a place, which need not match itself. */
  async beside(filter: EventFilter, place: string): Promise<EventsBeside> {
    const asked = await this.questionOf(filter);
    const [newer, older, total] = await Promise.all([
      this.events(listStatement(asked, place, null, 1)),
      this.events(searchStatement(asked, place, 1)),
      Object.values(filter).some((value) => value !== undefined) ? this.count(asked) : null,
    ]);
    return { newer: newer.events[0]?.place ?? null, older: older.events[0]?.place ?? null, total };
  }

  /** The stored size, in bytes, of a stream's events up to a revision. */
  async bytesUntil(stream: string, revision: bigint): Promise<number> {
    const [row] = await this.rows<{ bytes: string }>({
      sql: `SELECT sum(bytes) AS bytes FROM (SELECT max(size) AS bytes FROM recorded_event
WHERE stream = {stream:String} AND revision <= {revision:UInt64} GROUP BY revision)`,
      params: { stream, revision: String(revision) },
    });
    return Number(row?.bytes ?? 0);
  }

  /** The events that one request caused, in order. */
  async trace(correlationId: string): Promise<EventTrace> {
    const { events, rows } = await this.events(listStatement({ correlationId }, null, null, 2 * mostTraced));
    const isCut = events.length > mostTraced || rows === 2 * mostTraced;
    return { correlationId, events: events.slice(0, mostTraced), isCut };
  }

  /**
   * All matching events, oldest first, up to the newest event at the time of the call. Rows of different projectors come in any order, so
   * `untilWhole` waits for those below the newest one.
   */
  async all(filter: EventFilter, untilWhole: () => Promise<void>): Promise<AsyncGenerator<HistoryEvent[]>> {
    const until = await this.newest();
    await untilWhole();
    return this.inOrder(await this.questionOf(filter), until);
  }

  private async *inOrder(asked: EventQuestion, until: string): AsyncGenerator<HistoryEvent[]> {
    for (let after: string | null = null; ;) {
      const { events, rows }: Found = await this.events(listStatement(asked, after, until, eventsPerRead));
      if (events.length > 0) yield events;
      if (rows < eventsPerRead) return;
      after = events.at(-1)!.place;
    }
  }

  private async count(asked: EventQuestion): Promise<{ count: number; isMore: boolean }> {
    const [row] = await this.rows<{ n: string; rows: string }>(countStatement(asked));
    // A duplicate takes two of the counted rows, so only the number of rows shows whether counting stopped early.
    return { count: Math.min(Number(row?.n ?? 0), mostCounted), isMore: Number(row?.rows ?? 0) > mostCounted };
  }

  private async newest(): Promise<string> {
    const [row] = await this.rows<{ at: string }>({
      sql: 'SELECT toString(max(position)) AS at FROM recorded_event',
      params: {},
    });
    return row!.at;
  }

  /** Adds the streams of the plan's companies and campaigns, whose events do not all name the plan. */
  private async questionOf(filter: EventFilter): Promise<EventQuestion> {
    const { planId } = filter;
    if (planId === undefined) return filter;
    const ids = { projection: { _id: 1 } };
    const [companies, campaigns] = await Promise.all([
      this.views.of(companiesView).find({ planId }, ids).toArray(),
      this.views.of(campaignsView).find({ planId }, ids).toArray(),
    ]);
    const planStreams = [
      ...companies.map(({ _id }) => streamName(companyStream, _id)),
      ...campaigns.map(({ _id }) => streamName(campaignStream, _id)),
    ];
    return { ...filter, planStreams };
  }

  private async events(statement: Statement): Promise<Found> {
    const rows = await this.rows<EventRow>(statement);
    const events = rows.map(historyEventOf).filter(({ place }, at, all) => at === 0 || place !== all[at - 1]!.place);
    return { events, rows: rows.length };
  }

  private async rows<Row>({ sql, params }: Statement): Promise<Row[]> {
    const answer = await this.analytics.client.query({ query: sql, query_params: params, format: 'JSONEachRow' });
    return answer.json<Row>();
  }
}
