import { Injectable } from '@nestjs/common';
import type { PlanMoments, RecordedChange } from '@superscope/contracts/as-of-changes';
import type { EventFilter } from '@superscope/contracts/event-history';
import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { closingsView } from '@superscope/contracts/read-models/editions';
import { plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { calendarView } from '@superscope/contracts/read-models/plan-months';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { benchmarksStream, superParametersStream } from '@superscope/domain/dated-figures/dated-figures';
import { streamName, namesOf } from '@superscope/domain/event';
import { platformStream } from '@superscope/domain/platform/platform';
import { providerStream } from '@superscope/domain/provider/provider';
import { assetsStream } from '@superscope/domain/published-table/published-rows';
import { clickhouseText, isoText } from '../platform/clickhouse/instant-text.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { changesBy, planEvents, type ChangeRow, type PlanAsked } from './plan-events.js';

const ofCalendar = namesOf(calendarStream);
const sharedStreams = [calendarStream, benchmarksStream, superParametersStream].map((of) => streamName(of, ''));

/** The events from which one plan's figures are derived, and when they were recorded. */
@Injectable()
export class RecordedChanges {
  constructor(
    private readonly analytics: Analytics,
    private readonly views: Views,
  ) {}

  /** Changes by type, newest first. `moment` is an ISO instant. */
  async since(asked: PlanAsked, moment: string, most: number): Promise<RecordedChange[]> {
    const sql = `${changesBy('type')} ORDER BY last DESC, type, detail DESC LIMIT {most:UInt32}`;
    return this.changes(asked, await this.rows(sql, { ...asked, moment: clickhouseText(moment), most }));
  }

  /** The changes nearest to a moment, by type and minute, newest first. */
  async around(
    asked: PlanAsked,
    moment: string,
    most: { older: number; newer: number },
  ): Promise<Pick<PlanMoments, 'moments' | 'isCut'>> {
    const params = { ...asked, moment: clickhouseText(moment) };
    const side = (isOlder: boolean) =>
      this.rows<ChangeRow>(
        `SELECT * FROM (${changesBy('minute')}) WHERE last ${isOlder ? '<=' : '>'} {moment:String}
ORDER BY ${isOlder ? 'last DESC, type, detail DESC' : 'last, type DESC, detail'} LIMIT {most:UInt32}`,
        { ...params, most: most[isOlder ? 'older' : 'newer'] + 1 },
      );
    const [older, newer] = await Promise.all([side(true), side(false)]);
    const near = [...newer.slice(0, most.newer).reverse(), ...older.slice(0, most.older)];
    return {
      moments: await this.changes(asked, near),
      isCut: { older: older.length > most.older, newer: newer.length > most.newer },
    };
  }

  /** Counts the plan's events in total, by week, and up to a moment (`eventsBy`). `firstAt` ignores events of shared streams. */
  async counts(
    asked: PlanAsked,
    moment: string,
  ): Promise<Pick<PlanMoments, 'firstAt' | 'events' | 'eventsBy' | 'weeks'>> {
    const rows = await this.rows<{ week: string; n: number; until: number; own: number; first: string }>(
      `SELECT toString(toMonday(toTimeZone(recorded_at, 'Australia/Sydney'))) AS week, toUInt32(count()) AS n,
  toUInt32(countIf(recorded_at <= {moment:String})) AS until, toUInt32(countIf(isOwn)) AS own, toString(minIf(recorded_at, isOwn)) AS first
FROM (SELECT recorded_at, stream NOT IN {shared:Array(String)} AS isOwn FROM (${planEvents})) GROUP BY week ORDER BY week`,
      { ...asked, moment: clickhouseText(moment) },
    );
    const sumOf = (counted: (row: { n: number; until: number }) => number) =>
      rows.reduce((sum, row) => sum + counted(row), 0);
    const first = rows.find(({ own }) => own > 0)?.first;
    return {
      firstAt: first === undefined ? null : isoText(first),
      events: sumOf(({ n }) => n),
      eventsBy: sumOf(({ until }) => until),
      weeks: rows.map(({ week, n }) => ({ week, events: n })),
    };
  }

  /** The parameters of the statements about a plan's events. */
  async askedOf(planId: string): Promise<PlanAsked> {
    const [plan, campaigns] = await Promise.all([
      this.views.of(plansView).findOne({ _id: planId }, { projection: { platformId: 1 } }),
      this.views
        .of(campaignsView)
        .find({ planId }, { projection: { name: 1 } })
        .toArray(),
    ]);
    const platform = plan && (await this.views.of(platformsView).findOne({ _id: plan.platformId }));
    return {
      plan: planId,
      shared: [
        ...sharedStreams,
        ...(plan ? [platformStream, assetsStream].map((of) => streamName(of, plan.platformId)) : []),
        ...(platform?.providerId ? [streamName(providerStream, platform.providerId)] : []),
      ],
      campaignIds: campaigns.map(({ _id }) => _id),
      campaignNames: campaigns.map(({ name }) => name),
    };
  }

  /** Adds the months of the calendar's own events, which only documents record. */
  private async changes({ plan }: PlanAsked, rows: readonly ChangeRow[]): Promise<RecordedChange[]> {
    const [opened, closed] = await Promise.all([
      this.views.of(calendarView).find({}).toArray(),
      this.views.of(closingsView).find({}).toArray(),
    ]);
    const monthOf = ({ type, first, last }: ChangeRow): string => {
      const of = type === ofCalendar.MonthOpened ? opened : type === ofCalendar.MonthClosed ? closed : [];
      const months = of.filter(({ at }) => at !== undefined && at >= first && at <= last);
      return months.length === 1 ? months[0]!.month : '';
    };
    return rows.map((row) => changeOf(plan, { ...row, detail: row.detail || monthOf(row) }));
  }

  private async rows<Row = ChangeRow>(sql: string, params: object): Promise<Row[]> {
    const answer = await this.analytics.client.query({
      query: sql,
      query_params: { ...params },
      format: 'JSONEachRow',
    });
    return answer.json<Row>();
  }
}

/** A change, with the search that finds its events. Events of a shared stream do not name the plan. */
export function changeOf(planId: string, { type, detail, n, members, first, last, only }: ChangeRow): RecordedChange {
  const [firstAt, lastAt] = [isoText(first), isoText(last)];
  const where: EventFilter = only === '' || only.startsWith('member-') ? { planId } : { stream: only };
  const to = new Date(Date.parse(lastAt) + 1).toISOString();
  return { type, detail, count: n, members, firstAt, lastAt, search: { ...where, type, from: firstAt, to } };
}
