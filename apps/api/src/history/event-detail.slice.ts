import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { eventDetail, type EventDetail, eventPlace, type HistoryEvent } from '@superscope/contracts/event-history';
import { EventStore } from '@superscope/event-store/event-store';
import { membersOf } from '@superscope/event-store/events/members-of-event';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { FastifyReply } from 'fastify';
import { whenGone } from '../platform/http/gone.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { EventAccess } from './event-access.js';
import { EventPlan } from './event-plan.js';
import { EventStanding } from './event-standing.js';
import { HiddenValues, holdsPersonal, readable } from './hidden-values.js';
import { HistoryModule } from './history.module.js';
import { RecordedEvents } from './recorded-events.js';
import { differingFields } from './state-fields.js';
import { foldOf } from './stream-state.js';

const eventDetailEndpoint = endpoint('GET /api/history/events/:place', {
  summary: 'A whole event with personal fields hidden, and the state of its stream before and after it',
  right: 'history.read',
  readsHistory: true,
  params: { place: eventPlace },
  answers: { 200: eventDetail },
  problems: { 404: null, 409: null },
});

const personalFieldsEndpoint = endpoint('POST /api/history/events/:place/personal', {
  summary: 'The same event with its personal fields; the access log records the request first',
  right: 'history.read',
  readsHistory: true,
  params: { place: eventPlace },
  answers: { 200: eventDetail },
  problems: { 404: null, 409: null },
});

/** Longer streams are not folded for a single reader. */
const mostEventsFolded = 5_000n;
const mostBytesFolded = 20_000_000;
const mostFields = 300;

/** One event from the event store, with its stream's state before and after it. */
@Injectable()
export class EventDetails {
  constructor(
    private readonly events: RecordedEvents,
    private readonly store: EventStore,
    private readonly plan: EventPlan,
    private readonly standing: EventStanding,
  ) {}

  /** Throws 404 if there is no event at this place. */
  async rowAt(place: string): Promise<HistoryEvent> {
    const row = await this.events.at(place);
    if (row === null) throw new NotFoundException('There is no such event.');
    return row;
  }

  /** Personal fields are hidden unless `shows` is true. Those of an erased person read 'Erased' either way. */
  async of(event: HistoryEvent, recorded: RecordedEvent, shows: boolean, gone: AbortSignal): Promise<EventDetail> {
    const hidden = new HiddenValues();
    const dataOf = ({ data }: RecordedEvent) => (shows ? data : hidden.hide(data));
    const state = await this.stateOf(recorded, dataOf, gone);
    const plan = await this.plan.of(event);
    const [standing, counted, around] = await Promise.all([
      this.standing.of(recorded),
      this.standing.counted(event, recorded.data, plan?.id ?? null),
      this.events.around(event),
    ]);
    return {
      event,
      plan,
      metadata: { ...recorded.metadata },
      data: readable(dataOf(recorded)),
      state: state === 'too long' ? null : state,
      isTooLong: state === 'too long',
      standing,
      counted,
      around,
      personal: !holdsPersonal(recorded.data) ? 'none' : shows ? 'shown' : 'hidden',
    };
  }

  /** Reads the event from the event store. Throws 404 if it is not there, and 409 if it cannot be decoded. */
  async read({ stream, revision, eventId }: HistoryEvent): Promise<RecordedEvent> {
    for await (const event of this.store.read(stream, { from: BigInt(revision), limit: 1 })) {
      if (event.id !== eventId) break;
      if (isUndecodable(event)) throw new Refusal(409, { message: `This event cannot be read: ${event.undecodable}.` });
      return event;
    }
    throw new NotFoundException('The event store has no such event.');
  }

  private async stateOf(
    { stream, revision }: RecordedEvent,
    dataOf: (event: RecordedEvent) => unknown,
    gone: AbortSignal,
  ): Promise<EventDetail['state'] | 'too long'> {
    const fold = foldOf(stream);
    if (fold === null || fold.initial === null) return null;
    if (revision >= mostEventsFolded || (await this.events.bytesUntil(stream, revision)) > mostBytesFolded)
      return 'too long';
    let before: unknown = fold.initial;
    let after = before;
    for await (const event of this.store.read(stream, { limit: Number(revision) + 1 })) {
      // The client has disconnected.
      if (gone.aborted) return null;
      if (isUndecodable(event)) continue;
      before = after;
      after = fold.evolve(before, { type: event.type, data: dataOf(event) });
    }
    return differingFields(before, after, mostFields);
  }
}

@Controller()
class EventDetailController {
  constructor(
    private readonly details: EventDetails,
    private readonly noted: EventAccess,
  ) {}

  @Endpoint(eventDetailEndpoint)
  async show({ params, request }: RequestOf<typeof eventDetailEndpoint>, reply: FastifyReply): Promise<EventDetail> {
    const gone = whenGone(reply);
    const event = await this.details.rowAt(params.place);
    const recorded = await this.details.read(event);
    await this.noted.opened(request, event, membersOf(recorded));
    return this.details.of(event, recorded, false, gone);
  }

  @Endpoint(personalFieldsEndpoint)
  async showPersonal(
    { params, request }: RequestOf<typeof personalFieldsEndpoint>,
    reply: FastifyReply,
  ): Promise<EventDetail> {
    const gone = whenGone(reply);
    const event = await this.details.rowAt(params.place);
    const recorded = await this.details.read(event);
    await this.noted.personalShown(request, event, membersOf(recorded));
    return this.details.of(event, recorded, true, gone);
  }
}

@Module({
  imports: [HistoryModule],
  controllers: [EventDetailController],
  providers: [EventDetails, EventPlan, EventStanding],
})
export class EventDetailSlice {}
