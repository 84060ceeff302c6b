import { Controller, Module } from '@nestjs/common';
import {
  correlationId,
  eventChoices,
  type EventChoices,
  eventPage,
  type EventPage,
  eventSearch,
  eventTrace,
  type EventTrace,
} from '@superscope/contracts/event-history';
import { foundMember, type FoundMember } from '@superscope/contracts/member-events';
import { usersView } from '@superscope/contracts/read-models/users';
import { productStreams } from '@superscope/domain/product-streams';
import { Identity } from '@superscope/event-store/keys/identity';
import { z } from 'zod';
import { FindMembersSlice, MemberLookup } from '../members/find-members.slice.js';
import { memberSearchText } from '../members/member-search.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { EventAccess } from './event-access.js';
import { HistoryModule } from './history.module.js';
import { RecordedEvents } from './recorded-events.js';

const eventsEndpoint = endpoint('GET /api/history/events', {
  summary: 'Events of the log that match the search, the newest first, without their data',
  right: 'history.read',
  readsHistory: true,
  query: eventSearch,
  answers: { 200: eventPage },
});

const eventChoicesEndpoint = endpoint('GET /api/history/eventChoices', {
  summary: 'The types of event and the users that events can be searched by',
  right: 'history.read',
  answers: { 200: eventChoices },
});

const historyMembersEndpoint = endpoint('GET /api/history/members', {
  summary:
    'Members whose name, login or number begins with `name`, whose number ends with it, who were born on it, or whose employer’s name holds it, to search events by; without any, those whose name looks or sounds like it',
  right: 'history.read',
  query: z.strictObject({
    name: memberSearchText,
  }),
  answers: { 200: z.array(foundMember) },
});

const eventTraceEndpoint = endpoint('GET /api/history/correlations/:correlationId', {
  summary: 'Every event that one request made, in order, and what each changed',
  right: 'history.read',
  readsHistory: true,
  params: { correlationId },
  answers: { 200: eventTrace },
});

@Controller()
class EventsController {
  constructor(
    private readonly events: RecordedEvents,
    private readonly noted: EventAccess,
    private readonly access: AccessLog,
    private readonly views: Views,
    private readonly lookup: MemberLookup,
    private readonly identity: Identity,
  ) {}

  @Endpoint(eventsEndpoint)
  async search({ query, request }: RequestOf<typeof eventsEndpoint>): Promise<EventPage> {
    const { before = null, ...filter } = query;
    const page = await this.events.page(filter, before);
    this.noted.searched(request, filter, page.events);
    return page;
  }

  @Endpoint(eventChoicesEndpoint)
  async choices(): Promise<EventChoices> {
    const users = await this.views
      .of(usersView)
      .find({}, { projection: { personal: 1 } })
      .toArray();
    return {
      categories: productStreams.map(({ category, shapes }) => ({ category, types: Object.keys(shapes) })),
      users: users
        .map(({ _id, personal }) => ({ userId: _id, name: personal?.name ?? personal?.username ?? _id }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en-AU')),
    };
  }

  @Endpoint(historyMembersEndpoint)
  async members({ query, caller, request }: RequestOf<typeof historyMembersEndpoint>): Promise<FoundMember[]> {
    const found = await this.lookup.find(query.name, caller);
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      action: 'member search',
      object: 'event history',
      outcome: 'ok',
      planId: null,
      rows: found.length,
      members: found.map(({ id }) => id),
      filter: { digest: this.identity.searchDigest(query.name) },
    });
    return found;
  }

  @Endpoint(eventTraceEndpoint)
  async trace({ params, request }: RequestOf<typeof eventTraceEndpoint>): Promise<EventTrace> {
    const trace = await this.events.trace(params.correlationId);
    this.noted.searched(request, params, trace.events);
    return trace;
  }
}

@Module({ imports: [FindMembersSlice, HistoryModule], controllers: [EventsController] })
export class EventsSlice {}
