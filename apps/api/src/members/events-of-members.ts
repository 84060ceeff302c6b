import { Injectable } from '@nestjs/common';
import type { MemberEvent } from '@superscope/contracts/member-events';
import type { DocumentOf, FieldsOf } from '@superscope/contracts/read-models/document-view';
import { companiesView } from '@superscope/contracts/read-models/fund';
import { memberEventRunView, memberEventsView } from '@superscope/contracts/read-models/member-events';
import { membersView } from '@superscope/contracts/read-models/members';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { EventStore } from '@superscope/event-store/event-store';
import { rowsOf } from '../platform/clickhouse/stored-rows.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { consultantNames } from './consultant-names.js';
import { erasedTimeline } from './erased-member-events.js';
import { timelineOf } from './timeline.js';

const membersPerRead = 500;

type Member = DocumentOf<typeof membersView>;

export interface EventOfMember {
  member: Member;
  /** Its consultant by name. */
  event: MemberEvent;
  /** yyyy-MM-dd in Sydney. */
  on: string;
  /** The employer's name. */
  company: string | null;
}

interface Asked {
  /** ClickHouse's condition on rows of `member_event`, and its parameters: members with such a row are read. */
  where: string;
  params: Record<string, unknown>;
  isWanted: (event: MemberEvent, on: string) => boolean;
  /** Only members of this employer. */
  companyId?: string;
}

/** The events of many members, for lists. */
@Injectable()
export class EventsOfMembers {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly store: EventStore,
  ) {}

  /** Of members in the caller's scope, some members at a time. */
  async *of(asked: Asked, { scope }: Principal): AsyncGenerator<EventOfMember[]> {
    const run = await this.views.of(memberEventRunView).findOne({ _id: 'newest' });
    const query = `SELECT DISTINCT toString(member_id) FROM member_event WHERE ${asked.where} ORDER BY member_id`;
    const ids: string[] = [];
    const read = (some: string[]) => this.ofSome(some, asked, scope, run?.recordedBefore ?? null);
    for await (const some of rowsOf<[string]>(this.analytics.client, query, asked.params)) {
      ids.push(...some.map(([id]) => id));
      while (ids.length >= membersPerRead) yield await read(ids.splice(0, membersPerRead));
    }
    if (ids.length > 0) yield await read(ids);
  }

  private async ofSome(
    ids: string[],
    { isWanted, companyId }: Asked,
    scope: Principal['scope'],
    processedBefore: string | null,
  ): Promise<EventOfMember[]> {
    const isThere = { _id: { $in: ids }, platformId: { $exists: true } };
    const [found, documents] = await Promise.all([
      this.views
        .of(membersView)
        .find(companyId === undefined ? isThere : { ...isThere, companyId })
        .toArray(),
      this.views
        .of(memberEventsView)
        .find({ _id: { $in: ids } })
        .toArray(),
    ]);
    const members = found.filter(({ planId }) => inScope(scope, planId));
    const standing = new Map<string, FieldsOf<typeof memberEventsView>>(documents.map((d) => [d._id, d]));
    const erasedEvents = new Map<string, MemberEvent[]>();
    for (const { _id, erased } of members)
      if (erased) erasedEvents.set(_id, await erasedTimeline(this.store, _id, processedBefore));
    const events = members.flatMap((member) =>
      (erasedEvents.get(member._id) ?? timelineOf(member._id, standing.get(member._id) ?? {}, processedBefore, scope))
        .map((event) => ({ member, event, on: sydneyDate(event.at) }))
        .filter(({ event, on }) => isWanted(event, on)),
    );
    const [names, companies] = await Promise.all([
      consultantNames(
        this.views,
        events.map(({ event }) => event),
      ),
      companyNames(
        this.views,
        events.map(({ member }) => member.companyId),
      ),
    ]);
    return events.map(({ member, event, on }) => ({
      member,
      event: { ...event, consultant: names(event.consultant) },
      on,
      company: companies.get(member.companyId) ?? null,
    }));
  }
}

/** The names of employers by id. */
export async function companyNames(views: Views, ids: readonly string[]): Promise<Map<string, string>> {
  const companies = await views
    .of(companiesView)
    .find({ _id: { $in: [...new Set(ids)] } }, { projection: { name: 1 } })
    .toArray();
  return new Map(companies.map(({ _id, name }) => [_id, name]));
}
